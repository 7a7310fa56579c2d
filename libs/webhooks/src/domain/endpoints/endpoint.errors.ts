import { error } from '../../locales/texts';

export class EndpointLimitError extends error('conflict', 'WEBHOOKS.ENDPOINT.TOO_MANY', 'Too many webhook endpoints') {}

export class EndpointDisabledError extends error(
  'conflict',
  'WEBHOOKS.ENDPOINT.DISABLED',
  'The webhook endpoint is disabled',
) {}
