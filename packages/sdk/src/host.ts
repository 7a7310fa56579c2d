/**
 * What the package uses of the engine that runs it, as far as it is there: neither the types of a browser nor those of
 * Node are wanted of whoever compiles against it.
 */
export interface Host {
  setTimeout(call: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
  readonly fetch?: (url: string, init: object) => Promise<FetchAnswer>;
  readonly AbortController?: new () => { readonly signal: AbortSignalLike; abort(reason?: unknown): void };
  readonly Blob?: new (parts: readonly unknown[], options?: { readonly type?: string }) => BlobLike;
  readonly FormData?: new () => { append(name: string, value: unknown, filename?: string): void };
  readonly ReadableStream?: new (source: {
    pull(controller: { enqueue(chunk: unknown): void; close(): void }): Promise<void>;
  }) => object;
  readonly XMLHttpRequest?: new () => RequestOfBrowsers;
  readonly crypto?: { randomUUID?(): string; getRandomValues?<T extends Uint8Array>(bytes: T): T };
  readonly localStorage?: KeyValueStore;
  readonly navigator?: { readonly locks?: { request<T>(name: string, work: () => Promise<T>): Promise<T> } };
}

interface FetchAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

interface KeyValueStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

interface RequestOfBrowsers {
  readonly upload: { onprogress: ((event: { readonly loaded: number; readonly total: number }) => void) | null };
  responseType: string;
  readonly status: number;
  readonly response: ArrayBuffer;
  onload: (() => void) | null;
  onerror: (() => void) | null;
  ontimeout: (() => void) | null;
  onabort: (() => void) | null;
  timeout: number;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getResponseHeader(name: string): string | null;
  send(body: unknown): void;
  abort(): void;
}

/** An `AbortSignal`, as far as it is needed. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** A `Blob` or a `File`, as far as it is needed. */
export interface BlobLike {
  readonly size: number;
  readonly type: string;
  arrayBuffer(): Promise<ArrayBuffer>;
  slice(start: number, end: number): BlobLike;
}

export const host = globalThis as unknown as Host;
