import { Injectable } from '@nestjs/common';
import { Database, SWEEP_BATCH, type SweepBatch } from '@libs/foundation';
import { newId, NIL_UUID } from '@libs/kernel';
import { MAX_REPLAYED } from '../../domain/deliveries/replay';
import type { DeliveryRef } from './delivery-store';

/** Events by the time at which they occurred, up to the end of it. */
export interface ReplayedEvents {
  readonly tenantId: string;
  readonly endpointId: string;
  readonly types: readonly string[];
  readonly from: Date;
  readonly until: Date;
}

/** How many get their deliveries in one step. */
const BATCH = 500;

/** One more than may be, at most. */
const COUNT = `
  SELECT count(*)::integer AS count FROM (
    SELECT FROM webhook_events
     WHERE tenant_id = $1 AND occurred_at >= $2 AND occurred_at < $3 AND type = ANY ($4) LIMIT ${MAX_REPLAYED + 1}) e`;

const COUNT_WAITING = `
  SELECT ((SELECT coalesce(sum(events_left), 0) FROM webhook_replays WHERE tenant_id = $1 AND endpoint_id = $2)
          + (SELECT count(*) FROM webhook_deliveries
              WHERE tenant_id = $1 AND endpoint_id = $2 AND kind = 'replay' AND status = 'pending'))::integer AS count`;

const ADD = `
  INSERT INTO webhook_replays
    (tenant_id, id, endpoint_id, event_types, after_occurred_at, after_event_id, until, events_left)
  VALUES ($1, $2, $3, $4, $5, '${NIL_UUID}', $6, $7)`;

/** Nothing for an endpoint that was closed, nor of events that came after the request: they are delivered as they come. */
const DELIVER_NEXT = `
  WITH replay AS (
    SELECT r.* FROM webhook_replays r
      JOIN webhook_endpoints e ON e.tenant_id = r.tenant_id AND e.id = r.endpoint_id AND e.enabled AND e.deleted_at IS NULL
     WHERE r.tenant_id = $1 AND r.id = $2 FOR UPDATE OF r
  ), events AS (
    SELECT v.id, v.type, v.occurred_at, r.endpoint_id, row_number() OVER (ORDER BY v.occurred_at, v.id) AS place
      FROM replay r JOIN webhook_events v ON v.tenant_id = $1
       AND (v.occurred_at, v.id) > (r.after_occurred_at, r.after_event_id) AND v.occurred_at < r.until
       AND v.type = ANY (r.event_types) AND v.created_at <= r.created_at
     ORDER BY v.occurred_at, v.id LIMIT ${BATCH}
  ), moved AS (
    UPDATE webhook_replays r
       SET after_occurred_at = last.occurred_at, after_event_id = last.id, events_left = greatest(r.events_left - last.place, 0)
      FROM (SELECT * FROM events ORDER BY place DESC LIMIT 1) last
     WHERE r.tenant_id = $1 AND r.id = $2
  )
  INSERT INTO webhook_deliveries (tenant_id, id, endpoint_id, event_id, event_type, kind, next_attempt_at)
  SELECT $1, i.id, e.endpoint_id, e.id, e.type, 'replay', now()
    FROM events e JOIN unnest($3::uuid[]) WITH ORDINALITY AS i (id, place) ON i.place = e.place
  RETURNING id, endpoint_id AS "endpointId"`;

/** They take seconds. One that is there for longer has lost its message, or waits for its next try: a second does no harm. */
const SELECT_LOST = `
  SELECT tenant_id AS "tenantId", id FROM webhook_replays
   WHERE created_at < now() - interval '5 minutes' ORDER BY created_at LIMIT ${SWEEP_BATCH}`;

/** A replay of which not every event has its delivery. */
export interface ReplayRef {
  readonly tenantId: string;
  readonly id: string;
}

/** Events that endpoints are sent again. In the current transaction, unless it is said otherwise. */
@Injectable()
export class Replays {
  constructor(private readonly database: Database) {}

  /** @returns how many events there are, and no more than one above the limit. */
  count({ tenantId, from, until, types }: ReplayedEvents): Promise<number> {
    return this.countOf(COUNT, [tenantId, from, until, types]);
  }

  /** How many events still wait to be sent again to the endpoint. */
  waiting(tenantId: string, endpointId: string): Promise<number> {
    return this.countOf(COUNT_WAITING, [tenantId, endpointId]);
  }

  async add(id: string, { tenantId, endpointId, types, from, until }: ReplayedEvents, count: number): Promise<void> {
    await this.database.query(ADD, [tenantId, id, endpointId, types, from, until, count]);
  }

  /** Adds the deliveries of the next events. @returns whether there may be more of them. */
  async deliverNext(tenantId: string, id: string): Promise<{ added: DeliveryRef[]; more: boolean }> {
    const ids = Array.from({ length: BATCH }, () => newId());
    const added = await this.database.query<DeliveryRef & Record<string, unknown>>(DELIVER_NEXT, [tenantId, id, ids]);
    const more = added.length === BATCH;
    if (!more)
      await this.database.query('DELETE FROM webhook_replays WHERE tenant_id = $1 AND id = $2', [tenantId, id]);
    return { added, more };
  }

  /** Ends those that an endpoint had at a time, in a transaction of its own. */
  async end(tenantId: string, endpointId: string, until: Date): Promise<void> {
    await this.database.write(
      tenantId,
      'DELETE FROM webhook_replays WHERE tenant_id = $1 AND endpoint_id = $2 AND created_at <= $3',
      [tenantId, endpointId, until],
    );
  }

  /** Across tenants. */
  async lost(): Promise<Omit<SweepBatch, 'rows'> & { readonly items: readonly ReplayRef[] }> {
    const items = await this.database.readAsSystem<ReplayRef & Record<string, unknown>>(SELECT_LOST);
    return { items, full: false };
  }

  private async countOf(text: string, values: unknown[]): Promise<number> {
    return (await this.database.queryOne<{ count: number }>(text, values))?.count ?? 0;
  }
}
