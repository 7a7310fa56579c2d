import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { ADDRESS_FAILURES } from '../../domain/sign-in/sign-in-throttle';
import { type AttemptOutcome, FAILURES, IN_FLIGHT, LEASE, LOST, type Refusal } from './failure-counter';

/** `failures` counts the hour, which ends at `expires_at`. */
const MINUTE_IS_OVER = `coalesce(t.minute_started_at <= now() - interval '1 minute', true)`;
const MINUTE_FAILURES = `CASE WHEN ${MINUTE_IS_OVER} THEN 0 ELSE t.minute_failures END`;

const SETTLE: Readonly<Record<AttemptOutcome, string>> = {
  failure: `failures = ${FAILURES} + 1, minute_failures = ${MINUTE_FAILURES} + 1,
            minute_started_at = CASE WHEN ${MINUTE_IS_OVER} THEN now() ELSE t.minute_started_at END`,
  success: `failures = failures`,
  neither: `failures = failures`,
};

/** Admits an attempt at the address $2 in the tenant $1, by the failures $6 a minute and $7 an hour. */
export const ADMIT_ADDRESS = `
  INSERT INTO login_throttles AS t (tenant_id, key, in_flight, in_flight_until, minute_started_at, expires_at)
  VALUES ($1, $2, 1, ${LEASE}, now(), now() + interval '1 hour')
  ON CONFLICT (tenant_id, key) DO UPDATE SET
    failures = ${FAILURES} + ${LOST}, minute_failures = ${MINUTE_FAILURES} + ${LOST},
    minute_started_at = CASE WHEN ${MINUTE_IS_OVER} THEN now() ELSE t.minute_started_at END,
    in_flight = ${IN_FLIGHT} + 1, in_flight_until = ${LEASE},
    expires_at = CASE WHEN t.expires_at > now() THEN t.expires_at ELSE now() + interval '1 hour' END
  WHERE ${FAILURES} + ${IN_FLIGHT} < $7 AND ${MINUTE_FAILURES} + ${IN_FLIGHT} < $6
  RETURNING 1`;

/** Failed credentials by App and client address, for any account. */
@Injectable()
export class AddressFailures {
  constructor(private readonly database: Database) {}

  /** Why an attempt was not admitted. */
  async refusal(tenantId: string, address: Buffer): Promise<Refusal> {
    const [row] = await this.database.read<{ seconds: number | null }>(
      tenantId,
      `SELECT ceil(extract(epoch FROM CASE WHEN ${FAILURES} >= $4 THEN t.expires_at
                                           WHEN ${MINUTE_FAILURES} >= $3
                                           THEN t.minute_started_at + interval '1 minute' END - now()))::integer AS seconds
         FROM login_throttles t WHERE t.tenant_id = $1 AND t.key = $2`,
      [tenantId, address, ADDRESS_FAILURES.perMinute, ADDRESS_FAILURES.perHour],
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
