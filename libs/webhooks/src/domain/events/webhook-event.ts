import { EVENT_TYPES } from './catalogue';
import type { EventData } from './event-type';

/** What happened, as endpoints are told. */
export interface WebhookEvent {
  /** That of the outbox message: whoever is told twice sees it by the id. */
  readonly id: string;
  readonly type: string;
  readonly occurredAt: Date;
  readonly tenantId: string;
  readonly appId: string | null;
  readonly data: EventData;
}

/** Something that happened, as the outbox reports it. */
interface ReportedEvent {
  readonly id: string;
  readonly type: string;
  readonly tenantId: string;
  readonly appId: string | null;
  readonly data: EventData;
  readonly createdAt: Date;
}

/** Null for what no endpoint is told. */
export function webhookEventOf(message: ReportedEvent): WebhookEvent | null {
  const found = EVENT_TYPES.find(
    ({ source, when = {} }) =>
      source === message.type && Object.entries(when).every(([field, value]) => message.data[field] === value),
  );
  if (!found) return null;
  const { type, fields, from = {} } = found;
  const data = Object.fromEntries(
    Object.keys(fields).flatMap((field) => {
      const value = message.data[from[field] ?? field];
      return value === undefined ? [] : [[field, value]];
    }),
  );
  const { id, tenantId, appId, createdAt } = message;
  return { id, type, occurredAt: createdAt, tenantId, appId, data };
}

/** The body of a request to an endpoint. */
export function payloadOf({ id, type, occurredAt, tenantId, appId, data }: WebhookEvent): string {
  return JSON.stringify({
    id,
    type,
    occurred_at: occurredAt.toISOString(),
    tenant_id: tenantId,
    app_id: appId,
    data,
  });
}
