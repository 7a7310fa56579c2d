import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { newId } from '@libs/kernel';
import type { User } from '../../domain/accounts/user';
import type { DeviceDetails } from '../../domain/sessions/device';
import {
  ADMIN_REFRESH_IDLE_HOURS,
  ADMIN_SESSION_ABSOLUTE_HOURS,
  MAX_LIVE_SESSIONS,
  REFRESH_IDLE_DAYS,
  SESSION_ABSOLUTE_DAYS,
} from '../../domain/sessions/session-lifetimes';
import type { LoginMethod } from '../../domain/accounts/login-identifier';

export interface NewAdminSession {
  readonly tenantId: string;
  readonly userId: string;
  readonly identifierKey: Buffer;
  readonly ip: string;
  readonly userAgent: string | null;
  readonly refreshTokenHash: Buffer;
}

export interface NewMemberSession extends NewAdminSession {
  readonly sessionId: string;
  /** A new one if this installation has not signed in before. */
  readonly deviceId: string;
  readonly appId: string;
  readonly method: LoginMethod;
  readonly deviceKey: string;
  readonly device: DeviceDetails;
}

interface OpenedSession {
  readonly sessionId: string;
  readonly refreshTokenExpiresAt: Date;
}

/** The user of a sign-in, whose row is locked, and what else it depends on. */
interface Standing extends Pick<User, 'status' | 'passwordChangedAt'> {
  readonly now: Date;
  /** Of a session that is opened in this transaction. */
  readonly refreshTokenExpiresAt: Date;
  readonly isActiveMember: boolean;
  /** This installation, if it has signed in to the account before. */
  readonly deviceId: string | null;
  /** Any installation has signed in to the account before, at any App. */
  readonly signedInBefore: boolean;
  /** The owner has asked for the account to be deleted. */
  readonly isLeaving: boolean;
  /** The live sessions that leave no room for another one: the least recently active. */
  readonly surplusSessionIds: readonly string[];
}

const LOCK = `SELECT status, password_changed_at AS "passwordChangedAt"
                FROM users WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE`;

const REFRESH_TOKEN_END = `now() + interval '${REFRESH_IDLE_DAYS} days'`;

const STANDING = `
  SELECT now() AS now, ${REFRESH_TOKEN_END} AS "refreshTokenExpiresAt",
         EXISTS (SELECT FROM app_memberships m
           WHERE m.tenant_id = $1 AND m.app_id = $2 AND m.user_id = $3 AND m.status = 'active') AS "isActiveMember",
         (SELECT d.id FROM devices d
           WHERE d.tenant_id = $1 AND d.app_id = $2 AND d.user_id = $3 AND d.device_key = $4) AS "deviceId",
         EXISTS (SELECT FROM devices d WHERE d.tenant_id = $1 AND d.user_id = $3)
           OR EXISTS (SELECT FROM login_events e
                WHERE e.tenant_id = $1 AND e.user_id = $3 AND e.result = 'success') AS "signedInBefore",
         EXISTS (SELECT FROM account_deletions x WHERE x.tenant_id = $1 AND x.user_id = $3) AS "isLeaving",
         ARRAY(SELECT s.id FROM sessions s
                WHERE s.tenant_id = $1 AND s.user_id = $3 AND s.app_id = $2
                  AND s.revoked_at IS NULL AND s.expires_at > now()
                ORDER BY s.last_active_at DESC, s.id DESC OFFSET ${MAX_LIVE_SESSIONS - 1}) AS "surplusSessionIds"`;

/** The rows of a sign-in. In the current transaction. */
@Injectable()
export class SignIns {
  constructor(private readonly database: Database) {}

  /** Locks the user. Null if there is none. */
  async lockStanding(tenantId: string, appId: string, userId: string, deviceKey: string): Promise<Standing | null> {
    // Sent together, but the second begins when the lock is held: it sees what whoever held it before has left.
    const [[user], [standing]] = await Promise.all([
      this.database.query<Pick<Standing, 'status' | 'passwordChangedAt'>>(LOCK, [tenantId, userId]),
      this.database.query<Omit<Standing, 'status' | 'passwordChangedAt'>>(STANDING, [
        tenantId,
        appId,
        userId,
        deviceKey,
      ]),
    ]);
    return user && standing ? { ...standing, ...user } : null;
  }

  /** Writes device, session, refresh token and the event of the sign-in, with the commit of the transaction. */
  async openForMember(session: NewMemberSession): Promise<void> {
    await this.database.withCommit(
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
                ${REFRESH_TOKEN_END}, now() + interval '${SESSION_ABSOLUTE_DAYS} days' FROM device
         RETURNING expires_at
       ), event AS (
         INSERT INTO login_events (tenant_id, id, app_id, user_id, identifier_key, result, method, ip, user_agent, device_id)
         SELECT $1, $14, $3, $4, $15, 'success', $11, $12, $13, device.id FROM device
       )
       INSERT INTO refresh_tokens (tenant_id, token_hash, session_id, expires_at)
       SELECT $1, $16, $10, expires_at FROM session`,
      [
        session.tenantId,
        session.deviceId,
        session.appId,
        session.userId,
        session.deviceKey,
        session.device.platform,
        session.device.model,
        session.device.osVersion,
        session.device.appVersion,
        session.sessionId,
        session.method,
        session.ip,
        session.userAgent,
        newId(),
        session.identifierKey,
        session.refreshTokenHash,
      ],
    );
  }

  /**
   * Writes session, refresh token and the event of the sign-in. If the tenant requires a second factor and there is
   * none, it has to be set up before anything else. Under the user's lock.
   */
  async openForAdmin(session: NewAdminSession): Promise<OpenedSession> {
    const sessionId = newId();
    const [row] = await this.database.query<{ expires_at: Date }>(
      `WITH session AS (
         INSERT INTO sessions (tenant_id, id, surface, user_id, login_method, ip, user_agent,
                               expires_at, absolute_expires_at)
         SELECT $1, $2, 'admin', $3, 'password', $4, $5,
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
