import { Injectable } from '@nestjs/common';
import { Database, type SealedColumn } from '@libs/foundation';
import type { ConsumedToken } from '../../domain/sessions/refresh';
import { ADMIN_REFRESH_IDLE_HOURS, REFRESH_IDLE_DAYS, type Surface } from '../../domain/sessions/session-lifetimes';
import { ADMIN_HAS_ACCESS, MEMBER_HAS_ACCESS, WITH_ADMIN_OWNERS, WITH_MEMBER_OWNERS } from './session-access';

/** Kept for the minute of a retry. */
export const SEALED_REFRESH_ANSWERS: SealedColumn = {
  table: 'refresh_tokens',
  column: 'sealed_answer',
  purpose: 'refresh-answer',
  key: ['tenant_id', 'token_hash'],
  contextOf: (row) => row['token_hash'] as Buffer,
};

/** Where a token is presented. */
export interface TokenScope {
  readonly tenantId: string;
  /** Null in the administration. */
  readonly appId: string | null;
}

/** The owner of a token, whose session is alive. */
export interface TokenOwner {
  readonly sessionId: string;
  readonly userId: string;
}

/** A consumed token that is presented again. */
export interface KnownConsumedToken extends TokenOwner, Omit<ConsumedToken, 'hasAnswer'> {
  /** When it was presented again. */
  readonly presentedAt: Date;
  /**
   * The stored answer to its consumption; null if that brought no key, the minute of a retry is over, or access was
   * lost.
   */
  readonly sealedAnswer: string | null;
}

/** A token that is exchanged for the next one. */
export interface Rotation {
  readonly tokenHash: Buffer;
  readonly nextTokenHash: Buffer;
  readonly deviceKey: string | null;
  readonly idempotencyKeyHash: Buffer | null;
}

export interface Rotated extends TokenOwner {
  readonly refreshTokenExpiresAt: Date;
  /** When it happened. */
  readonly now: Date;
}

const IDLE: Readonly<Record<Surface, string>> = {
  mobile: `interval '${REFRESH_IDLE_DAYS} days'`,
  admin: `interval '${ADMIN_REFRESH_IDLE_HOURS} hours'`,
};
const OWNERS: Readonly<Record<Surface, string>> = { mobile: WITH_MEMBER_OWNERS, admin: WITH_ADMIN_OWNERS };
const HAS_ACCESS: Readonly<Record<Surface, string>> = { mobile: MEMBER_HAS_ACCESS, admin: ADMIN_HAS_ACCESS };

/** The session `s` of the token `t`, alive, at the App $3. */
const OF_LIVE_SESSION = (surface: Surface) => `t.tenant_id = $1 AND t.token_hash = $2 AND s.surface = '${surface}'
  AND s.app_id IS NOT DISTINCT FROM $3::uuid AND s.revoked_at IS NULL AND s.expires_at > now()`;

/** The token issued for the consumed token `t` was consumed as well. */
const IS_OUTDATED = `EXISTS (SELECT FROM refresh_tokens n
  WHERE n.tenant_id = t.tenant_id AND n.token_hash = t.successor_hash AND n.consumed_at IS NOT NULL)`;

/**
 * Exchanges a usable token for the next one: unconsumed, of this App, with session, user and membership alive. Locks the
 * session first. Every kind of revocation locks the same row, so that no refresh outlives one: whoever had to wait for it
 * looks at the session as it is then. The token is not locked with it. It may have been consumed by the one waited for,
 * which the second step finds out, as it changes rows as they are by then.
 */
