import { Injectable } from '@nestjs/common';
import { columnsOf, Database } from '@libs/foundation';
import { type Identifier, CHANNEL_OF } from '../../domain/accounts/login-identifier';
import { OTP_FAILURE_BUDGET, OTP_MAX_ATTEMPTS, type OtpPurpose, type OtpSubject } from '../../domain/codes/otp';
import { OtpChallenge } from '../../domain/codes/otp-challenge';
import { ADDITION_SECONDS } from '../../domain/codes/step-up';
import { OtpChallengeSchema } from './codes.schemas';

const ATTEMPTED_FIELDS = [
  'id',
  'appId',
  'purpose',
  'identifierKey',
  'keyId',
  'seed',
  'userId',
  'requestId',
  'steppedUpAt',
] as const;

/** The challenge that an attempt is about, after the attempt was counted. */
export type AttemptedChallenge = Pick<OtpChallenge, (typeof ATTEMPTED_FIELDS)[number]>;

/** Whose challenge an attempt must be about, where that is known: anybody else's is not touched. */
export interface OtpHolder {
  readonly userId: string;
  readonly challengeId?: string;
  readonly sessionId?: string;
}

const ATTEMPTED = columnsOf(OtpChallengeSchema, 'otp_challenges', ATTEMPTED_FIELDS);
const LIVE = 'consumed_at IS NULL AND superseded_at IS NULL';

@Injectable()
export class OtpChallenges {
  constructor(private readonly database: Database) {}

  /** Saves a new challenge and retires the one before it, in the transaction under way. */
  async replace(challenge: OtpChallenge): Promise<void> {
    await this.database.query(
      `UPDATE otp_challenges SET superseded_at = now()
        WHERE tenant_id = $1 AND app_id = $2 AND purpose = $3 AND identifier_key = $4 AND ${LIVE}`,
      [challenge.tenantId, challenge.appId, challenge.purpose, challenge.identifierKey],
    );
    await this.database.manager.insert(OtpChallenge, challenge);
  }

  async find(tenantId: string, id: string): Promise<OtpChallenge | null> {
    return this.database.manager.findOneBy(OtpChallenge, { tenantId, id });
  }

  /** The challenge that a new one would retire, locked. It may have expired. */
  async findLatestForUpdate({ tenantId, appId, purpose, identifierKey }: OtpSubject): Promise<OtpChallenge | null> {
    return this.database.manager
      .createQueryBuilder(OtpChallenge, 'challenge')
      .where('challenge.tenantId = :tenantId AND challenge.appId = :appId', { tenantId, appId })
      .andWhere('challenge.purpose = :purpose AND challenge.identifierKey = :identifierKey', { purpose, identifierKey })
      .andWhere('challenge.consumedAt IS NULL AND challenge.supersededAt IS NULL')
      .setLock('pessimistic_write')
      .getOne();
  }

