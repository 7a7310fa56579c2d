import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { type AttemptOutcome, FAILURES, IN_FLIGHT, LEASE, LOST, type Refusal } from './failure-counter';

const PER_MINUTE = 30;
const PER_HOUR = 300;

/** `failures` counts the hour, which ends at `expires_at`. */
const MINUTE_IS_OVER = `coalesce(t.minute_started_at <= now() - interval '1 minute', true)`;
const MINUTE_FAILURES = `CASE WHEN ${MINUTE_IS_OVER} THEN 0 ELSE t.minute_failures END`;

const SETTLE: Readonly<Record<AttemptOutcome, string>> = {
  failure: `failures = ${FAILURES} + 1, minute_failures = ${MINUTE_FAILURES} + 1,
            minute_started_at = CASE WHEN ${MINUTE_IS_OVER} THEN now() ELSE t.minute_started_at END`,
  success: `failures = failures`,
  neither: `failures = failures`,
};

/** Admits an attempt at the address $2 in the tenant $1. */
export const ADMIT_ADDRESS = `
  INSERT INTO login_throttles AS t (tenant_id, key, in_flight, in_flight_until, minute_started_at, expires_at)
  VALUES ($1, $2, 1, ${LEASE}, now(), now() + interval '1 hour')
  ON CONFLICT (tenant_id, key) DO UPDATE SET
    failures = ${FAILURES} + ${LOST}, minute_failures = ${MINUTE_FAILURES} + ${LOST},
    minute_started_at = CASE WHEN ${MINUTE_IS_OVER} THEN now() ELSE t.minute_started_at END,
    in_flight = ${IN_FLIGHT} + 1, in_flight_until = ${LEASE},
    expires_at = CASE WHEN t.expires_at > now() THEN t.expires_at ELSE now() + interval '1 hour' END
  WHERE ${FAILURES} + ${IN_FLIGHT} < ${PER_HOUR} AND ${MINUTE_FAILURES} + ${IN_FLIGHT} < ${PER_MINUTE}
  RETURNING 1`;

/** Failed credentials by App and client address, for any account. */
@Injectable()
export class AddressFailures {
  constructor(private readonly database: Database) {}

  /** Why an attempt was not admitted. */
  async refusal(tenantId: string, address: Buffer): Promise<Refusal> {
    const [row] = await this.database.read<{ seconds: number | null }>(
      tenantId,
      `SELECT ceil(extract(epoch FROM CASE WHEN ${FAILURES} >= ${PER_HOUR} THEN t.expires_at
                                           WHEN ${MINUTE_FAILURES} >= ${PER_MINUTE}
                                           THEN t.minute_started_at + interval '1 minute' END - now()))::integer AS seconds
         FROM login_throttles t WHERE t.tenant_id = $1 AND t.key = $2`,
      [tenantId, address],
    );
    return row?.seconds ? { waitSeconds: row.seconds } : 'busy';
  }

  /** In the current transaction, with its commit. */
  async settle(tenantId: string, address: Buffer, outcome: AttemptOutcome): Promise<void> {
    await this.database.withCommit(
      `UPDATE login_throttles t SET in_flight = greatest(t.in_flight - 1, 0), ${SETTLE[outcome]}
        WHERE t.tenant_id = $1 AND t.key = $2`,
      [tenantId, address],
    );
  }
}
