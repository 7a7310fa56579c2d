import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { ESCALATION } from '../domain/captcha';
import type { CaptchaCaller } from '../domain/captcha-scope';
import { COOLDOWN, ISSUES_PER_MINUTE } from '../domain/captcha-limits';
import { ScopeKeys } from './scope-keys';

/** Whether a challenge may be issued. */
export type IssueClaim =
  | { readonly granted: true; readonly recentFailures: number }
  | { readonly granted: false; readonly retryAfterSeconds: number };

interface LockedRow {
  key: Buffer;
  cooling: boolean;
}

/** How many failures a row stores: enough for both rules that read them. */
const KEPT_FAILURES = Math.max(COOLDOWN.failures, ESCALATION.failures);
const LONGEST_WINDOW = `interval '${Math.max(COOLDOWN.withinSeconds, ESCALATION.withinSeconds)} seconds'`;
const MINUTE = `interval '1 minute'`;

/** The newest failure is recent enough, and the one that started the cooldown not long before it. */
const IS_COOLING = `coalesce(
  c.failed_at[1] > clock_timestamp() - interval '${COOLDOWN.seconds} seconds'
  AND c.failed_at[${COOLDOWN.failures}] >= c.failed_at[1] - interval '${COOLDOWN.withinSeconds} seconds', false)`;

/** Requests and failures of installations, counted in the database: the same for all processes. */
@Injectable()
export class CaptchaCounters {
  constructor(
    private readonly database: Database,
    private readonly keys: ScopeKeys,
  ) {}

  /** Claims one challenge, unless those of the last minute are used up. Concurrent claims never exceed the limit. */
  async claimIssue(caller: CaptchaCaller): Promise<IssueClaim> {
    const [row] = await this.database.write<{ granted: boolean; failures: number; wait: number | null }>(
      caller.tenantId,
      `WITH claimed AS (
         INSERT INTO captcha_counters AS c (tenant_id, key, issued_at, expires_at)
         VALUES ($1, $2, ARRAY[now()], now() + ${MINUTE})
         ON CONFLICT (tenant_id, key) DO UPDATE SET
           issued_at = (array_prepend(now(), c.issued_at))[1:${ISSUES_PER_MINUTE}],
           expires_at = greatest(c.expires_at, now() + ${MINUTE})
         WHERE coalesce(c.issued_at[${ISSUES_PER_MINUTE}] <= now() - ${MINUTE}, true)
         RETURNING 1
       )
       SELECT EXISTS (SELECT FROM claimed) AS granted,
              (SELECT count(*)::integer FROM captcha_counters i, unnest(i.failed_at) AS failure
                WHERE i.tenant_id = $1 AND i.key = $3
                  AND failure > now() - interval '${ESCALATION.withinSeconds} seconds') AS failures,
              (SELECT ceil(extract(epoch FROM c.issued_at[${ISSUES_PER_MINUTE}] + ${MINUTE} - now()))::integer
                 FROM captcha_counters c WHERE c.tenant_id = $1 AND c.key = $2) AS wait`,
      [caller.tenantId, this.keys.ofCaller(caller), this.keys.ofInstallation(caller)],
    );
    if (row?.granted) return { granted: true, recentFailures: row.failures };
    // Concurrent requests took the last ones: they are not visible here yet, and the wait is a minute at most.
    return { granted: false, retryAfterSeconds: Math.max(1, row?.wait ?? 60) };
  }

  /** Serialises the steps of one installation until the end of the current transaction. */
  async lockInstallation(caller: CaptchaCaller): Promise<void> {
    await this.lock(caller.tenantId, [this.keys.ofInstallation(caller)]);
  }

  /**
   * The same for a proof, which also counts for the installation at its address.
   *
   * @returns whether the cooldown is active.
   */
  async lockForProof(caller: CaptchaCaller): Promise<boolean> {
    const key = this.keys.ofCaller(caller);
    const rows = await this.lock(caller.tenantId, [key, this.keys.ofInstallation(caller)]);
    return rows.some((row) => row.cooling && row.key.equals(key));
  }

  /** In the current transaction, after `lockForProof`. */
  async recordFailure(caller: CaptchaCaller): Promise<void> {
    await this.database.query(
      `UPDATE captcha_counters c
          SET failed_at = (array_prepend(clock_timestamp(), c.failed_at))[1:${KEPT_FAILURES}]
        WHERE c.tenant_id = $1 AND c.key = ANY ($2)`,
      [caller.tenantId, [this.keys.ofCaller(caller), this.keys.ofInstallation(caller)]],
    );
  }

  /** Locks the rows of the keys in this order, and creates missing ones. */
  private lock(tenantId: string, keys: readonly Buffer[]): Promise<LockedRow[]> {
    return this.database.query<LockedRow>(
      `INSERT INTO captcha_counters AS c (tenant_id, key, expires_at)
       SELECT $1, key, now() + ${LONGEST_WINDOW} FROM unnest($2::bytea[]) WITH ORDINALITY AS given (key, place) ORDER BY place
       ON CONFLICT (tenant_id, key) DO UPDATE SET expires_at = greatest(c.expires_at, excluded.expires_at)
       RETURNING c.key, ${IS_COOLING} AS cooling`,
      [tenantId, keys],
    );
  }
}
