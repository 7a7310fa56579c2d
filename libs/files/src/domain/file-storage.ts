import type { Readable } from 'node:stream';

/** A range of bytes, both ends included; without an end it extends to the last byte. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}

/** A content that can be read repeatedly, in whole or in part. */
export interface ContentSource {
  readonly size: number;

  /** @throws DependencyUnavailableError when the storage is away. */
  read(range?: ByteRange): Promise<Readable>;
}

/** A content that has arrived completely, but is not yet in its final place. */
export interface IncomingContent extends ContentSource {
  /** Lower-case hex. */
  readonly sha256: string;
  /** The key of the content once it is kept. Equal contents of one tenant may share it. */
  readonly key: string;

  /** Moves the content to its key. May be repeated. */
  keep(): Promise<void>;
}

/** A content in pieces, each valid only until the next one is requested, so that its length does not affect memory. */
export type Chunks = AsyncIterable<Buffer>;

export interface PutOptions {
  readonly maxBytes: number;
  /** Aborts the upload. */
  readonly signal?: AbortSignal | undefined;
}

/** Stores the contents of files, under keys that it makes itself. Tenants never share stored contents. */
export abstract class FileStorage {
  /** Whether equal contents of a tenant may share a key. Otherwise each upload has a key of its own. */
  abstract readonly sharesContents: boolean;

  /**
   * Receives a stream. If the stream fails, exceeds the limit or is aborted, nothing is left of it.
   *
   * @param uploadId a new id: names the upload in `discard`.
   * @throws FileTooLargeError beyond `maxBytes`, the errors of the stream, DependencyUnavailableError when the storage
   * is away or full.
   */
  abstract put(tenantId: string, uploadId: string, content: Readable, options: PutOptions): Promise<IncomingContent>;

  /** Removes a content that was put and not kept, including the remains of a process that died. */
  abstract discard(tenantId: string, uploadId: string): Promise<void>;

  /** Null when there is nothing under the key. */
  abstract get(key: string, range?: ByteRange): Promise<Readable | null>;

  /** `get` for a caller that passes the chunks on at once. They must be iterated, which releases them at the end. */
  abstract getChunks(key: string, range?: ByteRange): Promise<Chunks | null>;

  abstract exists(key: string): Promise<boolean>;

  /** Removes the content of the key, if there is one. */
  abstract delete(key: string): Promise<void>;

  /** The readiness check. @throws when files cannot be stored now. */
  abstract check(): Promise<void>;
}