  /**
   * When the step-up was spent for an addition that the session has begun and may go on with: its identifier was not
   * proven yet. Null where there is none. In the transaction under way.
   */
  async findOpenAddition(
    { tenantId, appId, purpose, identifierKey }: OtpSubject,
    { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  ): Promise<Date | null> {
    const [latest] = await this.database.query<{ stepped_up_at: Date | null }>(
      `SELECT CASE WHEN consumed_at IS NULL AND stepped_up_at > now() - interval '${ADDITION_SECONDS} seconds'
                   THEN stepped_up_at END AS stepped_up_at
         FROM otp_challenges
        WHERE tenant_id = $1 AND app_id = $2 AND purpose = $3 AND identifier_key = $4 AND user_id = $5 AND session_id = $6
        ORDER BY created_at DESC, id DESC LIMIT 1`,
      [tenantId, appId, purpose, identifierKey, userId, sessionId],
    );
    return latest?.stepped_up_at ?? null;
  }

  /**
   * Counts an attempt at the live challenge and against the budget of 24 hours, committed before anything is compared,
   * so that neither parallel guesses nor a crash give a free one. Null when there is no live challenge, its attempts
   * are used up or the budget is. Only attempts at a live challenge spend the budget: else a stranger could use it up
   * in advance. One statement in each case, so that the time does not tell them apart.
   */
  async countAttempt(subject: OtpSubject, holder?: OtpHolder): Promise<AttemptedChallenge | null> {
    const [attempted] = await this.database.write<AttemptedChallenge>(
      subject.tenantId,
      `WITH attempt AS (
         UPDATE otp_challenges SET attempts = attempts + 1
          WHERE tenant_id = $1 AND app_id = $2 AND purpose = $3 AND identifier_key = $4
            AND ${LIVE} AND expires_at > now() AND attempts < ${OTP_MAX_ATTEMPTS}
            AND ($5::uuid IS NULL OR user_id = $5) AND ($6::uuid IS NULL OR id = $6)
            AND ($7::uuid IS NULL OR session_id = $7)
          RETURNING ${ATTEMPTED}
       ), spent AS (
         INSERT INTO otp_limits AS l (tenant_id, app_id, purpose, identifier_key, failed_at, expires_at)
         SELECT $1, $2, $3, $4, ARRAY[now()], now() + interval '1 day' FROM attempt
         ON CONFLICT (tenant_id, app_id, purpose, identifier_key) DO UPDATE SET
           failed_at = (array_prepend(now(), l.failed_at))[1:${OTP_FAILURE_BUDGET}],
           expires_at = now() + interval '1 day'
         WHERE coalesce(l.failed_at[${OTP_FAILURE_BUDGET}] <= now() - interval '1 day', true)
         RETURNING 1
       )
       SELECT attempt.* FROM attempt, spent`,
      [
        subject.tenantId,
        subject.appId,
        subject.purpose,
        subject.identifierKey,
        holder?.userId ?? null,
        holder?.challengeId ?? null,
        holder?.sessionId ?? null,
      ],
    );
    return attempted ?? null;
  }

  /**
   * Marks a challenge whose code may go out. In the transaction under way.
   *
   * @returns whether it was not marked before: of several attempts to send it, the first gets true.
   */
  async admit(tenantId: string, id: string): Promise<boolean> {
    const rows = await this.database.query(
      'UPDATE otp_challenges SET admitted_at = now() WHERE tenant_id = $1 AND id = $2 AND admitted_at IS NULL RETURNING 1',
      [tenantId, id],
    );
    return rows.length > 0;
  }

  /** Retires one. In the transaction under way. */
  async retire(tenantId: string, id: string): Promise<void> {
    await this.database.query(
      `UPDATE otp_challenges SET superseded_at = now() WHERE tenant_id = $1 AND id = $2 AND ${LIVE}`,
      [tenantId, id],
    );
  }

  /** Takes back the count of an attempt that was right, though nothing came of it. In the transaction under way. */
  async returnAttempt(tenantId: string, id: string): Promise<void> {
    await this.database.query(
      'UPDATE otp_challenges SET attempts = attempts - 1 WHERE tenant_id = $1 AND id = $2 AND attempts > 0',
      [tenantId, id],
    );
  }

  /** Uses the challenge up, in the transaction of what it permits. Of several at once one gets true. */
  async consume(tenantId: string, id: string): Promise<boolean> {
    const rows = await this.database.query(
      `UPDATE otp_challenges SET consumed_at = now()
        WHERE tenant_id = $1 AND id = $2 AND ${LIVE} AND expires_at > now()
        RETURNING 1`,
      [tenantId, id],
    );
    return rows.length > 0;
  }

  /**
   * Retires every code of a user but that of a registration, at whatever App, or those for one purpose. In the
   * transaction under way.
   */
  async retireAll(tenantId: string, userId: string, purpose: OtpPurpose | null = null): Promise<void> {
    await this.database.query(
      `UPDATE otp_challenges SET superseded_at = now()
        WHERE tenant_id = $1 AND user_id = $2 AND purpose <> 'registration' AND ($3::text IS NULL OR purpose = $3)
          AND ${LIVE}`,
      [tenantId, userId, purpose],
    );
  }

  /** Retires the codes that a user was sent to an identifier. In the transaction under way. */
  async retireThoseTo(tenantId: string, userId: string, { type, value }: Identifier): Promise<void> {
    await this.database.query(
      `UPDATE otp_challenges SET superseded_at = now()
        WHERE tenant_id = $1 AND user_id = $2 AND channel = $3 AND recipient = $4 AND ${LIVE}`,
      [tenantId, userId, CHANNEL_OF[type], value],
    );
  }
}
