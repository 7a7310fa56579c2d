import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { DeviceDetails, MobileDevice } from '../../domain/sessions/device';
import { IS_NOT_CUT_OFF } from '../sessions/session-access';
import type { MemberSession } from '../sessions/signed-in';
import { WITHOUT_PUSH } from '../sessions/silent-devices';

export const PUSH_PROVIDERS = ['uni_push', 'fcm', 'apns', 'hms'] as const;
export type PushTokenProvider = (typeof PUSH_PROVIDERS)[number];

/** How to reach an installation by push. The token must not be shown or logged. */
export interface PushRegistration {
  readonly provider: PushTokenProvider;
  readonly token: string;
  readonly enabled: boolean;
}

type Owner = Omit<MemberSession, 'locale'>;

export const MOST_DEVICES = 100;

/** The devices of members. All methods but `list` run in the current transaction. */
@Injectable()
export class MemberDevices {
  constructor(private readonly database: Database) {}

  /**
   * Most recently seen first; refreshing a session counts as being seen. The oldest of very many are left out.
   *
   * @param owner with the session that asks; null if it is not one of the member.
   */
  async list({
    tenantId,
    appId,
    userId,
    sessionId,
  }: Omit<Owner, 'sessionId'> & { readonly sessionId: string | null }): Promise<MobileDevice[]> {
    return this.database.read<MobileDevice>(
      tenantId,
      `SELECT d.id, d.platform, d.model, d.os_version AS "osVersion", d.app_version AS "appVersion",
              d.push_enabled AS "pushEnabled", greatest(d.last_seen_at, s.last_active_at) AS "lastSeenAt",
              d.created_at AS "createdAt", coalesce(s.current, false) AS current
         FROM devices d
        CROSS JOIN LATERAL (SELECT max(s.last_active_at) AS last_active_at, bool_or(s.id = $4) AS current
                              FROM sessions s WHERE s.tenant_id = d.tenant_id AND s.device_id = d.id) s
        WHERE d.tenant_id = $1 AND d.app_id = $2 AND d.user_id = $3
        ORDER BY "lastSeenAt" DESC, d.id DESC LIMIT ${MOST_DEVICES}`,
      [tenantId, appId, userId, sessionId],
    );
  }

  /** @returns null for anything but a device of this member at this App. */
  async lock(
    { tenantId, appId, userId }: Owner,
    id: string,
  ): Promise<Pick<DeviceDetails, 'platform' | 'model'> | null> {
    return this.database.queryOne<Pick<DeviceDetails, 'platform' | 'model'>>(
      'SELECT platform, model FROM devices WHERE tenant_id = $1 AND app_id = $2 AND user_id = $3 AND id = $4 FOR UPDATE',
      [tenantId, appId, userId, id],
    );
  }

  /** Its sessions must have been ended before. */
  async delete(tenantId: string, id: string): Promise<void> {
    await this.database.query('UPDATE sessions SET device_id = NULL WHERE tenant_id = $1 AND device_id = $2', [
      tenantId,
      id,
    ]);
    await this.database.query('DELETE FROM devices WHERE tenant_id = $1 AND id = $2', [tenantId, id]);
  }

  /**
   * Records how to reach the session's device, and removes the token from any other device: an installation to which
   * another member has signed in must not receive the former member's messages.
   *
   * @returns false if the session has no device.
   */
  async registerPush({ tenantId, appId, sessionId }: Owner, { provider, token, enabled }: PushRegistration) {
    if (!(await this.hold(tenantId, sessionId))) return false;
    // Of two devices that send the same token concurrently, the later one keeps it.
    await this.database.query(`SELECT pg_advisory_xact_lock(hashtextextended('push ' || $1 || $2 || $3, 0))`, [
      appId,
      provider,
      token,
    ]);
    await this.database.query(
      `UPDATE devices d
          SET ${WITHOUT_PUSH}
        WHERE d.tenant_id = $1 AND d.app_id = $2 AND d.push_provider = $3 AND d.push_token = $4
          AND d.id IS DISTINCT FROM (SELECT s.device_id FROM sessions s WHERE s.tenant_id = $1 AND s.id = $5)`,
      [tenantId, appId, provider, token, sessionId],
    );
    return this.changePush({ tenantId, sessionId }, [provider, token, enabled]);
  }

  /** @returns false where the session has no device. */
  async forgetPush({ tenantId, sessionId }: Owner): Promise<boolean> {
    return this.changePush({ tenantId, sessionId }, [null, null, false]);
  }

  /** So that a session whose end is under way is seen to have ended, and what is written about it does not outlive it. */
  private async hold(tenantId: string, sessionId: string): Promise<boolean> {
    return this.database.hasRows(
      `SELECT FROM sessions s
        WHERE s.tenant_id = $1 AND s.id = $2 AND s.revoked_at IS NULL AND ${IS_NOT_CUT_OFF} FOR SHARE OF s`,
      [tenantId, sessionId],
    );
  }

  private async changePush(
    { tenantId, sessionId }: Pick<Owner, 'tenantId' | 'sessionId'>,
    registration: readonly [string | null, string | null, boolean],
  ): Promise<boolean> {
    if (!(await this.hold(tenantId, sessionId))) return false;
    return this.database.hasRows(
      `UPDATE devices d
          SET push_provider = $3, push_token = $4, push_enabled = $5,
              push_registered_at = CASE WHEN $4::text IS NOT NULL THEN now() END
         FROM sessions s
        WHERE s.tenant_id = $1 AND s.id = $2 AND s.revoked_at IS NULL AND ${IS_NOT_CUT_OFF}
          AND d.tenant_id = s.tenant_id AND d.id = s.device_id RETURNING 1`,
      [tenantId, sessionId, ...registration],
    );
  }
}
