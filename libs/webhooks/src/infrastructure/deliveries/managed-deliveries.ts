import { Injectable } from '@nestjs/common';
import { columnsIn, Cursors, Database } from '@libs/foundation';
import { found } from '@libs/kernel';
import {
  ANSWER_DAYS,
  type DeliveryDetail,
  type DeliveryStatus,
  type ManagedDelivery,
  managedDelivery,
} from '../../domain/deliveries/delivery';
import { payloadOf, type WebhookEvent } from '../../domain/events/webhook-event';

export interface DeliveryFilter {
  readonly status?: DeliveryStatus | undefined;
  readonly eventType?: string | undefined;
}

export interface DeliveryPage {
  readonly items: readonly ManagedDelivery[];
  readonly nextCursor: string | null;
}

/** Without the event where its body is no longer told. */
const SELECT_DETAIL = `
  SELECT ${columnsIn(managedDelivery)}, endpoint_id AS "endpointId", event.*, answer.*
    FROM webhook_deliveries d
    LEFT JOIN LATERAL (
      SELECT v.app_id AS "appId", v.occurred_at AS "occurredAt", v.data FROM webhook_events v
       WHERE v.tenant_id = d.tenant_id AND v.id = d.event_id
         AND coalesce(d.last_attempt_at, d.created_at) > now() - interval '${ANSWER_DAYS} days') event ON true
    LEFT JOIN LATERAL (
      SELECT a.body AS "responseBody" FROM webhook_answers a
       WHERE a.tenant_id = d.tenant_id AND a.delivery_id = d.id
         AND a.created_at > now() - interval '${ANSWER_DAYS} days') answer ON true
   WHERE d.tenant_id = $1 AND d.id = $2`;

type DetailRow = Omit<DeliveryDetail, 'requestBody'> &
  Pick<WebhookEvent, 'appId' | 'occurredAt'> & { readonly data: WebhookEvent['data'] | null };

@Injectable()
export class ManagedDeliveries {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  /** Newest first. @throws ValidationFailedError if the cursor is not from this list. */
  async page(
    tenantId: string,
    endpointId: string,
    { status, eventType }: DeliveryFilter,
    { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<DeliveryPage> {
    const list = ['webhook deliveries', tenantId, endpointId, status ?? '', eventType ?? ''];
    const before = this.cursors.idAbove(list, cursor);
    const rows = await this.database.readRecent<ManagedDelivery & Record<string, unknown>>(
      tenantId,
      // By its name in the statement, as the few that did not succeed have an index of their own.
      `SELECT ${columnsIn(managedDelivery)} FROM webhook_deliveries
        WHERE tenant_id = $1 AND endpoint_id = $2 AND id < $3 AND ($4::text IS NULL OR event_type = $4)
          ${status ? `AND status = '${status}'` : ''}
        ORDER BY id DESC LIMIT $5`,
      [tenantId, endpointId, before, eventType, limit + 1],
    );
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    return { items, nextCursor: last && rows.length > limit ? this.cursors.encode(list, [last.id]) : null };
  }

  /** @throws ResourceNotFoundError */
  async get(tenantId: string, id: string): Promise<DeliveryDetail> {
    const row = await this.database.readOne<DetailRow>(tenantId, SELECT_DETAIL, [tenantId, id]);
    const { appId, occurredAt, data, ...delivery } = found(row);
    const { eventId, eventType: type } = delivery;
    const requestBody = data && payloadOf({ id: eventId, type, occurredAt, tenantId, appId, data });
    return { ...delivery, requestBody };
  }
}
