import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { RateLimitedError } from '@libs/kernel';
import type { NotificationMessage } from '../../domain/messages/message';

/** Of an administrator. */
export const TESTS_PER_HOUR = 20;

/** Until the end of the transaction: of two that ask at once, one sees what the other sent. */
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('notification tests ' || $1::text, 0))`;

/** After how long the oldest of those that use up the hour is out of it: from now, not from before the lock. */
const WAIT = `
  SELECT extract(epoch FROM created_at + interval '1 hour' - clock_timestamp())::float8 AS seconds
    FROM notification_messages
   WHERE tenant_id = $1 AND created_by = $2 AND test_of IS NOT NULL
     AND created_at > (SELECT clock_timestamp()) - interval '1 hour'
   ORDER BY created_at DESC OFFSET ${TESTS_PER_HOUR - 1} LIMIT 1`;

/** The members are locked: one who is suspended or leaves at the same time does so before or after it. */
const DELIVER = `
  WITH member AS MATERIALIZED (
    SELECT m.user_id FROM app_memberships m
     WHERE m.tenant_id = $1 AND m.app_id = $2 AND m.user_id = ANY ($5::uuid[]) AND m.status = 'active'
     ORDER BY m.user_id FOR SHARE
  ), item AS (
    INSERT INTO notification_inbox_items (tenant_id, app_id, user_id, id) SELECT $1, $2, user_id, $4 FROM member
  ), counted AS (
    SELECT count(*)::integer AS members FROM member
  )
  INSERT INTO notification_fan_outs (tenant_id, message_id, app_id, publication_id, recipients, total, finished_at)
  SELECT $1, $3, $2, $4, members, members, now() FROM counted
  RETURNING recipients`;

/** Tests of drafts. They are few, so their recipients get them at once. In the current transaction. */
@Injectable()
export class TestPublications {
  constructor(private readonly database: Database) {}

  /** @throws RateLimitedError when the administrator has sent as many as an hour allows. */
  async expectAllowed(tenantId: string, userId: string): Promise<void> {
    await this.database.query(LOCK, [userId]);
    const wait = await this.database.queryOne<{ seconds: number }>(WAIT, [tenantId, userId]);
    if (wait) throw new RateLimitedError({ retryAfterSeconds: wait.seconds });
  }

  /** Writes a published test into the inboxes of its audience, and counts nothing. @returns in how many. */
  async deliver({ tenantId, appId, id, publicationId, audienceUserIds }: NotificationMessage): Promise<number> {
    const values = [tenantId, appId, id, publicationId, audienceUserIds];
    const delivered = await this.database.queryOne<{ recipients: number }>(DELIVER, values);
    return delivered?.recipients ?? 0;
  }
}
