import type { ErrorCode, Problem, ProblemFields } from './generated/errors.js';
import { TransportFailure, type TransportAnswer } from './transport.js';

/**
 * Errors that have no code of the API: no answer, the refusal of an API client’s credentials, whose form OAuth prescribes,
 * or an answer that is not the API’s, such as a proxy’s.
 */
export type ClientErrorCode =
  | 'CLIENT.UNREACHABLE'
  | 'CLIENT.TIMEOUT'
  | 'CLIENT.CREDENTIALS_REFUSED'
  | 'CLIENT.UNEXPECTED_ANSWER';

/** What a refusal of `/api/v1/oauth` says (RFC 6749). */
interface OAuthRefusal {
  readonly error: string;
  readonly error_description?: string;
}

/** A request that did not succeed. `message` says what to do, in the language of the answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    /** Of the answer, or 0 where none came. */
    readonly status: number,
    readonly code: ErrorCode | ClientErrorCode,
    message: string,
    /** How long to wait before another attempt can succeed. */
    readonly retryAfterSeconds: number | null = null,
    readonly problem: Problem | null = null,
    /** To search the log of the server by. */
    readonly requestId: string | null = null,
    override readonly cause?: unknown,
  ) {
    super(message);
  }
}

type KnownFields<Code> = Code extends keyof ProblemFields
  ? { readonly problem: Problem & Required<Pick<Problem, ProblemFields[Code]>> }
  : Code extends ErrorCode
    ? { readonly problem: Problem }
    : unknown;

/** Whether it is an error of the API or the client, with one of the codes where any are named. */
export function isApiError<Code extends ErrorCode | ClientErrorCode = ErrorCode | ClientErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is ApiError & { readonly code: Code } & KnownFields<Code> {
  return error instanceof ApiError && (codes.length === 0 || (codes as readonly string[]).includes(error.code));
}

/** @returns the error that an answer other than a success stands for. */
export async function errorOf(answer: TransportAnswer): Promise<ApiError> {
  const requestId = answer.header('X-Request-ID');
  const wait = retryAfterOf(answer);
  const body = await answer.text().then(parsed, () => null);
  if (isProblem(body)) {
    return new ApiError(answer.status, body.code as ErrorCode, body.detail, wait, body, body.request_id);
  }
  const { error, error_description: description } = (body ?? {}) as Partial<OAuthRefusal>;
  const code = typeof error === 'string' ? 'CLIENT.CREDENTIALS_REFUSED' : 'CLIENT.UNEXPECTED_ANSWER';
  const message = description ?? error ?? `The server answered ${answer.status}`;
  return new ApiError(answer.status, code, message, wait, null, requestId);
}

/** @returns the error that the lack of an answer stands for, or what was thrown where it is something else. */
export function failureOf(thrown: unknown): unknown {
  if (!(thrown instanceof TransportFailure)) return thrown;
  const isTimeout = thrown.reason === 'timeout';
  const message = isTimeout ? 'The server took too long to answer' : 'The server could not be reached';
  const code = isTimeout ? 'CLIENT.TIMEOUT' : 'CLIENT.UNREACHABLE';
  return new ApiError(0, code, message, null, null, null, thrown.cause);
}

/** The header’s seconds; the API sends no dates in it, and a proxy’s is left alone. */
export function retryAfterOf(answer: TransportAnswer): number | null {
  const header = answer.header('Retry-After');
  return header !== null && /^\d{1,9}$/.test(header.trim()) ? Number(header) : null;
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body;
}
