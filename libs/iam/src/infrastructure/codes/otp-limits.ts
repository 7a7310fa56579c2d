import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { OTP_SENDS_PER_DAY, OTP_SENDS_PER_HOUR, type OtpSubject } from '../../domain/codes/otp';

export interface SendClaim {
  readonly granted: boolean;
  /** Seconds until the next code may be requested. */
  readonly resendAfterSeconds: number;
}

/** When the next code may be sent, by the newest, the fifth and the tenth of the last sends. Null before the first. */
const NEXT_SEND = `greatest(l.sent_at[1] + make_interval(secs => $5),
                            l.sent_at[${OTP_SENDS_PER_HOUR}] + interval '1 hour',
                            l.sent_at[${OTP_SENDS_PER_DAY}] + interval '1 day')`;

/** Cooldowns and budgets of one-time passwords. They apply equally to identifiers without an account. */
@Injectable()
export class OtpLimits {
  constructor(private readonly database: Database) {}

  /**
   * Claims one code now, unless the cooldown runs or the sends of the hour or day are used up. Of several concurrent
   * claims one succeeds. In the current transaction, so that a request that is rolled back returns it.
   */
  async claimSend(subject: OtpSubject, cooldownSeconds: number): Promise<SendClaim> {
    const values = [...keyOf(subject), cooldownSeconds];
    const claimed = await this.database.query(
      `INSERT INTO otp_limits AS l (tenant_id, app_id, purpose, identifier_key, sent_at, expires_at)
       VALUES ($1, $2, $3, $4, ARRAY[now()], now() + interval '1 day')
       ON CONFLICT (tenant_id, app_id, purpose, identifier_key) DO UPDATE SET
         sent_at = (array_prepend(now(), l.sent_at))[1:${OTP_SENDS_PER_DAY}], expires_at = now() + interval '1 day'
       WHERE coalesce(${NEXT_SEND} <= now(), true)
       RETURNING 1`,
      values,
    );
    if (claimed.length > 0) return { granted: true, resendAfterSeconds: cooldownSeconds };
    const seconds = await this.secondsLeft(subject, cooldownSeconds);
    return { granted: false, resendAfterSeconds: Math.max(1, seconds ?? cooldownSeconds) };
  }

  /** Until a code may be claimed: none or negative if it may be now. In the current transaction. */
  async secondsLeft(subject: OtpSubject, cooldownSeconds: number): Promise<number | null> {
    const [row] = await this.database.query<{ seconds: number | null }>(
      `SELECT ceil(extract(epoch FROM ${NEXT_SEND} - clock_timestamp()))::integer AS seconds
         FROM otp_limits l WHERE tenant_id = $1 AND app_id = $2 AND purpose = $3 AND identifier_key = $4`,
      [...keyOf(subject), cooldownSeconds],
    );
    return row?.seconds ?? null;
  }

  /** Takes back the counting of an attempt that turned out right. */
  async returnAttempt(subject: OtpSubject): Promise<void> {
    await this.database.query(
      `UPDATE otp_limits SET failed_at = failed_at[2:]
        WHERE tenant_id = $1 AND app_id = $2 AND purpose = $3 AND identifier_key = $4`,
      keyOf(subject),
    );
  }
}

function keyOf({ tenantId, appId, purpose, identifierKey }: OtpSubject): unknown[] {
  return [tenantId, appId, purpose, identifierKey];
}
