import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';

/** Failures of one account before the wait begins, and its length; every further failure doubles it. */
const FREE_FAILURES = 5;
const FIRST_WAIT_SECONDS = 60;
const LONGEST_WAIT_SECONDS = 900;
const WINDOW_SECONDS = 900;

/** Failed credentials of one address at one App. */
const ADDRESS_PER_MINUTE = 30;
const ADDRESS_PER_HOUR = 300;

export interface ThrottleKeys {
  readonly tenantId: string;
  /** The identifier, or the installation where it signed in to this account before. */
  readonly account: Buffer;
  /** The App and the client's address. */
  readonly address: Buffer;
}

/**
 * Counters of failed sign-ins. An attempt is counted as failed before the password is looked at and given back when it
 * was right: parallel guesses cannot outrun the count.
 */
@Injectable()
export class LoginThrottle {
  constructor(private readonly database: Database) {}

  /** Null when the attempt may be made; else the seconds to wait. A refused attempt counts nowhere. */
  async reserve(keys: ThrottleKeys): Promise<number | null> {
    const addressWait = await this.reserveAddress(keys);
    if (addressWait !== null) return addressWait;
    const accountWait = await this.reserveAccount(keys);
    if (accountWait !== null) await this.returnAddress(keys);
    return accountWait;
  }

  /** The password was right: the account's counter starts anew, the address gets its attempt back. */
  async succeed(keys: ThrottleKeys): Promise<void> {
    await this.database.write(keys.tenantId, 'DELETE FROM login_throttles WHERE tenant_id = $1 AND key = $2', [
      keys.tenantId,
      keys.account,
    ]);
    await this.returnAddress(keys);
  }

  /** The attempt was no failure, but no success either: both get it back. */
  async giveBack(keys: ThrottleKeys): Promise<void> {
    await this.database.write(
      keys.tenantId,
      `UPDATE login_throttles SET failures = greatest(failures - 1, 0), blocked_until = NULL
        WHERE tenant_id = $1 AND key = $2`,
      [keys.tenantId, keys.account],
    );
    await this.returnAddress(keys);
  }

  private async reserveAccount({ tenantId, account }: ThrottleKeys): Promise<number | null> {
    // The failure that starts a wait blocks at once, while its password is still being looked at.
    const reserved = await this.database.write(
      tenantId,
      `INSERT INTO login_throttles AS t (tenant_id, key, failures, expires_at)
       VALUES ($1, $2, 1, now() + make_interval(secs => ${WINDOW_SECONDS}))
       ON CONFLICT (tenant_id, key) DO UPDATE SET
         failures = CASE WHEN t.expires_at <= now() THEN 1 ELSE t.failures + 1 END,
         blocked_until = CASE WHEN t.expires_at > now() AND t.failures + 1 >= ${FREE_FAILURES}
           THEN now() + make_interval(secs => least(${FIRST_WAIT_SECONDS} * power(2, least(t.failures + 1 - ${FREE_FAILURES}, 10)),
                                                    ${LONGEST_WAIT_SECONDS})) END,
         expires_at = now() + make_interval(secs => ${WINDOW_SECONDS} + ${LONGEST_WAIT_SECONDS})
       WHERE t.blocked_until IS NULL OR t.blocked_until <= now()
       RETURNING 1`,
      [tenantId, account],
    );
    if (reserved.length > 0) return null;
    const [row] = await this.database.read<{ seconds: number }>(
      tenantId,
      `SELECT ceil(extract(epoch FROM blocked_until - now()))::integer AS seconds
         FROM login_throttles WHERE tenant_id = $1 AND key = $2`,
      [tenantId, account],
    );
    return Math.max(1, row?.seconds ?? 1);
  }

  private async reserveAddress({ tenantId, address }: ThrottleKeys): Promise<number | null> {
    // `failures` counts the hour, which ends at expires_at.
    const reserved = await this.database.write(
      tenantId,
      `INSERT INTO login_throttles AS t (tenant_id, key, failures, minute_started_at, minute_failures, expires_at)
       VALUES ($1, $2, 1, now(), 1, now() + interval '1 hour')
       ON CONFLICT (tenant_id, key) DO UPDATE SET
         failures = CASE WHEN t.expires_at <= now() THEN 1 ELSE t.failures + 1 END,
         expires_at = CASE WHEN t.expires_at <= now() THEN now() + interval '1 hour' ELSE t.expires_at END,
         minute_failures = CASE WHEN t.minute_started_at <= now() - interval '1 minute' THEN 1 ELSE t.minute_failures + 1 END,
         minute_started_at = CASE WHEN t.minute_started_at <= now() - interval '1 minute' THEN now() ELSE t.minute_started_at END
       WHERE (t.expires_at <= now() OR t.failures < ${ADDRESS_PER_HOUR})
         AND (t.minute_started_at <= now() - interval '1 minute' OR t.minute_failures < ${ADDRESS_PER_MINUTE})
       RETURNING 1`,
      [tenantId, address],
    );
    if (reserved.length > 0) return null;
    const [row] = await this.database.read<{ seconds: number }>(
      tenantId,
      `SELECT ceil(extract(epoch FROM CASE WHEN failures >= ${ADDRESS_PER_HOUR} THEN expires_at
                                           ELSE minute_started_at + interval '1 minute' END - now()))::integer AS seconds
         FROM login_throttles WHERE tenant_id = $1 AND key = $2`,
      [tenantId, address],
    );
    return Math.max(1, row?.seconds ?? 1);
  }

  private async returnAddress({ tenantId, address }: ThrottleKeys): Promise<void> {
    await this.database.write(
      tenantId,
      `UPDATE login_throttles SET failures = greatest(failures - 1, 0), minute_failures = greatest(minute_failures - 1, 0)
        WHERE tenant_id = $1 AND key = $2`,
      [tenantId, address],
    );
  }
}
