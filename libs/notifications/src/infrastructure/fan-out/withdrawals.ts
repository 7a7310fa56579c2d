import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { NIL_UUID } from '@libs/kernel';
import type { AudienceMode } from '../../domain/audience/audience';
import type { NotificationScope } from '../../domain/notification-scope';
import type { MessageType } from '../../domain/preferences/notification-preferences';
import { type InboxTimes, isTimeUp } from '../../domain/inbox/time-in-inbox';
import { LOCK_INBOXES } from '../inbox/inbox-counters';
import { IN_KEY_ORDER, SLICE_END, sliceOf } from './walks';

interface WithdrawalRow extends InboxTimes, Record<string, unknown> {
  readonly publication_id: string;
  readonly position: string | null;
  readonly message_type: MessageType | null;
  readonly origin: string;
  readonly mode: AudienceMode;
  readonly user_ids: string[];
  readonly now: Date;
}

/** The fan-out writes a batch behind the same lock, so that it is over, or goes on and stops by itself before its next. */
const TAKE = `
  SELECT f.publication_id, f.withdrawn_through AS position, m.message_type, m.origin, m.audience_mode AS mode,
         m.audience_user_ids AS user_ids,
         m.published_at AS "publishedAt", m.recalled_at AS "recalledAt", m.expires_at AS "expiresAt", now() AS now
    FROM notification_fan_outs f
    JOIN notification_messages m ON m.tenant_id = f.tenant_id AND m.id = f.message_id
   WHERE f.tenant_id = $1 AND f.app_id = $2 AND f.message_id = $3 AND f.withdrawn_at IS NULL
     FOR UPDATE OF f`;

/** An item that was counted when it was read, deleted or folded meanwhile is not: its row was locked by whoever did it. */
const remove = (slice: string, counter: string) => `
  WITH ${slice}, gone AS (
    DELETE FROM notification_inbox_items i USING slice s
     WHERE i.user_id = s.user_id AND i.id = $6
    RETURNING i.user_id, i.read_at IS NULL AS was_unread
  ), corrected AS (
    UPDATE notification_inboxes b SET ${counter} = b.${counter} - 1
      FROM gone g
     WHERE g.was_unread AND b.user_id = g.user_id AND b.app_id = $2 AND b.counted_through >= $6
  )
  UPDATE notification_fan_outs f
     SET withdrawn_through = coalesce(e.through, f.withdrawn_through), moved_at = now(),
         finished_at = coalesce(f.finished_at, now()), withdrawn_at = CASE WHEN e.seen < $4 THEN now() END
    FROM ${SLICE_END} e
   WHERE f.tenant_id = $1 AND f.message_id = $5
  RETURNING f.withdrawn_at IS NOT NULL AS is_finished`;

/** Nobody has it any more, and it is in no list of administrators. */
const FORGET = `DELETE FROM notification_messages WHERE tenant_id = $1 AND id = $2`;

/** Removes recalled and expired messages from inboxes, a batch of members at a time. */
@Injectable()
export class Withdrawals {
  constructor(private readonly database: Database) {}

  /**
   * Meanwhile unread counts of the App are not folded.
   *
   * @param size how many memberships it looks at. @returns whether there may be more.
   */
  next(scope: NotificationScope, messageId: string, size: number): Promise<boolean> {
    const { tenantId, appId } = scope;
    return this.database.run(tenantId, async () => {
      await this.database.query(LOCK_INBOXES, [appId]);
      const [withdrawal] = await this.database.query<WithdrawalRow>(TAKE, [tenantId, appId, messageId]);
      if (!withdrawal || !isTimeUp(withdrawal, withdrawal.now)) return false;
      const { message_type: type, mode, user_ids: userIds, publication_id, position } = withdrawal;
      const values = [tenantId, appId, position ?? NIL_UUID, size, messageId, publication_id];
      const statement = remove(sliceOf({ mode }, 7), `unread_${type ?? 'notice'}`);
      const [, rows] = await Promise.all([
        this.database.query(IN_KEY_ORDER),
        this.database.query<{ is_finished: boolean }>(statement, mode === 'users' ? [...values, userIds] : values),
      ]);
      const isFinished = rows[0]?.is_finished ?? true;
      if (isFinished && withdrawal.origin === 'product') await this.database.query(FORGET, [tenantId, messageId]);
      return !isFinished;
    });
  }
}
