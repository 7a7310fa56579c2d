import { domainError } from '@libs/kernel';
import { TEXTS } from '../../locales/texts';

export class EndpointLimitError extends domainError(
  'conflict',
  'WEBHOOKS.ENDPOINT.TOO_MANY',
  'Too many webhook endpoints',
  TEXTS,
) {}

export class EndpointDisabledError extends domainError(
  'conflict',
  'WEBHOOKS.ENDPOINT.DISABLED',
  'The webhook endpoint is disabled',
  TEXTS,
) {}
