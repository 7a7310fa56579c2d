import { DependencyUnavailableError, DomainError, ResourceConflictError, ValidationFailedError } from '@libs/kernel';
import { QueryFailedError, QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';

interface PostgresError {
  readonly code?: unknown;
  readonly constraint?: unknown;
}

/** `Retry-After` while the database is unavailable. */
const RETRY_AFTER_SECONDS = 2;

/** Serialization failure, deadlock, lock not available: the same transaction may succeed when repeated. */
const TRANSIENT = new Set(['40001', '40P01', '55P03']);

/**
 * Shutting down, starting up, not accepting connections, too many connections, statement timed out, idle transaction
 * ended.
 */
const UNAVAILABLE = new Set(['57P01', '57P02', '57P03', '55000', '53300', '57014', '25P03', '53100', '53200', '25006']);
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENOENT',
]);
const CONNECTION_LOST =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|not queryable|connection error/i;

export function isTransient(error: unknown): boolean {
  return TRANSIENT.has(codeOf(error));
}

/** Whether the error means that the database is unreachable or unavailable, rather than a fault of ours. */
export function isUnavailable(error: unknown): boolean {
  // TypeORM releases a broken connection by itself, so that the next statement has none.
  if (error instanceof QueryRunnerAlreadyReleasedError) return true;
  if (error instanceof QueryRunnerProviderAlreadyReleasedError) return true;
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : '';
  return UNAVAILABLE.has(code) || NETWORK.has(code) || code.startsWith('08') || CONNECTION_LOST.test(message);
}

/** Whether the error is a deliberate refusal of the request rather than a failure. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof DomainError)) return false;
  const { kind } = error.definition;
  return kind !== 'unavailable' && kind !== 'unexpected' && error.cause === undefined;
}

/**
 * The domain error for a database failure. Repositories translate the constraints that they know; this translates the
 * rest, so that no input leads to an unexpected error.
 */
export function toDomainError(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  const code = codeOf(error);
  if (isUnavailable(error) || TRANSIENT.has(code)) {
    return new DependencyUnavailableError({ retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error });
  }
  if (code.startsWith('22')) return Object.assign(new ValidationFailedError([]), { cause: error });
  if (code === '23505' || code === '23503') return new ResourceConflictError({ cause: error });
  return error;
}

/** Whether a statement of TypeORM violated this unique constraint. */
export function isViolationOf(constraint: string, error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  const cause = error.driverError as PostgresError;
  return cause.code === '23505' && cause.constraint === constraint;
}

/** Whether a statement violated this check constraint. */
export function isCheckOf(constraint: string, error: unknown): boolean {
  return codeOf(error) === '23514' && (error as PostgresError).constraint === constraint;
}

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as PostgresError;
  return typeof code === 'string' ? code : '';
}
