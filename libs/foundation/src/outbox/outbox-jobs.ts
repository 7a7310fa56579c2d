import { Injectable } from '@nestjs/common';
import type { PageRequest } from '@libs/kernel';
import { Database } from '../database/database';
import { BY_INDEX_ORDER } from '../database/index-order';
import { WAITING } from './outbox-claim';
import { familyOf } from './outbox-lanes';

/**
 * The state of a message for administrators: `failed` waits for another attempt after a failure, `dead` was given up. A
 * message whose process died is `active` until its lease expires.
 */
export type OutboxJobState = 'ready' | 'delayed' | 'active' | 'failed' | 'dead' | 'completed';

export interface OutboxJob {
  readonly id: string;
  readonly queue: string;
  readonly lane: string;
  readonly type: string;
  readonly appId: string | null;
  readonly state: OutboxJobState;
  /** The attempts since creation, or since an administrator's retry. */
  readonly attempts: number;
  readonly lost: number;
  readonly error: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  readonly availableAt: Date;
  readonly begunAt: Date | null;
  readonly completedAt: Date | null;
  readonly deadAt: Date | null;
}

export interface OutboxJobFilter {
  readonly queue?: string | undefined;
  readonly state?: OutboxJobState | undefined;
  readonly type?: string | undefined;
  /** Those to which whoever asks is limited; null for all. */
  readonly appIds?: readonly string[] | null | undefined;
}

export const FAILING = `${WAITING} AND (last_error IS NOT NULL OR lost > 0)`;
export const DEAD = 'dead_at IS NOT NULL AND completed_at IS NULL';

/** The state of a row of the outbox. */
export const STATE = `CASE
  WHEN completed_at IS NOT NULL THEN 'completed'
  WHEN dead_at IS NOT NULL THEN 'dead'
  WHEN begun_at IS NOT NULL AND available_at > now() THEN 'active'
  WHEN last_error IS NOT NULL OR lost > 0 THEN 'failed'
  WHEN is_queued OR available_at <= now() THEN 'ready'
  ELSE 'delayed' END`;

const COLUMNS = `o.id, o.lane, o.type, o.app_id AS "appId", o.attempts - o.attempts_before AS attempts, o.lost,
  o.last_error AS error, o.data, o.created_at AS "createdAt", o.available_at AS "availableAt", o.begun_at AS "begunAt",
  o.completed_at AS "completedAt", o.dead_at AS "deadAt", ${STATE} AS state`;

/** The maximum number of rows that a list reads, or that it reads of each lane. */
const LOOKED_AT = 50_000;
/** The maximum number of jobs that are counted and can be paged through. */
export const MOST_LISTED_JOBS = 10_000;

/** All lanes with waiting messages of the tenant $1, by hops along the index. */
export const LANES_OF_TENANT = `
  (SELECT lane, tenant_id FROM outbox_messages WHERE tenant_id = $1 AND ${WAITING} ORDER BY lane LIMIT 1)
  UNION ALL
  SELECT following.lane, following.tenant_id
    FROM lanes l CROSS JOIN LATERAL (
      SELECT m.lane, m.tenant_id FROM outbox_messages m
       WHERE m.tenant_id = $1 AND m.lane > l.lane AND ${WAITING} ORDER BY m.lane LIMIT 1) following`;

const LOOKED = 'o.id, o.lane, o.type, o.app_id';

/** Newest first, of all lanes. */
function newest(condition: string): string {
  return `SELECT ${LOOKED}, ${STATE} AS state FROM outbox_messages o
           WHERE o.tenant_id = $1 AND ${condition} ORDER BY o.id DESC LIMIT ${LOOKED_AT}`;
}

/** The messages of each lane that are due next, or were due last. */
function inLanes(due: string): string {
  return `SELECT m.* FROM lanes l CROSS JOIN LATERAL (
            SELECT ${LOOKED}, ${STATE} AS state FROM outbox_messages o
             WHERE o.tenant_id = $1 AND o.lane = l.lane AND ${WAITING} AND o.available_at ${due}
             LIMIT ${LOOKED_AT}) m
           WHERE $2::text IS NULL OR split_part(l.lane, ':', 1) = $2`;
}

