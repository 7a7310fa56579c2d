import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { WITHOUT_PUSH } from '../sessions/silent-devices';

/** What was ended in a tenant whose data were restored from a backup. */
export interface EndedAccess {
  /** Those that were alive. */
  readonly sessions: number;
  /** Clients, all of whose access tokens have ended. */
  readonly apiClients: number;
  /** Sign-ins that wait for the second factor. */
  readonly signIns: number;
  /** Codes that were sent. */
  readonly codes: number;
  readonly stepUps: number;
  /** Mailed links: invitations and resets of passwords. */
  readonly links: number;
  readonly downloadLinks: number;
  /** Codes that stand in for a second factor. */
  readonly recoveryCodes: number;
  /** Devices to which messages were pushed: some may have been signed out, or lost. */
  readonly pushRegistrations: number;
  /** Accounts that would have been erased by now, and are not before another day is over. */
  readonly postponedErasures: number;
}

const NOW_OVER = 'tenant_id = $1 AND expires_at > now()';

/**
 * In SQL, whatever ends with a number of rows. A link expires retroactively, as one that was replaced does. `tokens_since`
 * is what tokens tell of their client, by which they are worthless.
 */
const ENDINGS: Readonly<Record<Exclude<keyof EndedAccess, 'sessions'>, string>> = {
  apiClients: 'UPDATE api_clients SET tokens_since = now() WHERE tenant_id = $1 RETURNING 1 AS ended',
  signIns: `UPDATE mfa_challenges SET consumed_at = now() WHERE ${NOW_OVER} AND consumed_at IS NULL RETURNING 1 AS ended`,
  codes: `UPDATE otp_challenges SET superseded_at = now()
           WHERE ${NOW_OVER} AND consumed_at IS NULL AND superseded_at IS NULL RETURNING 1 AS ended`,
  stepUps: `DELETE FROM step_up_tokens WHERE ${NOW_OVER} RETURNING 1 AS ended`,
  links: `UPDATE account_links SET expires_at = created_at WHERE ${NOW_OVER} AND used_at IS NULL RETURNING 1 AS ended`,
  downloadLinks: `DELETE FROM download_links WHERE ${NOW_OVER} RETURNING 1 AS ended`,
  recoveryCodes:
    'UPDATE recovery_codes SET used_at = now() WHERE tenant_id = $1 AND used_at IS NULL RETURNING 1 AS ended',
  pushRegistrations: `UPDATE devices SET ${WITHOUT_PUSH} WHERE tenant_id = $1 AND push_token IS NOT NULL RETURNING 1 AS ended`,
  postponedErasures: `UPDATE account_deletions SET erase_at = now() + interval '1 day'
                       WHERE tenant_id = $1 AND erase_at <= now() RETURNING 1 AS ended`,
};

/**
 * The access that a restored database grants. What was used, revoked or changed after the backup, it has forgotten: so
 * whatever can be used once, or can have been revoked, is ended.
 */
@Injectable()
export class RestoredAccess {
  constructor(private readonly database: Database) {}

  /** In the current transaction. */
  async end(tenantId: string, reason: string): Promise<EndedAccess> {
    const sessions = await this.count(
      `UPDATE sessions SET revoked_at = now(), revoke_reason = $2 WHERE tenant_id = $1 AND revoked_at IS NULL
       RETURNING (expires_at > now())::integer AS ended`,
      [tenantId, reason],
    );
    const ended: Record<string, number> = { sessions };
    for (const [what, statement] of Object.entries(ENDINGS)) {
      ended[what] = await this.count(statement, [tenantId]);
    }
    return ended as unknown as EndedAccess;
  }

  private async count(statement: string, values: unknown[]): Promise<number> {
    const row = await this.database.queryOne<{ count: number }>(
      `WITH done AS (${statement}) SELECT coalesce(sum(ended), 0)::integer AS count FROM done`,
      values,
    );
    return row?.count ?? 0;
  }
}
