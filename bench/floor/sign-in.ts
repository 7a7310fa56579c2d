import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { v7 as newId } from 'uuid';
import type { Tokens } from '../data/tokens';
import { IS_LIVE, LIVE_MEMBER } from './bearers';
import { answer, type Routes, UNAUTHORIZED } from './http';
import type { Passwords } from './passwords';

const ACCESS_TOKEN_SECONDS = 900;
const REFRESH_TOKEN_BYTES = 32;

interface Account {
  readonly tenant_id: string;
  readonly user_id: string;
  readonly password_hash: string;
}

interface Opened {
  readonly tenant_id: string;
  readonly user_id: string;
  readonly session_id: string;
  readonly expires_at: Date;
}

const ACCOUNT = {
  name: 'account',
  text: `SELECT u.tenant_id, u.id AS user_id, u.password_hash
           FROM apps a
           JOIN tenants o ON o.id = a.tenant_id AND o.status = 'active'
           JOIN login_identifiers i ON i.tenant_id = a.tenant_id AND i.type = 'email' AND i.value = $2
           JOIN users u ON u.tenant_id = i.tenant_id AND u.id = i.user_id AND u.status = 'active'
           JOIN app_memberships m ON m.tenant_id = u.tenant_id AND m.app_id = a.id AND m.user_id = u.id AND m.status = 'active'
          WHERE a.id = $1 AND a.status = 'active' AND a.deleted_at IS NULL`,
};

/** Installation, session, refresh token and the record of the sign-in. */
const OPEN_SESSION = {
  name: 'open-session',
  text: `WITH device AS (
           INSERT INTO devices AS d (tenant_id, id, app_id, user_id, device_key) VALUES ($1, $4, $2, $3, $5)
           ON CONFLICT (tenant_id, app_id, user_id, device_key) DO UPDATE SET last_seen_at = now() RETURNING d.id
         ), session AS (
           INSERT INTO sessions (tenant_id, id, surface, user_id, app_id, device_id, login_method, ip, user_agent, expires_at,
                                 absolute_expires_at)
           SELECT $1, $6, 'mobile', $3, $2, id, 'password', $9, $10, now() + interval '30 days', now() + interval '90 days'
             FROM device RETURNING expires_at
         ), event AS (
           INSERT INTO login_events (tenant_id, id, app_id, user_id, identifier_key, result, method, ip, user_agent, device_id)
           SELECT $1, $7, $2, $3, $11, 'success', 'password', $9, $10, id FROM device
         ), token AS (
           INSERT INTO refresh_tokens (tenant_id, token_hash, session_id, expires_at)
           SELECT $1, $8, $6, expires_at FROM session
         )
         SELECT $1::uuid AS tenant_id, $3::uuid AS user_id, $6::uuid AS session_id, expires_at FROM session`,
};

/** Consumes a token and issues the next, where its session lives. */
const REFRESH = {
  name: 'refresh',
  text: `WITH live AS (
           SELECT s.tenant_id, s.id, s.user_id
             FROM refresh_tokens t JOIN ${LIVE_MEMBER} ON s.tenant_id = t.tenant_id AND s.id = t.session_id
            WHERE t.tenant_id = (SELECT x.tenant_id FROM apps x WHERE x.id = $2) AND t.token_hash = $1 AND t.consumed_at IS NULL
              AND t.expires_at > now() AND s.app_id = $2 AND ${IS_LIVE} FOR UPDATE OF s
         ), consumed AS (
           UPDATE refresh_tokens t SET consumed_at = now(), successor_hash = $3
             FROM live WHERE t.tenant_id = live.tenant_id AND t.token_hash = $1 AND t.consumed_at IS NULL
           RETURNING live.tenant_id, live.id, live.user_id
         ), session AS (
           UPDATE sessions s SET last_active_at = now(), expires_at = least(now() + interval '30 days', s.absolute_expires_at)
             FROM consumed c WHERE s.tenant_id = c.tenant_id AND s.id = c.id
           RETURNING s.tenant_id, s.id, s.user_id, s.expires_at
         ), next AS (
           INSERT INTO refresh_tokens (tenant_id, token_hash, session_id, expires_at)
           SELECT tenant_id, $3, id, expires_at FROM session
         )
         SELECT tenant_id, id AS session_id, user_id, expires_at FROM session`,
};

export function signInRoutes(pool: pg.Pool, tokens: Tokens, passwords: Passwords): Routes {
  const pairOf = (appId: string, opened: Opened, refreshToken: string) => {
    const bearer = { tenantId: opened.tenant_id, appId, userId: opened.user_id, sessionId: opened.session_id };
    const access = tokens.sign(bearer, ACCESS_TOKEN_SECONDS);
    return answer({
      token_type: 'Bearer',
      access_token: access.token,
      access_token_expires_at: access.expiresAt.toISOString(),
      refresh_token: refreshToken,
      refresh_token_expires_at: opened.expires_at.toISOString(),
      session_id: opened.session_id,
      app_id: appId,
    });
  };
  return {
    'POST /api/v1/auth/login/password': async ({ headers, body, remoteAddress }) => {
      const { email, password } = body as { email?: unknown; password?: unknown };
      if (typeof email !== 'string' || typeof password !== 'string') return { status: 422 };
      const appId = String(headers['x-appid']);
      const { rows } = await pool.query<Account>({ ...ACCOUNT, values: [appId, email.toLowerCase()] });
      const account = rows[0];
      if (!account || !(await passwords.isRight(password, account.password_hash))) return UNAUTHORIZED;
      const refreshToken = newRefreshToken();
      const { rows: opened } = await pool.query<Opened>({
        ...OPEN_SESSION,
        values: [
          account.tenant_id,
          appId,
          account.user_id,
          newId(),
          headers['x-ak-device-key'],
          newId(),
          newId(),
          hashOf(refreshToken),
          remoteAddress,
          headers['user-agent'] ?? null,
          hashOf(email),
        ],
      });
      return opened[0] ? pairOf(appId, opened[0], refreshToken) : UNAUTHORIZED;
    },
    'POST /api/v1/auth/token/refresh': async ({ headers, body }) => {
      const { refresh_token: given } = body as { refresh_token?: unknown };
      if (typeof given !== 'string') return { status: 422 };
      const appId = String(headers['x-appid']);
      const next = newRefreshToken();
      const { rows } = await pool.query<Opened>({ ...REFRESH, values: [hashOf(given), appId, hashOf(next)] });
      return rows[0] ? pairOf(appId, rows[0], next) : UNAUTHORIZED;
    },
  };
}

function newRefreshToken(): string {
  return `akr_${randomBytes(REFRESH_TOKEN_BYTES).toString('base64url')}`;
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
