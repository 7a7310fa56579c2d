import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { Outbox } from '@libs/kernel';

/** Which of a user's sessions: those that every given field fits. */
export interface SessionSelection {
  readonly tenantId: string;
  readonly userId: string;
  readonly appId?: string;
  readonly deviceId?: string;
  readonly ids?: readonly string[];
  readonly exceptId?: string;
}

/** A live session at an App, as its owner sees it. */
export interface MobileSession {
  readonly id: string;
  readonly appId: string;
  readonly device: {
    readonly id: string;
    readonly platform: string | null;
    readonly model: string | null;
  } | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly loginMethod: string;
  readonly createdAt: Date;
  readonly lastActiveAt: Date;
  readonly expiresAt: Date;
}

interface MobileSessionRow extends Omit<MobileSession, 'device'> {
  deviceId: string | null;
  platform: string | null;
  model: string | null;
}

/** The sessions of one user, and their end. */
@Injectable()
export class UserSessions {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** The live ones at an App, the one that was active last first. Not more than there may be at once. */
  async listLive(tenantId: string, appId: string, userId: string): Promise<MobileSession[]> {
    const rows = await this.database.read<MobileSessionRow>(
      tenantId,
      `SELECT s.id, s.app_id AS "appId", d.id AS "deviceId", d.platform, d.model, host(s.ip) AS ip,
              s.user_agent AS "userAgent", s.login_method AS "loginMethod", s.created_at AS "createdAt",
              s.last_active_at AS "lastActiveAt", s.expires_at AS "expiresAt"
         FROM sessions s
         LEFT JOIN devices d ON d.tenant_id = s.tenant_id AND d.id = s.device_id
        WHERE s.tenant_id = $1 AND s.user_id = $3 AND s.app_id = $2 AND s.revoked_at IS NULL AND s.expires_at > now()
        ORDER BY s.last_active_at DESC, s.id DESC`,
      [tenantId, appId, userId],
    );
    return rows.map(({ deviceId, platform, model, ...session }) => ({
      ...session,
      device: deviceId === null ? null : { id: deviceId, platform, model },
    }));
  }

  /** Whether the session has not ended; it cannot end before the transaction under way does. */
  async isLive(tenantId: string, sessionId: string): Promise<boolean> {
    const rows = await this.database.query(
      'SELECT FROM sessions WHERE tenant_id = $1 AND id = $2 AND revoked_at IS NULL AND expires_at > now() FOR SHARE',
      [tenantId, sessionId],
    );
    return rows.length > 0;
  }

  /**
   * Ends the live sessions of the selection, of whatever surface, for good, and tells of each. Where it is about all of
   * the user, it is also about those that a password has half opened, before the second factor. In the transaction under
   * way; whoever ends several at once locks the user first.
   *
   * @returns the ids of those that were alive.
   */
  async revoke(selection: SessionSelection, reason: string): Promise<string[]> {
    const { tenantId, userId, appId, deviceId, ids, exceptId } = selection;
    const ended = await this.database.query<{ id: string; app_id: string | null; live: boolean }>(
      `UPDATE sessions SET revoked_at = now(), revoke_reason = $3
        WHERE tenant_id = $1 AND user_id = $2 AND ($4::uuid IS NULL OR app_id = $4)
          AND ($5::uuid IS NULL OR device_id = $5) AND ($6::uuid[] IS NULL OR id = ANY ($6))
          AND id IS DISTINCT FROM $7::uuid AND revoked_at IS NULL
        RETURNING id, app_id, expires_at > now() AS live`,
      [tenantId, userId, reason, appId, deviceId, ids, exceptId],
    );
    if (appId === undefined && deviceId === undefined && ids === undefined) {
      await this.database.query(
        'UPDATE mfa_challenges SET consumed_at = now() WHERE tenant_id = $1 AND user_id = $2 AND consumed_at IS NULL',
        [tenantId, userId],
      );
    }
    const live = ended.filter((session) => session.live);
    for (const session of live) {
      const data = { session_id: session.id, user_id: userId, reason };
      await this.outbox.add({ type: 'session.revoked', tenantId, appId: session.app_id, data });
    }
    return live.map(({ id }) => id);
  }

  /** The same for those who want to know only how many. */
  async revokeAll(selection: SessionSelection, reason: string): Promise<number> {
    return (await this.revoke(selection, reason)).length;
  }
}
