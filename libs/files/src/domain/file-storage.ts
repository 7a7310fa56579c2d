import type { Readable } from 'node:stream';

/** Both ends are included; without an end the range extends to the last byte. */
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
  /** In lower-case hex. */
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
  /** Whether equal contents of a tenant may have one key. Otherwise each upload has its own, and nobody else needs it. */
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

  /** The same for a caller that passes it on at once. It has to be iterated, which releases it at the end. */
  abstract getChunks(key: string, range?: ByteRange): Promise<Chunks | null>;

  abstract exists(key: string): Promise<boolean>;

  /** Removes the content of the key, if there is one. */
  abstract delete(key: string): Promise<void>;

  /** @throws when files could not be stored now. For the readiness check. */
  abstract check(): Promise<void>;
}
