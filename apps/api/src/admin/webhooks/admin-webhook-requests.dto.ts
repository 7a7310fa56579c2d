import {
  DELIVERY_STATUSES,
  type DeliveryStatus,
  endpointSettings,
  EVENT_TYPES,
  replaySettings,
  TEST_EVENT,
} from '@libs/webhooks';
import { Transform } from 'class-transformer';
import { Flag, OneOf, Opaque, QueryInteger } from '../../http/fields/fields';
import { newRequest, writeRequest } from '../../http/fields/request';
import { SearchQuery } from '../common/admin-requests.dto';

const DEFAULT_LIMIT = 20;
const DELIVERED_TYPES = [...EVENT_TYPES.map(({ type }) => type), TEST_EVENT];

export class AdminWebhookEndpointListQuery extends SearchQuery {
  @Transform(({ value }) => (value === 'true' ? true : value === 'false' ? false : (value as unknown)))
  @Flag({ optional: true })
  readonly enabled?: boolean;
}

/** For both POST and PATCH. An absent field keeps its value, or that of a new endpoint; null resets it to the latter. */
export class AdminWebhookEndpointRequest extends writeRequest(endpointSettings) {}

export class AdminWebhookReplayRequest extends newRequest(replaySettings) {}

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
