import { field } from '@libs/kernel';
import {
  DELIVERY_ERRORS,
  DELIVERY_KINDS,
  DELIVERY_STATUSES,
  DISABLED_REASONS,
  DOCUMENTED_EVENTS,
  type DocumentedEvent,
  MAX_DESCRIPTION_LENGTH,
  type RevealedEndpoint,
} from '@libs/webhooks';
import { answer } from '../../http/answers/answer';
import { Answer } from '../../http/answers/answer-fields';
import { pageOf } from '../common/admin-responses.dto';

export class AdminWebhookSecretResponse extends answer({
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90e'),
  createdAt: field.instant(),
  expiresAt: field
    .instant()
    .nullable()
    .about('Time until which a replaced secret signs beside its successor; null for the current one')
    .example(null),
}) {}

export class AdminWebhookEndpointResponse extends answer({
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90f'),
  url: field.url().example('https://example.com/hooks/appkernel'),
  eventTypes: field.texts().example(['member.registered', 'member.deleted']),
  description: field.text(MAX_DESCRIPTION_LENGTH).nullable().example('Warehouse'),
  enabled: field.flag(),
  disabledReason: field
    .one('WebhookDisabledReason', DISABLED_REASONS)
    .nullable()
    .about(
      'Why the endpoint is disabled: by an administrator, after the answer 410, or because all deliveries failed for five days; null while enabled',
    )
    .example(null),
  failingSince: field
    .instant()
    .nullable()
    .about('Time since which all deliveries have failed; null if the last one succeeded')
    .example(null),
  secrets: field
    .listOf(() => AdminWebhookSecretResponse, 2)
    .about('The secrets that sign at present, the newest first'),
  lockVersion: field.lockVersion(),
  createdAt: field.instant(),
  updatedAt: field.instant(),
}) {}

export class AdminWebhookEndpointSecretResponse extends AdminWebhookEndpointResponse {
  @Answer.Secret({ example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazQVDGNNZIo=' })
  readonly secret: string;

  constructor({ endpoint, secret }: RevealedEndpoint) {
    super(endpoint);
    this.secret = secret;
  }
}

/** Newest first. */
export class AdminWebhookEndpointListResponse extends pageOf(AdminWebhookEndpointResponse) {}

export class AdminWebhookDeliveryAcceptedResponse extends answer({
  accepted: field.constant(true),
  deliveryId: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be910'),
}) {
  constructor(deliveryId: string) {
    super({ accepted: true, deliveryId });
  }
}

export class AdminWebhookDeliveryResponse extends answer({
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be910'),
  eventId: field
    .uuid()
    .about('Id of the event, sent in the header `webhook-id`; the same in all deliveries of the event')
    .example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90c'),
  eventType: field.text().example('member.registered'),
  kind: field.one('WebhookDeliveryKind', DELIVERY_KINDS),
  status: field.one('WebhookDeliveryStatus', DELIVERY_STATUSES),
  attempts: field.count().about('Number of attempts started').example(1),
  responseStatus: field
    .integer(100)
    .nullable()
    .about('HTTP status of the last attempt; null without an answer')
    .example(503),
  durationMs: field.integer(0).nullable().about('Duration of the last attempt in milliseconds').example(84),
  error: field
    .one('WebhookDeliveryError', DELIVERY_ERRORS)
    .nullable()
    .about('Reason why the last attempt failed; null if it did not')
    .example('status'),
  lastAttemptAt: field.instant().nullable(),
  nextAttemptAt: field.instant().nullable().about('Time of the next attempt; null if there is none'),
  settledAt: field
    .instant()
    .nullable()
    .about('Time at which the delivery succeeded, failed for good or was cancelled; null while it is pending')
    .example(null),
  createdAt: field.instant(),
}) {}

/** Newest first. */
export class AdminWebhookDeliveryListResponse extends answer({
  items: field.listOf(() => AdminWebhookDeliveryResponse),
  nextCursor: field.text().nullable().about('Cursor of the next page, null on the last page').example(null),
}) {}

export class AdminWebhookEventTypeResponse extends answer({
  type: field.text().example('member.registered'),
  description: field.text().example('A membership ended.'),
  schema: field
    .json<DocumentedEvent['schema']>()
    .about('JSON Schema (2020-12) of the request body')
    .example({ type: 'object', properties: { id: { type: 'string', format: 'uuid' } } }),
  example: field
    .json<DocumentedEvent['example']>()
    .about('Example of a request body')
    .example({ id: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90c', type: 'member.registered' }),
}) {}

export class AdminWebhookEventTypeListResponse {
  @Answer.ListOf(() => AdminWebhookEventTypeResponse)
  readonly items: readonly AdminWebhookEventTypeResponse[] = DOCUMENTED_EVENTS.map(
    (event) => new AdminWebhookEventTypeResponse(event),
  );
}
