import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { ACCOUNT_WAITS, ACCOUNT_WINDOW_SECONDS } from '../../domain/sign-in/sign-in-throttle';
import { type AttemptOutcome, FAILURES, IN_FLIGHT, LEASE, LOST, type Refusal } from './failure-counter';

/** Until when a further failure has the account wait, by the waits $3; null for no wait. */
const BLOCKED_UNTIL = `now() + make_interval(secs => nullif(
  ($3::integer[])[least(${FAILURES} + 1, cardinality($3::integer[]))], 0))`;

/** Counts a further failure, by the waits $3 and the window $4. */
const FAIL = `failures = ${FAILURES} + 1, blocked_until = ${BLOCKED_UNTIL},
  expires_at = greatest(now(), ${BLOCKED_UNTIL}) + make_interval(secs => $4)`;
const BY_RULE = [ACCOUNT_WAITS, ACCOUNT_WINDOW_SECONDS];

const SETTLE: Readonly<Record<AttemptOutcome, string>> = {
  failure: FAIL,
  success: `failures = 0, blocked_until = NULL`,
  neither: `failures = failures`,
};

/** Admits an attempt at the account $3 of the tenant $1, if its `address` was, by the window $4 and the first failure after which it waits, $5. */
export const ADMIT_ACCOUNT = `
  INSERT INTO login_throttles AS t (tenant_id, key, in_flight, in_flight_until, expires_at)
  SELECT $1, $3, 1, ${LEASE}, now() + make_interval(secs => $4) FROM address
  ON CONFLICT (tenant_id, key) DO UPDATE SET
    failures = ${FAILURES} + ${LOST}, in_flight = ${IN_FLIGHT} + 1, in_flight_until = ${LEASE},
    expires_at = CASE WHEN t.expires_at > now() THEN t.expires_at ELSE now() + make_interval(secs => $4) END
  WHERE coalesce(t.blocked_until <= now(), true)
    AND (${IN_FLIGHT} = 0 OR ${FAILURES} + ${IN_FLIGHT} < $5)
  RETURNING 1`;

/** Failed sign-ins by account: by its identifier, or by an installation that has signed in to it before. */
@Injectable()
export class AccountFailures {
  constructor(private readonly database: Database) {}

  /** Why an attempt was not admitted. */
  async refusal(tenantId: string, account: Buffer): Promise<Refusal> {
    const [row] = await this.database.read<{ seconds: number }>(
      tenantId,
      `SELECT ceil(extract(epoch FROM blocked_until - now()))::integer AS seconds
         FROM login_throttles WHERE tenant_id = $1 AND key = $2 AND blocked_until > now()`,
      [tenantId, account],
    );
    return row ? { waitSeconds: row.seconds } : 'busy';
  }

  /** Counts a failure that another counter admitted; nothing while this account waits, as then nothing counts. */
  async count(tenantId: string, account: Buffer): Promise<void> {
    await this.database.write(
      tenantId,
      `INSERT INTO login_throttles AS t (tenant_id, key, failures, in_flight, in_flight_until, expires_at)
       VALUES ($1, $2, 1, 0, now(), now() + make_interval(secs => $4))
       ON CONFLICT (tenant_id, key) DO UPDATE SET ${FAIL}
       WHERE coalesce(t.blocked_until <= now(), true)`,
      [tenantId, account, ...BY_RULE],
    );
  }

  /** Lets the owner try at once, in the current transaction. Attempts under way still count when they fail. */
  async forget(tenantId: string, accounts: readonly Buffer[]): Promise<void> {
    await this.database.query(
      `UPDATE login_throttles SET failures = 0, blocked_until = NULL WHERE tenant_id = $1 AND key = ANY ($2::bytea[])`,
      [tenantId, accounts],
    );
  }

  /** In the current transaction, with its commit. */
  async settle(tenantId: string, account: Buffer, outcome: AttemptOutcome): Promise<void> {
    await this.database.withCommit(
      `UPDATE login_throttles t SET in_flight = greatest(t.in_flight - 1, 0), ${SETTLE[outcome]}
        WHERE t.tenant_id = $1 AND t.key = $2`,
      [tenantId, account, ...(outcome === 'failure' ? BY_RULE : [])],
    );
  }
}
