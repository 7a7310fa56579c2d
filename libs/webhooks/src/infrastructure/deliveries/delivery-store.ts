import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { found, newId } from '@libs/kernel';
import type { EndpointSecret } from '../../domain/endpoints/endpoint';
import type { AttemptOutcome, DeliveryKind } from '../../domain/deliveries/delivery';
import type { WebhookEvent } from '../../domain/events/webhook-event';

export interface DeliveryRef {
  readonly id: string;
  readonly endpointId: string;
}

/** An attempt that was begun. */
export interface BegunAttempt extends DeliveryRef {
  readonly tenantId: string;
  readonly kind: DeliveryKind;
  readonly turn: number;
  /** Of the endpoint, as it is now. */
  readonly url: string;
  /** Those that sign now. */
  readonly secrets: readonly Pick<EndpointSecret, 'id' | 'sealed'>[];
  readonly event: WebhookEvent;
}

/** What becomes of a delivery after an attempt. */
export type Settlement =
  | { readonly status: 'succeeded' | 'failed' }
  | { readonly status: 'pending'; readonly nextAttemptAt: Date };

interface BegunRow
  extends
    Pick<BegunAttempt, 'endpointId' | 'kind' | 'url' | 'secrets'>,
    Pick<WebhookEvent, 'type' | 'appId' | 'occurredAt' | 'data'> {
  readonly isOpen: boolean;
  readonly eventId: string;
}

/**
 * An endpoint that is disabled is not told, but the event is kept for it. An event that is told already is not told again.
 */
const ADD = `
  WITH chosen AS (
    SELECT c.id, e.id AS endpoint_id, e.enabled
      FROM unnest($3::uuid[], $4::uuid[]) AS c (endpoint_id, id)
      JOIN webhook_endpoints e ON e.tenant_id = $1 AND e.id = c.endpoint_id AND e.deleted_at IS NULL
  ), event AS (
    INSERT INTO webhook_events (tenant_id, id, app_id, type, occurred_at, data)
    SELECT $1, $2::uuid, $5::uuid, $6::text, $7::timestamptz, $8::jsonb WHERE EXISTS (SELECT FROM chosen)
        ON CONFLICT DO NOTHING
  )
  INSERT INTO webhook_deliveries (tenant_id, id, endpoint_id, event_id, event_type, kind, next_attempt_at)
  SELECT $1, id, endpoint_id, $2, $6, $9::text, now() FROM chosen WHERE enabled
      ON CONFLICT (tenant_id, endpoint_id, event_id) WHERE kind = 'event' DO NOTHING
  RETURNING id, endpoint_id AS "endpointId"`;

/**
 * Counted before the call, so that one during which the process ends is counted, too. A delivery whose event is gone, as
 * nobody sent it for weeks, is cancelled.
 */
const BEGIN = `
  WITH due AS (
    SELECT d.id, d.event_id, e.enabled AND e.deleted_at IS NULL AND v.id IS NOT NULL AS is_open, e.url,
           v.type, v.app_id, v.occurred_at, v.data
      FROM webhook_deliveries d
      JOIN webhook_endpoints e ON e.tenant_id = d.tenant_id AND e.id = d.endpoint_id
      LEFT JOIN webhook_events v ON v.tenant_id = d.tenant_id AND v.id = d.event_id
     WHERE d.tenant_id = $1 AND d.id = $2 AND d.turn = $3 AND d.status = 'pending'
       FOR UPDATE OF d
  )
  UPDATE webhook_deliveries d
     SET status = CASE WHEN due.is_open THEN 'pending' ELSE 'cancelled' END,
         settled_at = CASE WHEN NOT due.is_open THEN now() END,
         next_attempt_at = CASE WHEN due.is_open THEN d.next_attempt_at END,
         attempts = d.attempts + due.is_open::integer,
         last_attempt_at = CASE WHEN due.is_open THEN now() ELSE d.last_attempt_at END
    FROM due
   WHERE d.tenant_id = $1 AND d.id = due.id AND d.event_id = due.event_id
  RETURNING due.is_open AS "isOpen", d.endpoint_id AS "endpointId", d.kind, due.url, due.event_id AS "eventId", due.type,
            due.app_id AS "appId", due.occurred_at AS "occurredAt", due.data,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'sealed', s.sealed_secret)
                                       ORDER BY s.expires_at DESC NULLS FIRST), '[]')
               FROM webhook_endpoint_secrets s
              WHERE s.tenant_id = $1 AND s.endpoint_id = d.endpoint_id
                AND (s.expires_at IS NULL OR s.expires_at > now())) AS secrets`;

