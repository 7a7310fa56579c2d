import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { type AttemptOutcome, FAILURES, IN_FLIGHT, LEASE, LOST, type Refusal } from './failure-counter';

/** The failure after which waiting begins. Every further one doubles the wait. */
const FIRST_WAITING_FAILURE = 5;
const FIRST_WAIT_SECONDS = 60;
const LONGEST_WAIT_SECONDS = 900;

/** Failures are forgotten after this long without another one or a wait. */
const WINDOW = `interval '15 minutes'`;

const WAIT = `make_interval(secs => least(${FIRST_WAIT_SECONDS} * power(2, least(${FAILURES} + 1 - ${FIRST_WAITING_FAILURE}, 10)),
                                          ${LONGEST_WAIT_SECONDS}))`;
const BLOCKED_UNTIL = `CASE WHEN ${FAILURES} + 1 >= ${FIRST_WAITING_FAILURE} THEN now() + ${WAIT} END`;

const SETTLE: Readonly<Record<AttemptOutcome, string>> = {
  failure: `failures = ${FAILURES} + 1, blocked_until = ${BLOCKED_UNTIL},
            expires_at = greatest(now(), ${BLOCKED_UNTIL}) + ${WINDOW}`,
  success: `failures = 0, blocked_until = NULL`,
  neither: `failures = failures`,
};

/** Admits an attempt at the account $3 of the tenant $1, if its `address` was. */
export const ADMIT_ACCOUNT = `
  INSERT INTO login_throttles AS t (tenant_id, key, in_flight, in_flight_until, expires_at)
  SELECT $1, $3, 1, ${LEASE}, now() + ${WINDOW} FROM address
  ON CONFLICT (tenant_id, key) DO UPDATE SET
    failures = ${FAILURES} + ${LOST}, in_flight = ${IN_FLIGHT} + 1, in_flight_until = ${LEASE},
    expires_at = CASE WHEN t.expires_at > now() THEN t.expires_at ELSE now() + ${WINDOW} END
  WHERE coalesce(t.blocked_until <= now(), true)
    AND (${IN_FLIGHT} = 0 OR ${FAILURES} + ${IN_FLIGHT} < ${FIRST_WAITING_FAILURE})
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
       VALUES ($1, $2, 1, 0, now(), now() + ${WINDOW})
       ON CONFLICT (tenant_id, key) DO UPDATE SET ${SETTLE.failure}
       WHERE coalesce(t.blocked_until <= now(), true)`,
      [tenantId, account],
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
      [tenantId, account],
    );
  }
}
