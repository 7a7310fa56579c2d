import { eventually, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import type { AdminClient } from './admin';

/** AdminWebhookEndpointResponse on the wire. */
export interface EndpointAnswer {
  readonly id: string;
  readonly url: string;
  readonly event_types: readonly string[];
  readonly description: string | null;
  readonly enabled: boolean;
  readonly disabled_reason: string | null;
  readonly failing_since: string | null;
  readonly secrets: readonly { readonly id: string; readonly expires_at: string | null }[];
  readonly lock_version: number;
}

export type NewEndpointAnswer = EndpointAnswer & { readonly secret: string };

/** AdminWebhookDeliveryResponse on the wire. */
export interface DeliveryAnswer {
  readonly id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly kind: string;
  readonly status: string;
  readonly attempts: number;
  readonly response_status: number | null;
  readonly error: string | null;
  readonly next_attempt_at: string | null;
}

/** AdminWebhookDeliveryDetailResponse on the wire. */
export type DeliveryDetailAnswer = DeliveryAnswer & {
  readonly endpoint_id: string;
  readonly request_body: string | null;
  readonly response_body: string | null;
};

export function webhookClient(admin: AdminClient) {
  const read = async (id: string): Promise<EndpointAnswer> =>
    (await admin.get(`webhooks/endpoints/${id}`).expect(200)).body.data as EndpointAnswer;
  const deliveries = async (id: string, query = ''): Promise<DeliveryAnswer[]> =>
    (await admin.get(`webhooks/endpoints/${id}/deliveries${query}`).expect(200)).body.data.items as DeliveryAnswer[];
  return {
    read,
    deliveries,
    detail: async (id: string): Promise<DeliveryDetailAnswer> =>
      (await admin.get(`webhooks/deliveries/${id}`).expect(200)).body.data as DeliveryDetailAnswer,
    /** @returns how many events are sent again. */
    replay: async (id: string, body: object): Promise<number> =>
      (await admin.post(`webhooks/endpoints/${id}/replay`, body).expect(202)).body.data.count as number,
    create: async (input: object = {}): Promise<NewEndpointAnswer> => {
      const body = { url: 'https://example.com/hook', event_types: ['*'], ...input };
      return (await admin.post('webhooks/endpoints', body).expect(201)).body.data as NewEndpointAnswer;
    },
    patch: async (id: string, changes: object): Promise<EndpointAnswer> => {
      const { lock_version } = await read(id);
      const { body } = await admin.patch(`webhooks/endpoints/${id}`, { lock_version, ...changes }).expect(200);
      return body.data as EndpointAnswer;
    },
    remove: async (id: string): Promise<void> => {
      const { lock_version } = await read(id);
      await admin.delete(`webhooks/endpoints/${id}?lock_version=${lock_version}`).expect(200);
    },
    rotate: async (id: string): Promise<NewEndpointAnswer> =>
      (await admin.post(`webhooks/endpoints/${id}/rotate-secret`).expect(200)).body.data as NewEndpointAnswer,
    /** @returns the id of the delivery. */
    test: async (id: string): Promise<string> =>
      (await admin.post(`webhooks/endpoints/${id}/test`).expect(202)).body.data.delivery_id as string,
    redeliver: async (id: string): Promise<string> =>
      (await admin.post(`webhooks/deliveries/${id}/redeliver`).expect(202)).body.data.delivery_id as string,
    /** The one delivery, once it is as it should be. */
    settled: (id: string, deliveryId: string, isDone = ({ status }: DeliveryAnswer) => status !== 'pending') =>
      eventually(async () => {
        const found = (await deliveries(id)).find((delivery) => delivery.id === deliveryId);
        return found && isDone(found) ? found : null;
      }),
  };
}

export type WebhookClient = ReturnType<typeof webhookClient>;

/** Has the next attempt at everything that waits for the endpoint made now. */
export async function attemptsComeDue({ urls }: Pick<TestApi, 'urls'>, endpointId: string): Promise<void> {
  await queryAs(
    urls.superuserUrl,
    `UPDATE outbox_messages SET available_at = now() WHERE lane = $1 AND completed_at IS NULL AND dead_at IS NULL`,
    [`webhooks:${endpointId}`],
  );
}
