import type { AbortSignalLike } from './host.js';
import type { Upload, UploadProgress } from './upload.js';

/** A form with files (`multipart/form-data`): the fields in their order, files among them. */
export type MultipartForm = readonly (readonly [name: string, value: string | Upload])[];

export interface TransportRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | MultipartForm;
  /** Whether the answer is read as bytes. Some engines want to know it before they ask. */
  readonly binary: boolean;
  readonly timeoutMs: number;
  readonly signal?: AbortSignalLike;
  readonly onProgress?: (progress: UploadProgress) => void;
}

export interface TransportAnswer {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly text: () => Promise<string>;
  readonly bytes: () => Promise<ArrayBuffer>;
}

/**
 * Sends one request and gives the answer, whatever its status. Rejects with a `TransportFailure` where there is none, and
 * with the reason of the signal where that was aborted.
 */
export type Transport = (request: TransportRequest) => Promise<TransportAnswer>;

/** No answer came: the server could not be reached, or it took too long. */
export class TransportFailure extends Error {
  constructor(
    readonly reason: 'unreachable' | 'timeout',
    override readonly cause?: unknown,
  ) {
    super(reason);
  }
}

/** What a request that was given up rejects with. */
export function abortReason(signal: AbortSignalLike): Error {
  if (signal.reason !== undefined) return signal.reason as Error;
  return Object.assign(new Error('The request was aborted'), { name: 'AbortError' });
}
