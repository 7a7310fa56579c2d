import type { ListPage } from '@libs/kernel';
import {
  DELIVERY_ERRORS,
  DELIVERY_KINDS,
  DELIVERY_STATUSES,
  type DeliveryPage,
  DISABLED_REASONS,
  DOCUMENTED_EVENTS,
  type DocumentedEvent,
  type ManagedDelivery,
  type ManagedEndpoint,
  type ManagedSecret,
  MAX_DESCRIPTION_LENGTH,
  type RevealedEndpoint,
} from '@libs/webhooks';
import { Answer } from '../../http/answers/answer-fields';
import type { PageQuery } from '../common/admin-requests.dto';
import { AdminListResponse } from '../common/admin-responses.dto';

export class AdminWebhookSecretResponse {
  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90e' })
  readonly id: string;

  @Answer.Instant()
  readonly created_at: string;

  @Answer.Instant({
    nullable: true,
    description: 'Time until which a replaced secret signs beside its successor; null for the current one',
    example: null,
  })
  readonly expires_at: string | null;

  constructor({ id, createdAt, expiresAt }: ManagedSecret) {
    this.id = id;
    this.created_at = createdAt.toISOString();
    this.expires_at = expiresAt?.toISOString() ?? null;
  }
}

export class AdminWebhookEndpointResponse {
  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90f' })
  readonly id: string;

  @Answer.Url({ example: 'https://example.com/hooks/appkernel' })
  readonly url: string;

  @Answer.Texts({ example: ['member.registered', 'member.deleted'] })
  readonly event_types: readonly string[];

  @Answer.Text({ max: MAX_DESCRIPTION_LENGTH, nullable: true, example: 'Warehouse' })
  readonly description: string | null;

  @Answer.Flag()
  readonly enabled: boolean;

  @Answer.OneOf('WebhookDisabledReason', DISABLED_REASONS, {
    nullable: true,
    description:
      'Why the endpoint is disabled: by an administrator, after the answer 410, or because all deliveries failed for five days; null while enabled',
    example: null,
  })
  readonly disabled_reason: string | null;

  @Answer.Instant({
    nullable: true,
    description: 'Time since which all deliveries have failed; null if the last one succeeded',
    example: null,
  })
  readonly failing_since: string | null;

  @Answer.ListOf(() => AdminWebhookSecretResponse, {
    max: 2,
    description: 'The secrets that sign at present, the newest first',
  })
  readonly secrets: readonly AdminWebhookSecretResponse[];

  @Answer.LockVersion()
  readonly lock_version: number;

  @Answer.Instant()
  readonly created_at: string;

  @Answer.Instant()
  readonly updated_at: string;

  constructor(endpoint: ManagedEndpoint) {
    this.id = endpoint.id;
    this.url = endpoint.url;
    this.event_types = endpoint.eventTypes;
    this.description = endpoint.description;
    this.enabled = endpoint.enabled;
    this.disabled_reason = endpoint.disabledReason;
    this.failing_since = endpoint.failingSince?.toISOString() ?? null;
    this.secrets = endpoint.secrets.map((secret) => new AdminWebhookSecretResponse(secret));
    this.lock_version = endpoint.lockVersion;
    this.created_at = endpoint.createdAt.toISOString();
    this.updated_at = endpoint.updatedAt.toISOString();
  }
}

