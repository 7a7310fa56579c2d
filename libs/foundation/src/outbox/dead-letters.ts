import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import { DEAD } from './outbox-jobs';
import { TRIED_ANEW } from './outbox-control';

/** Undefined means any. */
export interface DeadLetterFilter {
  readonly tenantId?: string | undefined;
  /** A lane, or a family of lanes. */
  readonly lane?: string | undefined;
  readonly type?: string | undefined;
}

/** Dead letters of one tenant, lane and type. */
export interface DeadLetterGroup {
  readonly tenantId: string;
  readonly lane: string;
  readonly type: string;
  readonly messages: number;
  readonly oldestDeadAt: Date;
}

/** The numbers of waiting messages and dead letters of a tenant. */
export interface Backlog {
  readonly waiting: number;
  readonly dead: number;
}

const BATCH = 1_000;
const STATEMENT_SECONDS = 300;

/** $1-$3 tenant, lane or family, and type. */
const MATCHES = `${DEAD} AND ($1::uuid IS NULL OR tenant_id = $1)
  AND ($2::text IS NULL OR lane = $2 OR split_part(lane, ':', 1) = $2) AND ($3::text IS NULL OR type = $3)`;

/** Oldest dead letters first; `$4` excludes messages that die again meanwhile. */
const REDRIVE = `
  UPDATE outbox_messages o SET ${TRIED_ANEW}
    FROM (SELECT tenant_id, id FROM outbox_messages
           WHERE ${MATCHES} AND dead_at < $4 ORDER BY dead_at LIMIT $5 FOR UPDATE SKIP LOCKED) dead
   WHERE o.tenant_id = dead.tenant_id AND o.id = dead.id RETURNING 1`;

/** Messages of the outbox that were given up. */
@Injectable()
export class DeadLetters {
  constructor(private readonly database: Database) {}

  groups(filter: DeadLetterFilter): Promise<DeadLetterGroup[]> {
    return this.database.readAsSystem<DeadLetterGroup & Record<string, unknown>>(
      `SELECT tenant_id AS "tenantId", lane, type, count(*)::integer AS messages, min(dead_at) AS "oldestDeadAt"
         FROM outbox_messages WHERE ${MATCHES} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
      valuesOf(filter),
    );
  }

  /**
   * Redelivers dead letters of one tenant, with all attempts anew, in batches of one transaction each.
   *
   * @param inTransaction called in the transaction of each batch, with its size.
   */
  async redrive(
    filter: DeadLetterFilter & { readonly tenantId: string },
    limit: number,
    inTransaction: (messages: number) => void = () => undefined,
  ): Promise<number> {
    const { tenantId } = filter;
    const began = await this.database.run(tenantId, () => this.database.now());
    let redriven = 0;
    for (;;) {
      const size = Math.min(BATCH, limit - redriven);
      const messages = await this.database.run(tenantId, async () => {
        const { length } = await this.database.query(REDRIVE, [...valuesOf(filter), began, size]);
        if (length > 0) inTransaction(length);
        return length;
      });
      redriven += messages;
      if (messages < size || redriven >= limit) return redriven;
    }
  }

  /** The backlogs by tenant, without tenants that have none. */
  async backlogs(tenantId: string | null): Promise<ReadonlyMap<string, Backlog>> {
    const rows = await this.database.runAsSystem(async () => {
      await this.database.extendLimits(STATEMENT_SECONDS);
      return this.database.query<Backlog & { tenantId: string }>(
        `SELECT tenant_id AS "tenantId", sum(waiting)::integer AS waiting, sum(dead)::integer AS dead
           FROM (SELECT tenant_id, count(*) AS waiting, 0 AS dead FROM outbox_messages
                  WHERE completed_at IS NULL AND dead_at IS NULL AND ($1::uuid IS NULL OR tenant_id = $1) GROUP BY 1
                  UNION ALL
                 SELECT tenant_id, 0, count(*) FROM outbox_messages
                  WHERE dead_at IS NOT NULL AND ($1::uuid IS NULL OR tenant_id = $1) GROUP BY 1) counted
          GROUP BY 1`,
        [tenantId],
      );
    });
    return new Map(rows.map(({ tenantId: id, waiting, dead }) => [id, { waiting, dead }]));
  }
}

function valuesOf({ tenantId, lane, type }: DeadLetterFilter): unknown[] {
  return [tenantId ?? null, lane ?? null, type ?? null];
}
