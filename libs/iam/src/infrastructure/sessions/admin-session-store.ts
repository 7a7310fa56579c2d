import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { newId } from '@libs/kernel';
import {
  ADMIN_REFRESH_IDLE_HOURS,
  ADMIN_SESSION_ABSOLUTE_HOURS,
  MFA_TOKEN_SECONDS,
  REPLAY_GRACE_SECONDS,
} from '../../domain/sessions/session-lifetimes';
import { ADMIN_HAS_ACCESS, requiresMfa, WITH_ADMIN_OWNERS } from './admin-session-access';
import { IS_OUTDATED } from './refresh-tokens';

interface NewAdminSession {
  readonly tenantId: string;
  readonly userId: string;
  readonly identifierKey: Buffer;
  readonly ip: string;
  readonly userAgent: string | null;
  readonly refreshTokenHash: Buffer;
}

interface TokenSession {
  readonly sessionId: string;
  readonly userId: string;
}

/** A session as its owner sees it. */
export interface OwnSession {
  readonly id: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly loginMethod: string;
  readonly createdAt: Date;
  readonly lastActiveAt: Date;
  readonly expiresAt: Date;
}

const IS_LIVE = `s.surface = 'admin' AND s.revoked_at IS NULL AND s.expires_at > now()`;

/** Administrators' sessions, and the short time between password and second factor. In the transaction under way. */
@Injectable()
export class AdminSessionStore {
  constructor(private readonly database: Database) {}

  /**
   * Writes session, refresh token and the event of the sign-in. Where the tenant asks for a second factor and there is
   * none, it has to be set up before anything else. Behind the lock of the user.
   */
  async open(session: NewAdminSession): Promise<{ sessionId: string; refreshTokenExpiresAt: Date }> {
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

  /** Locks the session of a token that may still be used; every kind of revocation locks the same row. */
  async lockLive(tenantId: string, tokenHash: Buffer): Promise<TokenSession | null> {
    const [row] = await this.database.query<TokenSession>(
      `SELECT s.id AS "sessionId", s.user_id AS "userId"
         FROM refresh_tokens t
         JOIN sessions s ON s.tenant_id = t.tenant_id AND s.id = t.session_id ${WITH_ADMIN_OWNERS}
        WHERE t.tenant_id = $1 AND t.token_hash = $2 AND t.consumed_at IS NULL AND t.expires_at > now()
          AND ${IS_LIVE} AND ${ADMIN_HAS_ACCESS}
          FOR UPDATE OF s`,
      [tenantId, tokenHash],
    );
    return row ?? null;
  }

  /** Null when another request consumed the token while this one waited for the lock. */
  async rotate(
    tenantId: string,
    sessionId: string,
    tokenHash: Buffer,
    nextTokenHash: Buffer,
  ): Promise<{ refreshTokenExpiresAt: Date } | null> {
    const [row] = await this.database.query<{ expires_at: Date }>(
      `WITH consumed AS (
         UPDATE refresh_tokens SET consumed_at = now(), successor_hash = $4
          WHERE tenant_id = $1 AND token_hash = $3 AND consumed_at IS NULL RETURNING session_id
       ), session AS (
         UPDATE sessions s SET last_active_at = now(),
                expires_at = least(now() + interval '${ADMIN_REFRESH_IDLE_HOURS} hours', s.absolute_expires_at)
           FROM consumed WHERE s.tenant_id = $1 AND s.id = $2 RETURNING s.expires_at
       )
       INSERT INTO refresh_tokens (tenant_id, token_hash, session_id, expires_at)
       SELECT $1, $4, $2, expires_at FROM session RETURNING expires_at`,
      [tenantId, sessionId, tokenHash, nextTokenHash],
    );
    return row ? { refreshTokenExpiresAt: row.expires_at } : null;
  }

  /** The live session of a consumed token that no lost race explains, its row locked. */
  async lockReplayed(tenantId: string, tokenHash: Buffer): Promise<TokenSession | null> {
    const [row] = await this.database.query<TokenSession>(
      `SELECT s.id AS "sessionId", s.user_id AS "userId"
         FROM refresh_tokens t
         JOIN sessions s ON s.tenant_id = t.tenant_id AND s.id = t.session_id
        WHERE t.tenant_id = $1 AND t.token_hash = $2 AND ${IS_LIVE}
          AND (clock_timestamp() > t.consumed_at + interval '${REPLAY_GRACE_SECONDS} seconds' OR ${IS_OUTDATED})
          FOR UPDATE OF s`,
      [tenantId, tokenHash],
    );
    return row ?? null;
  }

  async listLive(tenantId: string, userId: string): Promise<OwnSession[]> {
    return this.database.query<OwnSession>(
      `SELECT s.id, host(s.ip) AS ip, s.user_agent AS "userAgent", s.login_method AS "loginMethod",
              s.created_at AS "createdAt", s.last_active_at AS "lastActiveAt", s.expires_at AS "expiresAt"
         FROM sessions s ${WITH_ADMIN_OWNERS}
        WHERE s.tenant_id = $1 AND s.user_id = $2 AND ${IS_LIVE} AND ${ADMIN_HAS_ACCESS}
        ORDER BY s.created_at DESC, s.id DESC LIMIT 100`,
      [tenantId, userId],
    );
  }

  /** False when it is not a live admin session of the user. */
  async revokeOwn(tenantId: string, userId: string, sessionId: string, reason: string): Promise<boolean> {
    const rows = await this.database.query(
      `UPDATE sessions s SET revoked_at = now(), revoke_reason = $4
        WHERE s.tenant_id = $1 AND s.user_id = $2 AND s.id = $3 AND ${IS_LIVE} RETURNING 1`,
      [tenantId, userId, sessionId, reason],
    );
    return rows.length > 0;
  }

  async addMfaChallenge(tenantId: string, userId: string, identifierKey: Buffer, tokenHash: Buffer): Promise<void> {
    await this.database.query(
      `INSERT INTO mfa_challenges (tenant_id, token_hash, user_id, identifier_key, expires_at)
       VALUES ($1, $2, $3, $4, now() + interval '${MFA_TOKEN_SECONDS} seconds')`,
      [tenantId, tokenHash, userId, identifierKey],
    );
  }

  /** An open one. Behind the lock of its user nobody else consumes or ends it. */
  async findMfaChallenge(
    tenantId: string,
    tokenHash: Buffer,
  ): Promise<{ userId: string; identifierKey: Buffer } | null> {
    const [row] = await this.database.query<{ userId: string; identifierKey: Buffer }>(
      `SELECT user_id AS "userId", identifier_key AS "identifierKey" FROM mfa_challenges
        WHERE tenant_id = $1 AND token_hash = $2 AND consumed_at IS NULL AND expires_at > now()`,
      [tenantId, tokenHash],
    );
    return row ?? null;
  }

  async consumeMfaChallenge(tenantId: string, tokenHash: Buffer): Promise<void> {
    await this.database.query(
      'UPDATE mfa_challenges SET consumed_at = now() WHERE tenant_id = $1 AND token_hash = $2',
      [tenantId, tokenHash],
    );
  }
}
