import { error } from '../../locales/texts';

export class IdempotencyKeyReusedError extends error(
  'invalid',
  'REQUEST.IDEMPOTENCY_KEY.REUSED',
  'The idempotency key belongs to another request',
) {}

export class RequestRunningError extends error(
  'conflict',
  'REQUEST.IDEMPOTENCY_KEY.RUNNING',
  'The first request with this idempotency key is still running',
) {}
