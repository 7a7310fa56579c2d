import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { NIL_UUID } from '@libs/kernel';
import { WITHOUT_PUSH } from './silent-devices';

/** A place in the order in which sessions were last used. */
export type SessionPosition = readonly [lastActiveAt: string, id: string];

const BATCH = 500;

/**
 * The sessions of an App that end all at once, however many they are: one row, which every request looks at, ends them
 * with its commit. Their own rows follow in batches.
 */
@Injectable()
export class SessionCutoffs {
  constructor(private readonly database: Database) {}

  /** Ends all sessions there are, in the current transaction. @returns the time of the cutoff before it, if any. */
  async add(tenantId: string, appId: string): Promise<void> {
    await this.database.query(
      `INSERT INTO session_cutoffs (tenant_id, app_id, revoked_at) VALUES ($1, $2, now())
           ON CONFLICT (tenant_id, app_id) DO UPDATE
          SET revoked_at = greatest(session_cutoffs.revoked_at, excluded.revoked_at)`,
      [tenantId, appId],
    );
  }

  /**
   * Marks some of the sessions that were cut off, those unused for longest first. They are not used any more, so their
   * order does not change.
   *
   * @returns where to continue; null at the end.
   */
  async mark(
    { tenantId, appId }: { tenantId: string; appId: string },
    reason: string,
    after: SessionPosition | null,
  ): Promise<SessionPosition | null> {
    const [last] = await this.database.write<{ at: string; id: string; count: number }>(
      tenantId,
      `WITH batch AS (
         SELECT s.id, s.last_active_at, s.device_id, c.revoked_at AS cut_at FROM sessions s
           JOIN session_cutoffs c ON c.tenant_id = s.tenant_id AND c.app_id = s.app_id
          WHERE s.tenant_id = $1 AND s.app_id = $2 AND s.revoked_at IS NULL AND s.created_at <= c.revoked_at
            AND (s.last_active_at, s.id) > ($4::timestamptz, $5::uuid)
          ORDER BY s.last_active_at, s.id LIMIT ${BATCH} FOR UPDATE OF s
       ), marked AS (
         UPDATE sessions s SET revoked_at = now(), revoke_reason = $3 FROM batch
          WHERE s.tenant_id = $1 AND s.id = batch.id
       ), silenced AS (
         -- But for those on which somebody has signed in since.
         UPDATE devices d SET ${WITHOUT_PUSH} FROM batch
          WHERE d.tenant_id = $1 AND d.id = batch.device_id AND d.push_token IS NOT NULL
            AND NOT EXISTS (SELECT FROM sessions o WHERE o.tenant_id = $1 AND o.device_id = d.id
                               AND o.created_at > batch.cut_at AND o.revoked_at IS NULL AND o.expires_at > now())
       )
       SELECT to_char(last_active_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.USZ') AS at, id,
              (SELECT count(*)::integer FROM batch) AS count
         FROM batch ORDER BY last_active_at DESC, id DESC LIMIT 1`,
      [tenantId, appId, reason, ...(after ?? FIRST)],
    );
    return last?.count === BATCH ? [last.at, last.id] : null;
  }
}

const FIRST: SessionPosition = ['-infinity', NIL_UUID];
