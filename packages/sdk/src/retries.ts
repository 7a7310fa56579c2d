import { retryAfterOf } from './problem.js';
import { TransportFailure, type TransportAnswer, type TransportRequest } from './transport.js';

export type Outcome = { readonly answer: TransportAnswer } | { readonly thrown: unknown };

const FIRST_WAIT_MS = 300;

/**
 * How long to wait before the request is sent again, in milliseconds, or null where it must not be.
 *
 * Refused for its frequency (429), nothing was done, so any request may come again when the server says. Without an
 * answer, or with one that tells of a failure, it may have been done: only reads, replacements and what carries an
 * `Idempotency-Key` come again.
 */
export function waitAfter(request: TransportRequest, outcome: Outcome, attempt: number): number | null {
  const isRepeatable = /^(?:GET|PUT)$/.test(request.method) || 'Idempotency-Key' in request.headers;
  // Half of it by chance: those who failed together do not come back together.
  const backoff = FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random() / 2);
  if ('thrown' in outcome) {
    const isUnreachable = outcome.thrown instanceof TransportFailure && outcome.thrown.reason === 'unreachable';
    return isUnreachable && isRepeatable ? backoff : null;
  }
  const { answer } = outcome;
  const seconds = retryAfterOf(answer);
  const told = seconds === null ? null : seconds * 1_000;
  if (answer.status === 429) return told;
  if (!isRepeatable) return null;
  // With `Retry-After`: the first request of the key is still running.
  if (answer.status === 409) return told;
  return [502, 503, 504].includes(answer.status) ? (told ?? backoff) : null;
}
