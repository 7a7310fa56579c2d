import type { Readable } from 'node:stream';

/** Both ends are included; without an end everything that follows. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}

/** What can be read again and again, in whole or in part. */
export interface ContentSource {
  readonly size: number;

  /** @throws DependencyUnavailableError when the storage is away. */
  read(range?: ByteRange): Promise<Readable>;
}

/** A content that has arrived whole, and is not yet where files have theirs. */
export interface IncomingContent extends ContentSource {
  /** In lower-case hex. */
  readonly sha256: string;
  /** Under which the content can be got once it is kept. Equal contents of one tenant may have the same. */
  readonly key: string;

  /** Moves the content under its key. May be repeated. */
  keep(): Promise<void>;
}

/**
 * A content piece by piece, each of them good only until the next one is asked for: so it takes no more memory however
 * long it is.
 */
export type Chunks = AsyncIterable<Buffer>;

export interface PutOptions {
  readonly maxBytes: number;
  /** Gives the upload up. */
  readonly signal?: AbortSignal | undefined;
}

/** Keeps the bytes of files, under keys that it makes itself. Tenants never share what is stored. */
export abstract class FileStorage {
  /**
   * Takes in a stream, as it comes. When the stream fails, ends too late or is given up, nothing is left of it.
   *
   * @param uploadId a new id: names the upload in `discard`.
   * @throws FileTooLargeError beyond `maxBytes`, whatever the stream fails with, DependencyUnavailableError when the
   * storage is away or full.
   */
  abstract put(tenantId: string, uploadId: string, content: Readable, options: PutOptions): Promise<IncomingContent>;

  /** Removes what was put and not kept, also what a process that died has left of it. */
  abstract discard(tenantId: string, uploadId: string): Promise<void>;

  /** Null when there is nothing under the key. */
  abstract get(key: string, range?: ByteRange): Promise<Readable | null>;

  /** The same for whoever hands it on at once. It has to be iterated, which lets go of it at the end. */
  abstract getChunks(key: string, range?: ByteRange): Promise<Chunks | null>;

  abstract exists(key: string): Promise<boolean>;

  /** Removes what is under the key, if there is anything. */
  abstract delete(key: string): Promise<void>;

  /** @throws when files could not be kept now. For the readiness check. */
  abstract check(): Promise<void>;
}
