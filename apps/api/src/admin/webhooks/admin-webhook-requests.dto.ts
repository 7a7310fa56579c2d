import {
  DELIVERY_STATUSES,
  type DeliveryStatus,
  endpointSettings,
  EVENT_TYPES,
  ManagedEndpoints,
  replaySettings,
  TEST_EVENT,
} from '@libs/webhooks';
import { Transform } from 'class-transformer';
import { CursorQuery } from '../../http/fields/cursor-query.dto';
import { Flag, OneOf } from '../../http/fields/fields';
import { newRequest, writeRequest } from '../../http/fields/request';
import { Ids, SearchQuery, Sort } from '../common/admin-requests.dto';

const DELIVERED_TYPES = [...EVENT_TYPES.map(({ type }) => type), TEST_EVENT];

export class AdminWebhookEndpointListQuery extends SearchQuery {
  @Sort(ManagedEndpoints.order)
  override readonly sort?: string;

  @Ids('endpoints')
  override readonly ids?: string[];

  @Transform(({ value }) => (value === 'true' ? true : value === 'false' ? false : (value as unknown)))
  @Flag({ optional: true })
  readonly enabled?: boolean;
}

/** For both POST and PATCH. An absent field keeps its value, or that of a new endpoint; null resets it to the latter. */
export class AdminWebhookEndpointRequest extends writeRequest(endpointSettings) {}

export class AdminWebhookReplayRequest extends newRequest(replaySettings) {}

export class AdminWebhookDeliveryListQuery extends CursorQuery {
  @OneOf('WebhookDeliveryStatus', DELIVERY_STATUSES, { optional: true })
  readonly status?: DeliveryStatus;

  @OneOf('WebhookDeliveredType', DELIVERED_TYPES, { optional: true })
  readonly event_type?: string;
}
