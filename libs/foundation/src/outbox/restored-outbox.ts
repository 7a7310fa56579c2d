import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import { WAITING } from './outbox-claim';

/** What becomes of messages that were due before a backup was restored, by the families of lanes. */
export interface RestoredMessages {
  /** Given up, so that none is sent before an administrator has it delivered once more. */
  readonly held: readonly string[];
  /** Paused for the tenant where anything was due there: what they send is found again without its message. */
  readonly paused: readonly string[];
  /** Types in other lanes that lead to messages in the paused ones. */
  readonly leading: readonly string[];
}

/** The numbers of messages by family of lanes. */
export interface RestoredCounts {
  readonly held: Readonly<Record<string, number>>;
  readonly paused: readonly string[];
  /** Due, and left to their handlers. */
  readonly due: Readonly<Record<string, number>>;
}

interface FamilyCount extends Record<string, unknown> {
  readonly family: string;
  readonly messages: number;
}

const HELD = 'held after a backup was restored: it may have been sent before';

const FAMILY = `split_part(lane, ':', 1)`;

/** Its time has come, or it was under way when the backup was made. */
const DUE = `${WAITING} AND (available_at <= now() OR begun_at IS NOT NULL OR is_queued)`;

/** The outbox of a database that was restored, whose messages may have been handled since the backup. */
@Injectable()
export class RestoredOutbox {
  constructor(private readonly database: Database) {}

  /** In the current transaction. May be repeated while no process handles messages. */
  async settle(tenantId: string, { held, paused, leading }: RestoredMessages): Promise<RestoredCounts> {
    const given = await this.database.query<FamilyCount>(
      `WITH given AS (
         UPDATE outbox_messages
            SET dead_at = now(), last_error = $3, begun_at = NULL, is_queued = false, lost = 0
          WHERE tenant_id = $1 AND ${FAMILY} = ANY ($2) AND ${DUE} RETURNING lane)
       SELECT ${FAMILY} AS family, count(*)::integer AS messages FROM given GROUP BY 1 ORDER BY 1`,
      [tenantId, held, HELD],
    );
    const pauses = await this.database.query<{ queue: string }>(
      `INSERT INTO outbox_pauses (tenant_id, queue)
       SELECT $1, queue FROM unnest($2::text[]) AS q (queue)
        WHERE EXISTS (SELECT FROM outbox_messages
                       WHERE tenant_id = $1 AND (${FAMILY} = ANY ($2) OR type = ANY ($3)) AND ${DUE})
           ON CONFLICT DO NOTHING RETURNING queue`,
      [tenantId, paused, leading],
    );
    const due = await this.database.query<FamilyCount>(
      `SELECT ${FAMILY} AS family, count(*)::integer AS messages FROM outbox_messages
        WHERE tenant_id = $1 AND ${DUE} GROUP BY 1 ORDER BY 1`,
      [tenantId],
    );
    return { held: byFamily(given), paused: pauses.map(({ queue }) => queue).sort(), due: byFamily(due) };
  }
}

function byFamily(counts: readonly FamilyCount[]): Record<string, number> {
  return Object.fromEntries(counts.map(({ family, messages }) => [family, messages]));
}
