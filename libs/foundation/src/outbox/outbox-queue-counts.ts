import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import { hopsOf, WAITING } from './outbox-claim';
import { DEAD, FAILING, LANES_OF_TENANT, STATE } from './outbox-jobs';
import { LANES } from './outbox-lanes';

/** The queues that administrators know: the families of lanes, in their order. */
export const QUEUES: readonly string[] = Object.keys(LANES);

export interface QueueCounts {
  readonly name: string;
  readonly ready: number;
  readonly delayed: number;
  readonly active: number;
  readonly failed: number;
  readonly dead: number;
  /** The due time of the message that has waited longest. */
  readonly oldestReadyAt: Date | null;
}

/** The counts of one tenant, and whether the tenant has paused the queue. */
export interface TenantQueue extends QueueCounts {
  readonly paused: boolean;
}

/** The maximum count, per lane and per state. */
export const MOST_COUNTED_JOBS = 100_000;

/**
 * Due messages are counted by the index alone; messages that are not due yet or have failed are few. A failed message
 * that is due again counts as failed, not as ready.
 *
 * @param isOfApp only those of the App $3 among the messages that are counted otherwise: no index has the App, so that
 *   those are read.
 */
function countsOf(queues: string, lanes: string, ofTenant: string, paused: string, isOfApp = false): string {
  const [app, ofApp] = isOfApp ? [', app_id', 'WHERE app_id = $3'] : ['', ''];
  return `
    WITH RECURSIVE lanes AS (${lanes}), waiting AS (
      SELECT split_part(l.lane, ':', 1) AS queue, sum(due.count) + sum(coming.ready) AS ready, sum(coming.delayed) AS delayed,
             sum(coming.active) AS active, min(due.oldest) AS oldest
        FROM lanes l
        CROSS JOIN LATERAL (
          SELECT count(*) AS count, min(available_at) AS oldest FROM (
            SELECT available_at ${app} FROM outbox_messages
             WHERE lane = l.lane AND tenant_id = l.tenant_id AND ${WAITING} AND available_at <= now()
             ORDER BY available_at LIMIT ${MOST_COUNTED_JOBS}) m ${ofApp}) due
        CROSS JOIN LATERAL (
          SELECT count(*) FILTER (WHERE state = 'ready') AS ready, count(*) FILTER (WHERE state = 'delayed') AS delayed,
                 count(*) FILTER (WHERE state = 'active') AS active FROM (
            SELECT ${STATE} AS state ${app} FROM outbox_messages
             WHERE lane = l.lane AND tenant_id = l.tenant_id AND ${WAITING} AND available_at > now()
             ORDER BY available_at LIMIT ${MOST_COUNTED_JOBS}) m ${ofApp}) coming
       GROUP BY 1
    ), failing AS (
      SELECT queue, count(*) FILTER (WHERE state = 'failed') AS failed,
             count(*) FILTER (WHERE state = 'failed' AND is_due) AS due FROM (
        SELECT split_part(lane, ':', 1) AS queue, ${STATE} AS state, available_at <= now() AS is_due ${app}
          FROM outbox_messages WHERE ${FAILING} ${ofTenant} LIMIT ${MOST_COUNTED_JOBS}) m ${ofApp}
       GROUP BY 1
    ), dead AS (
      SELECT queue, count(*) AS dead FROM (
        SELECT split_part(lane, ':', 1) AS queue ${app}
          FROM outbox_messages WHERE ${DEAD} ${ofTenant} LIMIT ${MOST_COUNTED_JOBS}) m ${ofApp}
       GROUP BY 1
    )
    SELECT q.name, greatest(coalesce(w.ready, 0) - coalesce(f.due, 0), 0)::integer AS ready,
           coalesce(w.delayed, 0)::integer AS delayed, coalesce(w.active, 0)::integer AS active,
           coalesce(f.failed, 0)::integer AS failed, coalesce(d.dead, 0)::integer AS dead,
           w.oldest AS "oldestReadyAt" ${paused}
      FROM unnest(${queues}::text[]) WITH ORDINALITY AS q (name, place)
      LEFT JOIN waiting w ON w.queue = q.name
      LEFT JOIN failing f ON f.queue = q.name
      LEFT JOIN dead d ON d.queue = q.name
     ORDER BY q.place`;
}

const PAUSED = ', EXISTS (SELECT FROM outbox_pauses p WHERE p.tenant_id = $1 AND p.queue = q.name) AS paused';
const OF_TENANT = countsOf('$2', LANES_OF_TENANT, 'AND tenant_id = $1', PAUSED);
const OF_APP = countsOf('$2', LANES_OF_TENANT, 'AND tenant_id = $1', PAUSED, true);
const OF_ALL = countsOf('$1', hopsOf('lanes'), '', '');

/** How many messages each queue has, by state. */
@Injectable()
export class OutboxQueueCounts {
  constructor(private readonly database: Database) {}

  ofTenant(tenantId: string): Promise<TenantQueue[]> {
    return this.read(tenantId, OF_TENANT, [tenantId, QUEUES]);
  }

  /** Those that concern one App, among the `MOST_COUNTED_JOBS` of the tenant. */
  ofApp(tenantId: string, appId: string): Promise<TenantQueue[]> {
    return this.read(tenantId, OF_APP, [tenantId, QUEUES, appId]);
  }

  /** Of all tenants together. */
  ofAll(): Promise<QueueCounts[]> {
    return this.database.readAsSystem<QueueCounts & Record<string, unknown>>(OF_ALL, [QUEUES]);
  }

  private read(tenantId: string, statement: string, values: unknown[]): Promise<TenantQueue[]> {
    return this.database.read<TenantQueue & Record<string, unknown>>(tenantId, statement, values);
  }
}