export class AdminWebhookEndpointSecretResponse extends AdminWebhookEndpointResponse {
  @Answer.Secret({ example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazQVDGNNZIo=' })
  readonly secret: string;

  constructor({ endpoint, secret }: RevealedEndpoint) {
    super(endpoint);
    this.secret = secret;
  }
}

/** Newest first. */
export class AdminWebhookEndpointListResponse extends AdminListResponse {
  @Answer.ListOf(() => AdminWebhookEndpointResponse)
  readonly items: readonly AdminWebhookEndpointResponse[];

  constructor(query: PageQuery, { items, total }: ListPage<ManagedEndpoint>) {
    super(query, total);
    this.items = items.map((endpoint) => new AdminWebhookEndpointResponse(endpoint));
  }
}

export class AdminWebhookDeliveryAcceptedResponse {
  @Answer.Constant(true)
  readonly accepted: boolean = true;

  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be910' })
  readonly delivery_id: string;

  constructor(deliveryId: string) {
    this.delivery_id = deliveryId;
  }
}

export class AdminWebhookDeliveryResponse {
  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be910' })
  readonly id: string;

  @Answer.Uuid({
    description: 'Id of the event, sent in the header `webhook-id`; the same in all deliveries of the event',
    example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90c',
  })
  readonly event_id: string;

  @Answer.Text({ example: 'member.registered' })
  readonly event_type: string;

  @Answer.OneOf('WebhookDeliveryKind', DELIVERY_KINDS)
  readonly kind: string;

  @Answer.OneOf('WebhookDeliveryStatus', DELIVERY_STATUSES)
  readonly status: string;

  @Answer.Count({ description: 'Number of attempts started', example: 1 })
  readonly attempts: number;

  @Answer.Integer({
    min: 100,
    nullable: true,
    description: 'HTTP status of the last attempt; null without an answer',
    example: 503,
  })
  readonly response_status: number | null;

  @Answer.Integer({ min: 0, nullable: true, description: 'Duration of the last attempt in milliseconds', example: 84 })
  readonly duration_ms: number | null;

  @Answer.OneOf('WebhookDeliveryError', DELIVERY_ERRORS, {
    nullable: true,
    description: 'Reason why the last attempt failed; null if it did not',
    example: 'status',
  })
  readonly error: string | null;

  @Answer.Instant({ nullable: true })
  readonly last_attempt_at: string | null;

  @Answer.Instant({ nullable: true, description: 'Time of the next attempt; null if there is none' })
  readonly next_attempt_at: string | null;

  @Answer.Instant({
    nullable: true,
    description: 'Time at which the delivery succeeded, failed for good or was cancelled; null while it is pending',
    example: null,
  })
  readonly settled_at: string | null;

  @Answer.Instant()
  readonly created_at: string;

  constructor(delivery: ManagedDelivery) {
    this.id = delivery.id;
    this.event_id = delivery.eventId;
    this.event_type = delivery.eventType;
    this.kind = delivery.kind;
    this.status = delivery.status;
    this.attempts = delivery.attempts;
    this.response_status = delivery.responseStatus;
    this.duration_ms = delivery.durationMs;
    this.error = delivery.error;
    this.last_attempt_at = delivery.lastAttemptAt?.toISOString() ?? null;
    this.next_attempt_at = delivery.nextAttemptAt?.toISOString() ?? null;
    this.settled_at = delivery.settledAt?.toISOString() ?? null;
    this.created_at = delivery.createdAt.toISOString();
  }
}

/** Newest first. */
export class AdminWebhookDeliveryListResponse {
  @Answer.ListOf(() => AdminWebhookDeliveryResponse)
  readonly items: readonly AdminWebhookDeliveryResponse[];

  @Answer.Text({ nullable: true, description: 'Cursor of the next page, null on the last page', example: null })
  readonly next_cursor: string | null;

  constructor({ items, nextCursor }: DeliveryPage) {
    this.items = items.map((delivery) => new AdminWebhookDeliveryResponse(delivery));
    this.next_cursor = nextCursor;
  }
}

export class AdminWebhookEventTypeResponse {
  @Answer.Text({ example: 'member.registered' })
  readonly type: string;

  @Answer.Text({ example: 'A membership ended.' })
  readonly description: string;

  @Answer.JsonObject({
    description: 'JSON Schema (2020-12) of the request body',
    example: { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } },
  })
  readonly schema: DocumentedEvent['schema'];

  @Answer.JsonObject({
    description: 'Example of a request body',
    example: { id: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90c', type: 'member.registered' },
  })
  readonly example: DocumentedEvent['example'];

  constructor({ type, description, schema, example }: DocumentedEvent) {
    this.type = type;
    this.description = description;
    this.schema = schema;
    this.example = example;
  }
}

export class AdminWebhookEventTypeListResponse {
  @Answer.ListOf(() => AdminWebhookEventTypeResponse)
  readonly items: readonly AdminWebhookEventTypeResponse[] = DOCUMENTED_EVENTS.map(
    (event) => new AdminWebhookEventTypeResponse(event),
  );
}