/** The answer takes the place of that to the attempt before. */
const SETTLE = `
  WITH settled AS (
    UPDATE webhook_deliveries
       SET status = $4, turn = turn + 1, response_status = $5, duration_ms = $6, error = $7, next_attempt_at = $8,
           settled_at = CASE WHEN $4 <> 'pending' THEN now() END
     WHERE tenant_id = $1 AND id = $2 AND turn = $3 AND status = 'pending' AND event_id = $11
    RETURNING tenant_id, id
  ), forgotten AS (
    DELETE FROM webhook_answers WHERE tenant_id = $1 AND delivery_id = (SELECT id FROM settled WHERE $9::text IS NULL)
  ), kept AS (
    INSERT INTO webhook_answers (tenant_id, delivery_id, user_id, body)
    SELECT tenant_id, id, $10::uuid, $9::text FROM settled WHERE $9::text IS NOT NULL
        ON CONFLICT (tenant_id, delivery_id) DO UPDATE SET body = excluded.body, created_at = excluded.created_at
  )
  SELECT 1 FROM settled`;

const REPEAT = `
  INSERT INTO webhook_deliveries (tenant_id, id, endpoint_id, event_id, event_type, kind, next_attempt_at)
  SELECT tenant_id, $3::uuid, endpoint_id, event_id, event_type, 'redelivery', now()
    FROM webhook_deliveries WHERE tenant_id = $1 AND id = $2`;

/** How many are cancelled at once. */
const BATCH = 1_000;

const CANCEL = `
  UPDATE webhook_deliveries
     SET status = 'cancelled', settled_at = now(), next_attempt_at = NULL
   WHERE tenant_id = $1 AND id = ANY (ARRAY(
     SELECT id FROM webhook_deliveries
      WHERE tenant_id = $1 AND endpoint_id = $2 AND status = 'pending' AND created_at <= $3
      ORDER BY id LIMIT ${BATCH} FOR UPDATE))
  RETURNING 1`;

/** What is sent to endpoints, and what became of it. */
@Injectable()
export class DeliveryStore {
  constructor(private readonly database: Database) {}

  /** Adds one for each of the endpoints, in the current transaction. @returns those that were not there before. */
  add(event: WebhookEvent, endpointIds: readonly string[], kind: DeliveryKind): Promise<DeliveryRef[]> {
    const { tenantId, id, appId, type, occurredAt, data } = event;
    const ids = endpointIds.map(() => newId());
    const values = [tenantId, id, endpointIds, ids, appId, type, occurredAt, JSON.stringify(data), kind];
    return this.database.query<DeliveryRef & Record<string, unknown>>(ADD, values);
  }

  /** @returns nothing if the turn was made before, or the endpoint was closed meanwhile: then it is cancelled. */
  async begin(tenantId: string, id: string, turn: number): Promise<BegunAttempt | null> {
    const [row] = await this.database.write<BegunRow & Record<string, unknown>>(tenantId, BEGIN, [tenantId, id, turn]);
    if (!row?.isOpen) return null;
    const { endpointId, kind, url, secrets, eventId, type, appId, occurredAt, data } = row;
    const event = { id: eventId, type, occurredAt, tenantId, appId, data };
    return { tenantId, id, endpointId, kind, turn, url, secrets, event };
  }

  /** In the current transaction. @returns whether it was this attempt that counted. */
  async settle(
    { tenantId, id, turn, event }: BegunAttempt,
    outcome: AttemptOutcome,
    settlement: Settlement,
  ): Promise<boolean> {
    const { responseStatus, durationMs, error, responseBody } = outcome;
    const nextAttemptAt = settlement.status === 'pending' ? settlement.nextAttemptAt : null;
    return this.database.hasRows(SETTLE, [
      ...[tenantId, id, turn, settlement.status, responseStatus, durationMs, error, nextAttemptAt],
      ...[responseBody, event.data['user_id'] ?? null, event.id],
    ]);
  }

  /** Forgets what endpoints answered about a person. */
  async forgetAnswers(tenantId: string, userId: string): Promise<void> {
    await this.database.write(tenantId, 'DELETE FROM webhook_answers WHERE tenant_id = $1 AND user_id = $2', [
      tenantId,
      userId,
    ]);
  }

  /** @throws ResourceNotFoundError when the tenant has no such delivery. */
  async endpointOf(tenantId: string, id: string): Promise<string> {
    const [row] = await this.database.read<{ endpointId: string }>(
      tenantId,
      'SELECT endpoint_id AS "endpointId" FROM webhook_deliveries WHERE tenant_id = $1 AND id = $2',
      [tenantId, id],
    );
    return found(row).endpointId;
  }

  /** The same event once more, in the current transaction. @returns the id of the new delivery. */
  async repeat(tenantId: string, id: string): Promise<string> {
    const repeatId = newId();
    await this.database.query(REPEAT, [tenantId, id, repeatId]);
    return repeatId;
  }

  /** Cancels some of what an endpoint had waiting at a time. @returns whether there may be more. */
  async cancel(tenantId: string, endpointId: string, until: Date): Promise<boolean> {
    return (await this.database.write(tenantId, CANCEL, [tenantId, endpointId, until])).length === BATCH;
  }
}
