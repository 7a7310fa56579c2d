import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import { OutboxAnnouncements } from './outbox-announcements';
import { DEAD } from './outbox-jobs';

/**
 * Assignments that make a message due at once, with all attempts anew. This counts as an attempt itself, so that an
 * earlier one that is still running or queued has no effect.
 */
export const TRIED_ANEW = `attempts = o.attempts + 1, attempts_before = o.attempts + 1, lost = 0, begun_at = NULL,
  is_queued = false, dead_at = NULL, last_error = NULL, available_at = now()`;

/** The oldest first. */
const RETRY_DEAD = `
  WITH retried AS (
    UPDATE outbox_messages o SET ${TRIED_ANEW}
     WHERE o.tenant_id = $1 AND o.id = ANY (ARRAY(
       SELECT id FROM outbox_messages
        WHERE tenant_id = $1 AND ${DEAD} AND split_part(lane, ':', 1) = $2 AND ($3::text IS NULL OR type = $3)
        ORDER BY id LIMIT $4 FOR UPDATE SKIP LOCKED))
    RETURNING 1
  ) SELECT count(*)::integer AS retried FROM retried`;

/** Actions of administrators on messages and queues of their tenant. All join the current transaction. */
@Injectable()
export class OutboxControl {
  constructor(
    private readonly database: Database,
    private readonly announcements: OutboxAnnouncements = new OutboxAnnouncements(database),
  ) {}

  async retry(tenantId: string, id: string): Promise<void> {
    await this.database.query(`UPDATE outbox_messages o SET ${TRIED_ANEW} WHERE o.tenant_id = $1 AND o.id = $2`, [
      tenantId,
      id,
    ]);
    await this.announcements.make();
  }

  /** @returns the number of retried dead letters. */
  async retryDead(tenantId: string, queue: string, type: string | null, limit: number): Promise<number> {
    const [row] = await this.database.query<{ retried: number }>(RETRY_DEAD, [tenantId, queue, type, limit]);
    await this.announcements.make();
    return row?.retried ?? 0;
  }

  async delete(tenantId: string, id: string): Promise<void> {
    await this.database.query('DELETE FROM outbox_messages WHERE tenant_id = $1 AND id = $2', [tenantId, id]);
  }

  /** After the commit no process begins a message of the queue. @returns false if it was paused already. */
  async pause(tenantId: string, queue: string): Promise<boolean> {
    return this.database.hasRows(
      'INSERT INTO outbox_pauses (tenant_id, queue) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1',
      [tenantId, queue],
    );
  }

  /** @returns false if the queue was not paused. */
  async resume(tenantId: string, queue: string): Promise<boolean> {
    return this.database.hasRows('DELETE FROM outbox_pauses WHERE tenant_id = $1 AND queue = $2 RETURNING 1', [
      tenantId,
      queue,
    ]);
  }
}
