import { domainError } from '@libs/kernel';
import { TEXTS } from '../../locales/texts';

export class IdempotencyKeyReusedError extends domainError(
  'invalid',
  'REQUEST.IDEMPOTENCY_KEY.REUSED',
  'The idempotency key belongs to another request',
  TEXTS,
) {}

export class RequestRunningError extends domainError(
  'conflict',
  'REQUEST.IDEMPOTENCY_KEY.RUNNING',
  'The first request with this idempotency key is still running',
  TEXTS,
) {}