const COMING = inLanes('> now() ORDER BY o.available_at');
const DUE = inLanes('<= now() ORDER BY o.available_at DESC');

/** The source of messages of each state, so that a million of another state are not read. */
const PLACES: Readonly<Record<OutboxJobState | 'any', string>> = {
  any: newest('true'),
  completed: newest('true'),
  dead: newest(DEAD),
  failed: newest(FAILING),
  active: COMING,
  delayed: COMING,
  ready: `${DUE} UNION ALL ${COMING}`,
};

/** The messages that are named, however old. */
const NAMED = `SELECT ${LOOKED}, ${STATE} AS state FROM outbox_messages o WHERE o.tenant_id = $1 AND o.id = ANY ($8::uuid[])`;

function listOf(place: string): string {
  return `
    WITH RECURSIVE lanes AS (${LANES_OF_TENANT}), looked AS (${place}), found AS (
      SELECT id FROM looked
       WHERE ($2::text IS NULL OR split_part(lane, ':', 1) = $2) AND ($3::text IS NULL OR type = $3)
         AND ($4::text IS NULL OR state = $4) AND ($7::uuid[] IS NULL OR app_id = ANY ($7))
       ORDER BY id DESC LIMIT ${MOST_LISTED_JOBS}
    )
    SELECT (SELECT count(*)::integer FROM found) AS total, job.*
      FROM (VALUES (1)) one
      LEFT JOIN LATERAL (
        SELECT ${COLUMNS} FROM (SELECT id FROM found ORDER BY id DESC LIMIT $5 OFFSET $6) page
          JOIN outbox_messages o ON o.tenant_id = $1 AND o.id = page.id) job ON true
     ORDER BY job.id DESC`;
}

type JobRow = Omit<OutboxJob, 'queue'> & Record<string, unknown>;

/** The messages of a tenant, for administrators. */
@Injectable()
export class OutboxJobs {
  constructor(private readonly database: Database) {}

  /** Newest first. Counts and pages through no more than `MOST_LISTED_JOBS`. */
  async list(
    tenantId: string,
    { queue, state, type, appIds }: OutboxJobFilter,
    { page, pageSize, ids }: PageRequest,
  ): Promise<{ items: OutboxJob[]; total: number }> {
    const place = ids ? NAMED : PLACES[state ?? 'any'];
    const values: unknown[] = [
      tenantId,
      queue ?? null,
      type ?? null,
      state ?? null,
      pageSize,
      (page - 1) * pageSize,
      appIds,
    ];
    if (ids) values.push(ids);
    const rows = await this.database.run(tenantId, async () => {
      const [, found] = await Promise.all([
        this.database.query(BY_INDEX_ORDER),
        this.database.query<{ total: number } & (JobRow | { id: null })>(listOf(place), values),
      ]);
      return found;
    });
    return {
      items: rows.filter((row): row is { total: number } & JobRow => row.id !== null).map(toJob),
      total: rows[0]?.total ?? 0,
    };
  }

  async find(tenantId: string, id: string): Promise<OutboxJob | null> {
    return this.one(tenantId, id, '');
  }

  /** Joins the current transaction. Claims skip the locked message. */
  async findForUpdate(tenantId: string, id: string): Promise<OutboxJob | null> {
    return this.one(tenantId, id, 'FOR UPDATE');
  }

  private async one(tenantId: string, id: string, lock: '' | 'FOR UPDATE'): Promise<OutboxJob | null> {
    const text = `SELECT ${COLUMNS} FROM outbox_messages o WHERE o.tenant_id = $1 AND o.id = $2 ${lock}`;
    const [row] = lock
      ? await this.database.query<JobRow>(text, [tenantId, id])
      : await this.database.read<JobRow>(tenantId, text, [tenantId, id]);
    return row ? toJob(row) : null;
  }
}

function toJob(row: JobRow): OutboxJob {
  return { ...row, queue: familyOf(row.lane) };
}
