import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { Outbox } from '@libs/kernel';

/** The end of all sessions of a user at once. In the transaction under way. */
@Injectable()
export class UserSessions {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Ends the live sessions of whatever surface, or those at one App, but for the one to keep, and tells of each.
   *
   * @returns how many.
   */
  async revokeAll(
    user: { tenantId: string; userId: string; appId?: string; exceptId?: string },
    reason: string,
  ): Promise<number> {
    const { tenantId, userId, appId, exceptId } = user;
    const ended = await this.database.query<{ id: string; app_id: string | null; live: boolean }>(
      `UPDATE sessions SET revoked_at = now(), revoke_reason = $4
        WHERE tenant_id = $1 AND user_id = $2 AND ($3::uuid IS NULL OR app_id = $3) AND id IS DISTINCT FROM $5::uuid
          AND revoked_at IS NULL
        RETURNING id, app_id, expires_at > now() AS live`,
      [tenantId, userId, appId, reason, exceptId],
    );
    const live = ended.filter((session) => session.live);
    for (const session of live) {
      const data = { session_id: session.id, user_id: userId, reason };
      await this.outbox.add({ type: 'session.revoked', tenantId, appId: session.app_id, data });
    }
    return live.length;
  }
}