const ROTATE = (surface: Surface) => `
  WITH live AS (
    SELECT s.id, s.user_id
      FROM refresh_tokens t
      JOIN sessions s ON s.tenant_id = t.tenant_id AND s.id = t.session_id ${OWNERS[surface]}
     WHERE ${OF_LIVE_SESSION(surface)} AND t.consumed_at IS NULL AND t.expires_at > now() AND ${HAS_ACCESS[surface]}
       FOR UPDATE OF s
  ), consumed AS (
    UPDATE refresh_tokens t
       SET consumed_at = now(), successor_hash = $4, consumer_device_key = $5, idempotency_key_hash = $6
      FROM live WHERE t.tenant_id = $1 AND t.token_hash = $2 AND t.consumed_at IS NULL RETURNING live.id
  ), session AS (
    UPDATE sessions s SET last_active_at = now(), expires_at = least(now() + ${IDLE[surface]}, s.absolute_expires_at)
      FROM consumed WHERE s.tenant_id = $1 AND s.id = consumed.id RETURNING s.id, s.user_id, s.expires_at
  ), next AS (
    INSERT INTO refresh_tokens (tenant_id, token_hash, session_id, expires_at)
    SELECT $1, $4, id, expires_at FROM session
  )
  SELECT id AS "sessionId", user_id AS "userId", expires_at AS "refreshTokenExpiresAt", now() AS now FROM session`;

const ROTATE_AT: Readonly<Record<Surface, string>> = { mobile: ROTATE('mobile'), admin: ROTATE('admin') };

/** Refresh tokens, by their hashes. */
@Injectable()
export class RefreshTokens {
  constructor(private readonly database: Database) {}

  /** In the current transaction, or one of its own. Null if the token is not usable. */
  async rotate({ tenantId, appId }: TokenScope, rotation: Rotation): Promise<Rotated | null> {
    const { tokenHash, nextTokenHash, deviceKey, idempotencyKeyHash } = rotation;
    const [row] = await this.database.write<Rotated & Record<string, unknown>>(tenantId, ROTATE_AT[surfaceOf(appId)], [
      tenantId,
      tokenHash,
      appId,
      nextTokenHash,
      deviceKey,
      idempotencyKeyHash,
    ]);
    return row ?? null;
  }

  /** In the current transaction, with its commit. */
  async keepAnswer(tenantId: string, tokenHash: Buffer, sealedAnswer: string): Promise<void> {
    await this.database.withCommit(
      'UPDATE refresh_tokens SET sealed_answer = $3 WHERE tenant_id = $1 AND token_hash = $2',
      [tenantId, tokenHash, sealedAnswer],
    );
  }

  /** Of a token that was consumed or not, while its session is alive. */
  async findOwner({ tenantId, appId }: TokenScope, tokenHash: Buffer): Promise<TokenOwner | null> {
    const [owner] = await this.database.read<TokenOwner & Record<string, unknown>>(
      tenantId,
      `SELECT s.id AS "sessionId", s.user_id AS "userId"
         FROM refresh_tokens t
         JOIN sessions s ON s.tenant_id = t.tenant_id AND s.id = t.session_id
        WHERE ${OF_LIVE_SESSION(surfaceOf(appId))}`,
      [tenantId, tokenHash, appId],
    );
    return owner ?? null;
  }

  /** A consumed token of a session that is still alive, with the session's row locked in the current transaction. */
  async lockConsumed({ tenantId, appId }: TokenScope, tokenHash: Buffer): Promise<KnownConsumedToken | null> {
    const surface = surfaceOf(appId);
    return this.database.queryOne<KnownConsumedToken & Record<string, unknown>>(
      `SELECT s.id AS "sessionId", s.user_id AS "userId", t.consumed_at AS "consumedAt",
              clock_timestamp() AS "presentedAt", ${IS_OUTDATED} AS "isOutdated",
              coalesce(t.consumer_device_key, d.device_key) AS "consumerDeviceKey",
              t.idempotency_key_hash AS "idempotencyKeyHash",
              CASE WHEN ${HAS_ACCESS[surface]} THEN t.sealed_answer END AS "sealedAnswer"
         FROM refresh_tokens t
         JOIN sessions s ON s.tenant_id = t.tenant_id AND s.id = t.session_id ${OWNERS[surface]}
         LEFT JOIN devices d ON d.tenant_id = s.tenant_id AND d.id = s.device_id
        WHERE ${OF_LIVE_SESSION(surface)} AND t.consumed_at IS NOT NULL
          FOR UPDATE OF s`,
      [tenantId, tokenHash, appId],
    );
  }
}

function surfaceOf(appId: string | null): Surface {
  return appId === null ? 'admin' : 'mobile';
}
