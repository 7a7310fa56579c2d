import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import {
  REFRESH_IDLE_DAYS,
  REFRESH_RETRY_SECONDS,
  REPLAY_GRACE_SECONDS,
} from '../../domain/sessions/session-lifetimes';
import { IS_OUTDATED } from './refresh-tokens';
import { HAS_ACCESS, WITH_OWNERS } from './session-access';

/** A token of a session that is still alive, its session row locked. */
export interface LiveRefreshToken {
  readonly sessionId: string;
  readonly userId: string;
}

export interface ConsumedRefreshToken {
  readonly sessionId: string;
  readonly userId: string;
  /** No lost race explains that it comes again: the grace is over, or its successor has been used, too. */
  readonly isReplay: boolean;
  readonly consumerDeviceKey: string | null;
  readonly idempotencyKeyHash: Buffer | null;
  /** What a retry gets, while it may and the member has access. */
  readonly sealedAnswer: string | null;
}

const NEXT_EXPIRY = `least(now() + interval '${REFRESH_IDLE_DAYS} days', s.absolute_expires_at)`;

/** Sessions and their refresh tokens. */
@Injectable()
export class SessionStore {
  constructor(private readonly database: Database) {}

  /**
   * Locks the session of a token that may still be used: unconsumed, of this App, session, user and membership alive.
   * Every kind of revocation locks the same row, so that no refresh outlives one.
   */
  async lockLive(tenantId: string, appId: string, tokenHash: Buffer): Promise<LiveRefreshToken | null> {
    const [row] = await this.database.query<{ session_id: string; user_id: string }>(
      `SELECT s.id AS session_id, s.user_id
         FROM refresh_tokens t
         JOIN sessions s ON s.tenant_id = t.tenant_id AND s.id = t.session_id ${WITH_OWNERS}
        WHERE t.tenant_id = $1 AND t.token_hash = $3 AND t.consumed_at IS NULL AND t.expires_at > now()
          AND s.app_id = $2 AND s.surface = 'mobile' AND s.revoked_at IS NULL AND s.expires_at > now()
          AND ${HAS_ACCESS}
          FOR UPDATE OF s`,
      [tenantId, appId, tokenHash],
    );
    return row ? { sessionId: row.session_id, userId: row.user_id } : null;
  }

  /**
   * Consumes a token and issues the next, in one statement. Null when another request consumed it while this one
   * waited for the session's lock.
   */
  async rotate(rotation: {
    tenantId: string;
    sessionId: string;
    tokenHash: Buffer;
    nextTokenHash: Buffer;
    deviceKey: string | null;
    idempotencyKeyHash: Buffer | null;
  }): Promise<{ refreshTokenExpiresAt: Date } | null> {
    const [row] = await this.database.query<{ expires_at: Date }>(
      `WITH consumed AS (
         UPDATE refresh_tokens
            SET consumed_at = now(), successor_hash = $4, consumer_device_key = $5, idempotency_key_hash = $6
          WHERE tenant_id = $1 AND token_hash = $3 AND consumed_at IS NULL RETURNING session_id
       ), session AS (
         UPDATE sessions s SET last_active_at = now(), expires_at = ${NEXT_EXPIRY}
           FROM consumed WHERE s.tenant_id = $1 AND s.id = $2 RETURNING s.expires_at
       )
       INSERT INTO refresh_tokens (tenant_id, token_hash, session_id, expires_at)
       SELECT $1, $4, $2, expires_at FROM session RETURNING expires_at`,
      [
        rotation.tenantId,
        rotation.sessionId,
        rotation.tokenHash,
        rotation.nextTokenHash,
        rotation.deviceKey,
        rotation.idempotencyKeyHash,
      ],
    );
    return row ? { refreshTokenExpiresAt: row.expires_at } : null;
  }

  async keepAnswer(tenantId: string, tokenHash: Buffer, sealedAnswer: string): Promise<void> {
    await this.database.query('UPDATE refresh_tokens SET sealed_answer = $3 WHERE tenant_id = $1 AND token_hash = $2', [
      tenantId,
      tokenHash,
      sealedAnswer,
    ]);
  }

  /** A consumed token of a session that is still alive, its session row locked. */
  async lockConsumed(tenantId: string, appId: string, tokenHash: Buffer): Promise<ConsumedRefreshToken | null> {
    const [row] = await this.database.query<{
      session_id: string;
      user_id: string;
      is_replay: boolean;
      device_key: string | null;
      idempotency_key_hash: Buffer | null;
      sealed_answer: string | null;
    }>(
      `SELECT s.id AS session_id, s.user_id, t.idempotency_key_hash,
              clock_timestamp() > t.consumed_at + interval '${REPLAY_GRACE_SECONDS} seconds'
                OR ${IS_OUTDATED} AS is_replay,
              coalesce(t.consumer_device_key, d.device_key) AS device_key,
              CASE WHEN t.consumed_at > now() - interval '${REFRESH_RETRY_SECONDS} seconds' AND ${HAS_ACCESS}
                   THEN t.sealed_answer END AS sealed_answer
         FROM refresh_tokens t
         JOIN sessions s ON s.tenant_id = t.tenant_id AND s.id = t.session_id ${WITH_OWNERS}
         LEFT JOIN devices d ON d.tenant_id = s.tenant_id AND d.id = s.device_id
        WHERE t.tenant_id = $1 AND t.token_hash = $3 AND t.consumed_at IS NOT NULL
          AND s.app_id = $2 AND s.revoked_at IS NULL AND s.expires_at > now()
          FOR UPDATE OF s`,
      [tenantId, appId, tokenHash],
    );
    if (!row) return null;
    return {
      sessionId: row.session_id,
      userId: row.user_id,
      isReplay: row.is_replay,
      consumerDeviceKey: row.device_key,
      idempotencyKeyHash: row.idempotency_key_hash,
      sealedAnswer: row.sealed_answer,
    };
  }

  /** Ends every session of an App, in the transaction under way. */
  async revokeAllOfApp(tenantId: string, appId: string, reason: string): Promise<void> {
    await this.database.query(
      `UPDATE sessions SET revoked_at = now(), revoke_reason = $3
        WHERE tenant_id = $1 AND app_id = $2 AND revoked_at IS NULL`,
      [tenantId, appId, reason],
    );
  }
}
