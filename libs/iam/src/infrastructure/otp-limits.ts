import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { OTP_FAILURE_BUDGET, OTP_SENDS_PER_DAY, OTP_SENDS_PER_HOUR, type OtpPurpose } from '../domain/one-time-password';

/** The App, purpose and identifier that a clock or counter belongs to. */
export interface OtpSubject {
  readonly tenantId: string;
  readonly appId: string;
  readonly purpose: OtpPurpose;
  readonly identifierKey: Buffer;
}

export interface SendClaim {
  readonly granted: boolean;
  /** Seconds until the next code may be asked for. */
  readonly resendAfterSeconds: number;
}

/** Clocks and budgets of one-time passwords. They run alike for identifiers that no account has. */
@Injectable()
export class OtpLimits {
  constructor(private readonly database: Database) {}

  /**
   * Takes the right to send one code now, unless the cooldown runs or the sends of the hour or day are used up. Of
   * several at once one gets it. In the transaction under way, so that an undone request gives it back.
   */
  async claimSend(subject: OtpSubject, cooldownSeconds: number): Promise<SendClaim> {
    const key = [subject.tenantId, subject.appId, subject.purpose, subject.identifierKey];
    const claimed = await this.database.query(
      `INSERT INTO otp_limits AS l (tenant_id, app_id, purpose, identifier_key, last_sent_at,
                                    hour_started_at, hour_count, day_started_at, day_count, expires_at)
       VALUES ($1, $2, $3, $4, now(), now(), 1, now(), 1, now() + interval '1 day')
       ON CONFLICT (tenant_id, app_id, purpose, identifier_key) DO UPDATE SET
         last_sent_at = now(),
         hour_started_at = CASE WHEN l.hour_started_at > now() - interval '1 hour' THEN l.hour_started_at ELSE now() END,
         hour_count = CASE WHEN l.hour_started_at > now() - interval '1 hour' THEN l.hour_count + 1 ELSE 1 END,
         day_started_at = CASE WHEN l.day_started_at > now() - interval '1 day' THEN l.day_started_at ELSE now() END,
         day_count = CASE WHEN l.day_started_at > now() - interval '1 day' THEN l.day_count + 1 ELSE 1 END,
         expires_at = now() + interval '1 day'
       WHERE (l.last_sent_at IS NULL OR l.last_sent_at <= now() - make_interval(secs => $5))
         AND (l.hour_started_at IS NULL OR l.hour_started_at <= now() - interval '1 hour' OR l.hour_count < ${OTP_SENDS_PER_HOUR})
         AND (l.day_started_at IS NULL OR l.day_started_at <= now() - interval '1 day' OR l.day_count < ${OTP_SENDS_PER_DAY})
       RETURNING 1`,
      [...key, cooldownSeconds],
    );
    if (claimed.length > 0) return { granted: true, resendAfterSeconds: cooldownSeconds };
    const [row] = await this.database.query<{ seconds: number }>(
      `SELECT ceil(extract(epoch FROM greatest(
                last_sent_at + make_interval(secs => $5),
                CASE WHEN hour_count >= ${OTP_SENDS_PER_HOUR} THEN hour_started_at + interval '1 hour' END,
                CASE WHEN day_count >= ${OTP_SENDS_PER_DAY} THEN day_started_at + interval '1 day' END
              ) - now()))::integer AS seconds
         FROM otp_limits WHERE tenant_id = $1 AND app_id = $2 AND purpose = $3 AND identifier_key = $4`,
      [...key, cooldownSeconds],
    );
    return { granted: false, resendAfterSeconds: Math.max(1, row?.seconds ?? cooldownSeconds) };
  }

  /** Counts an attempt as failed before it is looked at; false when the budget of 24 hours is used up. */
  async reserveAttempt(subject: OtpSubject): Promise<boolean> {
    const reserved = await this.database.write(
      subject.tenantId,
      `INSERT INTO otp_limits AS l (tenant_id, app_id, purpose, identifier_key, failures, failures_started_at, expires_at)
       VALUES ($1, $2, $3, $4, 1, now(), now() + interval '1 day')
       ON CONFLICT (tenant_id, app_id, purpose, identifier_key) DO UPDATE SET
         failures = CASE WHEN l.failures_started_at > now() - interval '1 day' THEN l.failures + 1 ELSE 1 END,
         failures_started_at =
           CASE WHEN l.failures_started_at > now() - interval '1 day' THEN l.failures_started_at ELSE now() END,
         expires_at = now() + interval '1 day'
       WHERE l.failures_started_at IS NULL OR l.failures_started_at <= now() - interval '1 day'
          OR l.failures < ${OTP_FAILURE_BUDGET}
       RETURNING 1`,
      [subject.tenantId, subject.appId, subject.purpose, subject.identifierKey],
    );
    return reserved.length > 0;
  }

  /** Takes back the count of an attempt that turned out right. */
  async returnAttempt(subject: OtpSubject): Promise<void> {
    await this.database.query(
      `UPDATE otp_limits SET failures = greatest(failures - 1, 0)
        WHERE tenant_id = $1 AND app_id = $2 AND purpose = $3 AND identifier_key = $4`,
      [subject.tenantId, subject.appId, subject.purpose, subject.identifierKey],
    );
  }
}
