import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { newId } from '@libs/kernel';
import {
  ADMIN_REFRESH_IDLE_HOURS,
  ADMIN_SESSION_ABSOLUTE_HOURS,
  MAX_LIVE_SESSIONS,
  REFRESH_IDLE_DAYS,
  SESSION_ABSOLUTE_DAYS,
} from '../../domain/sessions/session-lifetimes';
import type { LoginMethod } from '../history/login-events';
import { requiresMfa } from '../sessions/session-access';

/** What an installation reports about itself at a sign-in. */
export interface DeviceDetails {
  readonly platform: string | null;
  readonly model: string | null;
  readonly osVersion: string | null;
  readonly appVersion: string | null;
}

export interface NewMemberSession {
  readonly tenantId: string;
  readonly appId: string;
  readonly userId: string;
  readonly identifierKey: Buffer;
  readonly method: LoginMethod;
  readonly deviceKey: string;
  readonly device: DeviceDetails;
  readonly ip: string;
  readonly userAgent: string | null;
  readonly refreshTokenHash: Buffer;
}

export interface NewAdminSession {
  readonly tenantId: string;
  readonly userId: string;
  readonly identifierKey: Buffer;
  readonly ip: string;
  readonly userAgent: string | null;
  readonly refreshTokenHash: Buffer;
}

export interface OpenedSession {
  readonly sessionId: string;
  readonly deviceId: string;
  readonly refreshTokenExpiresAt: Date;
}

/** What a sign-in to an App depends on. */
export interface Standing {
  readonly now: Date;
  readonly isActiveMember: boolean;
  /** This installation has signed in to the account before. */
  readonly knownDevice: boolean;
  /** Any installation has signed in to the account before, at any App. */
  readonly signedInBefore: boolean;
  /** The live sessions that leave no room for another one: the least recently active. */
  readonly surplusSessionIds: readonly string[];
}

/** The rows of a sign-in. In the current transaction. */
@Injectable()
export class SignIns {
  constructor(private readonly database: Database) {}

  /** To be called under the user's lock. */
  async standing(tenantId: string, appId: string, userId: string, deviceKey: string): Promise<Standing> {
    const [row] = await this.database.query<Standing & { readonly surplusSessionIds: string[] }>(
      `SELECT now() AS now,
              EXISTS (SELECT FROM app_memberships m
                WHERE m.tenant_id = $1 AND m.app_id = $2 AND m.user_id = $3 AND m.status = 'active') AS "isActiveMember",
              EXISTS (SELECT FROM devices d
                WHERE d.tenant_id = $1 AND d.app_id = $2 AND d.user_id = $3 AND d.device_key = $4) AS "knownDevice",
              EXISTS (SELECT FROM devices d WHERE d.tenant_id = $1 AND d.user_id = $3)
                OR EXISTS (SELECT FROM login_events e
                     WHERE e.tenant_id = $1 AND e.user_id = $3 AND e.result = 'success') AS "signedInBefore",
              ARRAY(SELECT s.id FROM sessions s
                     WHERE s.tenant_id = $1 AND s.user_id = $3 AND s.app_id = $2
                       AND s.revoked_at IS NULL AND s.expires_at > now()
                     ORDER BY s.last_active_at DESC, s.id DESC OFFSET ${MAX_LIVE_SESSIONS - 1}) AS "surplusSessionIds"`,
      [tenantId, appId, userId, deviceKey],
    );
    if (!row) throw new Error('The database did not answer');
    return row;
  }

  /** Writes device, session, refresh token and the event of the sign-in. */
  async openForMember(session: NewMemberSession): Promise<OpenedSession> {
    const sessionId = newId();
    const [row] = await this.database.query<{ expires_at: Date; device_id: string }>(
      `WITH device AS (
         INSERT INTO devices AS d (tenant_id, id, app_id, user_id, device_key, platform, model, os_version, app_version)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (tenant_id, app_id, user_id, device_key) DO UPDATE SET
           last_seen_at = now(),
           platform = coalesce(excluded.platform, d.platform), model = coalesce(excluded.model, d.model),
           os_version = coalesce(excluded.os_version, d.os_version), app_version = coalesce(excluded.app_version, d.app_version)
         RETURNING d.id
       ), session AS (
         INSERT INTO sessions (tenant_id, id, surface, user_id, app_id, device_id, login_method, ip, user_agent,
                               expires_at, absolute_expires_at)
         SELECT $1, $10, 'mobile', $4, $3, device.id, $11, $12, $13,
                now() + interval '${REFRESH_IDLE_DAYS} days', now() + interval '${SESSION_ABSOLUTE_DAYS} days' FROM device
         RETURNING expires_at, device_id
       ), event AS (
         INSERT INTO login_events (tenant_id, id, app_id, user_id, identifier_key, result, method, ip, user_agent, device_id)
         SELECT $1, $14, $3, $4, $15, 'success', $11, $12, $13, device.id FROM device
       ), token AS (
         INSERT INTO refresh_tokens (tenant_id, token_hash, session_id, expires_at)
         SELECT $1, $16, $10, expires_at FROM session
       )
       SELECT expires_at, device_id FROM session`,
      [
        session.tenantId,
        newId(),
        session.appId,
        session.userId,
        session.deviceKey,
        session.device.platform,
        session.device.model,
        session.device.osVersion,
        session.device.appVersion,
        sessionId,
        session.method,
        session.ip,
        session.userAgent,
        newId(),
        session.identifierKey,
        session.refreshTokenHash,
      ],
    );
    if (!row) throw new Error('The session was not written');
    return { sessionId, deviceId: row.device_id, refreshTokenExpiresAt: row.expires_at };
  }

  /**
   * Writes session, refresh token and the event of the sign-in. If the tenant requires a second factor and there is
   * none, it has to be set up before anything else. Under the user's lock.
   */
  async openForAdmin(session: NewAdminSession): Promise<Omit<OpenedSession, 'deviceId'>> {
    const sessionId = newId();
    const [row] = await this.database.query<{ expires_at: Date }>(
      `WITH session AS (
         INSERT INTO sessions (tenant_id, id, surface, user_id, login_method, ip, user_agent, mfa_enrolment,
                               expires_at, absolute_expires_at)
         SELECT $1, $2, 'admin', $3, 'password', $4, $5,
                ${requiresMfa('$1')} AND NOT EXISTS (SELECT FROM user_totp t
                  WHERE t.tenant_id = $1 AND t.user_id = $3 AND t.confirmed_at IS NOT NULL),
                now() + interval '${ADMIN_REFRESH_IDLE_HOURS} hours',
                now() + interval '${ADMIN_SESSION_ABSOLUTE_HOURS} hours' RETURNING expires_at
       ), event AS (
         INSERT INTO login_events (tenant_id, id, user_id, identifier_key, result, method, ip, user_agent)
         VALUES ($1, $6, $3, $7, 'success', 'password', $4, $5)
       ), token AS (
         INSERT INTO refresh_tokens (tenant_id, token_hash, session_id, expires_at)
         SELECT $1, $8, $2, expires_at FROM session
       )
       SELECT expires_at FROM session`,
      [
        session.tenantId,
        sessionId,
        session.userId,
        session.ip,
        session.userAgent,
        newId(),
        session.identifierKey,
        session.refreshTokenHash,
      ],
    );
    if (!row) throw new Error('The session was not written');
    return { sessionId, refreshTokenExpiresAt: row.expires_at };
  }
}
