import { field, only } from '@libs/kernel';
import {
  deliveryDetail,
  DOCUMENTED_EVENTS,
  documentedEvent,
  managedDelivery,
  managedSecret,
  MAX_REPLAYED,
  type RevealedEndpoint,
  webhookEndpoint,
} from '@libs/webhooks';
import { updatedBy } from '../../http/answers/actor-response.dto';
import { answer } from '../../http/answers/answer';
import { pageOf } from '../common/admin-responses.dto';

export class AdminWebhookSecretResponse extends answer(managedSecret) {}

const endpoint = {
  ...only(webhookEndpoint, 'id', 'url'),
  eventTypes: field.texts().example(['member.registered', 'member.deleted']),
  ...only(webhookEndpoint, 'description', 'enabled', 'disabledReason', 'failingSince'),
  secrets: field
    .listOf(() => AdminWebhookSecretResponse, 2)
    .about('The secrets that sign at present, the newest first'),
  ...only(webhookEndpoint, 'lockVersion', 'createdAt', 'updatedAt'),
  updatedBy,
};

export class AdminWebhookEndpointResponse extends answer(endpoint) {}

export class AdminWebhookEndpointSecretResponse extends answer({
  ...endpoint,
  secret: field.secret().example('whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazQVDGNNZIo='),
}) {
  constructor({ endpoint, secret }: RevealedEndpoint) {
    super({ ...endpoint, secret });
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

export class AdminWebhookDeliveryResponse extends answer(managedDelivery) {}

export class AdminWebhookDeliveryDetailResponse extends answer(deliveryDetail) {}

export class AdminWebhookReplayResponse extends answer({
  count: field.count().about(`Number of events that are sent again, at most ${MAX_REPLAYED}`).example(120),
}) {}

/** Newest first. */
export class AdminWebhookDeliveryListResponse extends answer({
  items: field.listOf(() => AdminWebhookDeliveryResponse),
  nextCursor: field.text().nullable().about('Cursor of the next page, null on the last page').example(null),
}) {}

export class AdminWebhookEventTypeResponse extends answer(documentedEvent) {}

export class AdminWebhookEventTypeListResponse extends answer({
  items: field.listOf(() => AdminWebhookEventTypeResponse),
}) {
  constructor() {
    super({ items: DOCUMENTED_EVENTS });
  }
}
