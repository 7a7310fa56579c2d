import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';

/** Whose inboxes a notice of an account belongs in. */
export interface NoticeRecipient {
  readonly appIds: readonly string[];
  readonly timeZone: string | null;
}

@Injectable()
export class NoticeRecipients {
  constructor(private readonly database: Database) {}

  /** @param appId where it happened; null for what happened in no App: that concerns all of the user's. */
  async find(tenantId: string, userId: string, appId: string | null): Promise<NoticeRecipient | null> {
    return this.database.readOne<NoticeRecipient & Record<string, unknown>>(
      tenantId,
      `SELECT u.time_zone AS "timeZone",
              ARRAY(SELECT m.app_id FROM app_memberships m
                     WHERE m.tenant_id = u.tenant_id AND m.user_id = u.id AND m.status = 'active'
                       AND ($3::uuid IS NULL OR m.app_id = $3) ORDER BY m.app_id) AS "appIds"
         FROM users u WHERE u.tenant_id = $1 AND u.id = $2 AND u.status <> 'deleted'`,
      [tenantId, userId, appId],
    );
  }
}
