import type { BlobLike } from './host.js';

/**
 * A file to send: a `Blob` or `File`, or its bytes with a name.
 *
 * In uni-app `filePath` is a path as `uni.chooseImage` gives it, for `uniTransport`.
 */
export type Upload =
  | BlobLike
  | { readonly bytes: ArrayBuffer | Uint8Array; readonly name?: string; readonly type?: string }
  | { readonly filePath: string; readonly name?: string; readonly type?: string };

/** How much of a body has left, in bytes. */
export interface UploadProgress {
  readonly sent: number;
  readonly total: number;
}

export function nameOf(upload: Upload): string {
  // Files have names, blobs have none.
  const { name } = upload as { readonly name?: string };
  return name ?? 'file';
}
