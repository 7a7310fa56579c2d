import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { FileTooLargeError } from '../../domain/files.errors';

/** Counts and hashes the bytes that pass, and fails with FileTooLargeError at the first byte that is too many. */
export class MeasuredStream extends Transform {
  /** Not called `size`: the S3 library would take that for the total size. */
  bytes = 0;
  private readonly hash = createHash('sha256');

  constructor(private readonly maxBytes: number) {
    super();
  }

  /** The hash of all bytes, in lower-case hex. To be called once, at the end. */
  sha256(): string {
    return this.hash.digest('hex');
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.bytes += chunk.length;
    if (this.bytes > this.maxBytes) {
      done(new FileTooLargeError({ extra: { max_bytes: this.maxBytes } }));
      return;
    }
    this.hash.update(chunk);
    done(null, chunk);
  }
}
