import { ValidationFailedError } from '@libs/kernel';
import {
  DELIVERY_STATUSES,
  type DeliveryStatus,
  type EndpointChanges,
  EVENT_TYPES,
  MAX_DESCRIPTION_LENGTH,
  MAX_URL_LENGTH,
  type NewEndpoint,
  SUBSCRIBABLE,
  TEST_EVENT,
} from '@libs/webhooks';
import { Transform } from 'class-transformer';
import { checkOneOf } from '../../http/fields/field-checks';
import { Flag, LockVersion, OneOf, Opaque, QueryInteger, Text, Values } from '../../http/fields/fields';
import { SearchQuery } from '../common/admin-requests.dto';

const DEFAULT_LIMIT = 20;
const DELIVERED_TYPES = [...EVENT_TYPES.map(({ type }) => type), TEST_EVENT];

export class AdminWebhookEndpointListQuery extends SearchQuery {
  @Transform(({ value }) => (value === 'true' ? true : value === 'false' ? false : (value as unknown)))
  @Flag({ optional: true })
  readonly enabled?: boolean;
}

/** For both POST and PATCH. An absent field keeps its value, or that of a new endpoint; null resets it to the latter. */
export class AdminWebhookEndpointRequest {
  @Text(
    { max: MAX_URL_LENGTH },
    {
      optional: true,
      description:
        'Required on POST. An https URL without credentials, at a public address or one that the operator allows; in development also http',
      example: 'https://example.com/hooks/appkernel',
    },
  )
  readonly url?: string;

  @Values(
    checkOneOf(SUBSCRIBABLE),
    { min: 1, max: SUBSCRIBABLE.length },
    { enum: [...SUBSCRIBABLE] },
    {
      optional: true,
      description: 'Required on POST. `*` stands for all types, including those of later versions',
      example: ['member.registered', 'member.deleted'],
    },
  )
  readonly event_types?: string[];

  @Text({ max: MAX_DESCRIPTION_LENGTH }, { optional: true, nullable: true, example: 'Warehouse' })
  readonly description?: string | null;

  @Flag({
    optional: true,
    nullable: true,
    description: 'Whether events are delivered to the endpoint; initially true',
    example: true,
  })
  readonly enabled?: boolean | null;

  @LockVersion({ optional: true, description: 'Required on PATCH, refused on POST' })
  readonly lock_version?: number;

  /** @throws ValidationFailedError naming missing required fields, and those that a new endpoint cannot have. */
  newEndpoint(): NewEndpoint {
    const { url, event_types: eventTypes } = this;
    if (url === undefined || eventTypes === undefined) {
      const missing = (['url', 'event_types'] as const).filter((field) => this[field] === undefined);
      throw new ValidationFailedError(missing.map((field) => ({ field, code: 'required' })));
    }
    if (this.lock_version !== undefined) throw ValidationFailedError.of('lock_version', 'unknown_field');
    return { ...this.changes(), url, eventTypes };
  }

  /** @throws ValidationFailedError when it is missing. */
  expectedVersion(): number {
    if (this.lock_version === undefined) throw ValidationFailedError.of('lock_version', 'required');
    return this.lock_version;
  }

  changes(): EndpointChanges {
    const { url, event_types: eventTypes, description, enabled } = this;
    return { url, eventTypes, description, enabled };
  }
}

export class AdminWebhookDeliveryListQuery {
  @Opaque({ optional: true, description: '`next_cursor` of the previous page' })
  readonly cursor?: string;

  @QueryInteger(1, 100, { default: DEFAULT_LIMIT })
  readonly limit: number = DEFAULT_LIMIT;

  @OneOf('WebhookDeliveryStatus', DELIVERY_STATUSES, { optional: true })
  readonly status?: DeliveryStatus;

  @OneOf('WebhookDeliveredType', DELIVERED_TYPES, { optional: true })
  readonly event_type?: string;
}
