import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { newId } from '@libs/kernel';
import {
  ADMIN_REFRESH_IDLE_HOURS,
  ADMIN_SESSION_ABSOLUTE_HOURS,
  MFA_TOKEN_SECONDS,
  REPLAY_GRACE_SECONDS,
} from '../domain/session-lifetimes';
import { IS_OUTDATED } from './refresh-tokens';

interface NewAdminSession {
  readonly tenantId: string;
  readonly userId: string;
  readonly identifierKey: Buffer;
  readonly ip: string;
  readonly userAgent: string | null;
  readonly refreshTokenHash: Buffer;
  /** A second factor has to be set up before anything else. */
  readonly mustEnrol: boolean;
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
const HAS_ACCESS = `u.status = 'active' AND o.status = 'active'`;
const WITH_OWNERS = `
  JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id
  JOIN tenants o ON o.id = s.tenant_id`;

/** Administrators' sessions, and the short time between password and second factor. In the transaction under way. */
@Injectable()
export class AdminSessionStore {
  constructor(private readonly database: Database) {}

  /** Writes session, refresh token and the event of the sign-in. */
  async open(session: NewAdminSession): Promise<{ sessionId: string; refreshTokenExpiresAt: Date }> {
    const sessionId = newId();
    const [row] = await this.database.query<{ expires_at: Date }>(
      `WITH session AS (
         INSERT INTO sessions (tenant_id, id, surface, user_id, login_method, ip, user_agent, mfa_enrolment,
                               expires_at, absolute_expires_at)
         VALUES ($1, $2, 'admin', $3, 'password', $4, $5, $6, now() + interval '${ADMIN_REFRESH_IDLE_HOURS} hours',
                 now() + interval '${ADMIN_SESSION_ABSOLUTE_HOURS} hours') RETURNING expires_at
       ), event AS (
         INSERT INTO login_events (tenant_id, id, user_id, identifier_key, result, method, ip, user_agent)
         VALUES ($1, $7, $3, $8, 'success', 'password', $4, $5)
       ), token AS (
         INSERT INTO refresh_tokens (tenant_id, token_hash, session_id, expires_at)
         SELECT $1, $9, $2, expires_at FROM session
       )
       SELECT expires_at FROM session`,
      [
        session.tenantId,
        sessionId,
        session.userId,
        session.ip,
        session.userAgent,
        session.mustEnrol,
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
         JOIN sessions s ON s.tenant_id = t.tenant_id AND s.id = t.session_id ${WITH_OWNERS}
        WHERE t.tenant_id = $1 AND t.token_hash = $2 AND t.consumed_at IS NULL AND t.expires_at > now()
          AND ${IS_LIVE} AND ${HAS_ACCESS}
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
         FROM sessions s
        WHERE s.tenant_id = $1 AND s.user_id = $2 AND ${IS_LIVE}
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

  /** Whether the challenge was still open: of those that try at once, one closes it. */
  async consumeMfaChallenge(tenantId: string, tokenHash: Buffer): Promise<boolean> {
    const rows = await this.database.query(
      `UPDATE mfa_challenges SET consumed_at = now()
        WHERE tenant_id = $1 AND token_hash = $2 AND consumed_at IS NULL AND expires_at > now() RETURNING 1`,
      [tenantId, tokenHash],
    );
    return rows.length > 0;
  }
}
