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

/** The challenge of an attempt, after the attempt was counted. */
export type AttemptedChallenge = Pick<OtpChallenge, (typeof ATTEMPTED_FIELDS)[number]>;

/** The owner of the challenge, if known: attempts do not touch anyone else's. */
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

  /** Stores a new challenge and retires the previous one, in the current transaction. */
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
   * When the step-up was spent for an addition that the session has begun and may continue, as its identifier is not
   * proven yet. Null if there is none. In the current transaction.
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
   * Counts an attempt at the live challenge and against the 24-hour budget, committed before anything is compared, so
   * that neither parallel guesses nor a crash gives a free one. Null if there is no live challenge, or its attempts or
   * the budget are used up. Only attempts at a live challenge spend the budget: otherwise a stranger could use it up in
   * advance. One statement in each case, so that the time does not tell them apart.
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
   * Marks a challenge whose code may be sent. In the current transaction.
   *
   * @returns whether it was not marked before: of several attempts to send it, only the first gets true.
   */
  async admit(tenantId: string, id: string): Promise<boolean> {
    return this.database.hasRows(
      'UPDATE otp_challenges SET admitted_at = now() WHERE tenant_id = $1 AND id = $2 AND admitted_at IS NULL RETURNING 1',
      [tenantId, id],
    );
  }

  /** In the current transaction. */
  async retire(tenantId: string, id: string): Promise<void> {
    await this.database.query(
      `UPDATE otp_challenges SET superseded_at = now() WHERE tenant_id = $1 AND id = $2 AND ${LIVE}`,
      [tenantId, id],
    );
  }

  /** Takes back the counting of a right attempt that had no effect. In the current transaction. */
  async returnAttempt(tenantId: string, id: string): Promise<void> {
    await this.database.query(
      'UPDATE otp_challenges SET attempts = attempts - 1 WHERE tenant_id = $1 AND id = $2 AND attempts > 0',
      [tenantId, id],
    );
  }

  /** Uses the challenge up, in the transaction of what it permits. Of several concurrent calls one gets true. */
  async consume(tenantId: string, id: string): Promise<boolean> {
    return this.database.hasRows(
      `UPDATE otp_challenges SET consumed_at = now()
        WHERE tenant_id = $1 AND id = $2 AND ${LIVE} AND expires_at > now()
        RETURNING 1`,
      [tenantId, id],
    );
  }

  /**
   * Retires all codes of a user, at every App, or those for one purpose; never those of a registration. In the current
   * transaction.
   */
  async retireAll(tenantId: string, userId: string, purpose: OtpPurpose | null = null): Promise<void> {
    await this.database.query(
      `UPDATE otp_challenges SET superseded_at = now()
        WHERE tenant_id = $1 AND user_id = $2 AND purpose <> 'registration' AND ($3::text IS NULL OR purpose = $3)
          AND ${LIVE}`,
      [tenantId, userId, purpose],
    );
  }

  /** Retires the codes sent to one identifier of a user. In the current transaction. */
  async retireThoseTo(tenantId: string, userId: string, { type, value }: Identifier): Promise<void> {
    await this.database.query(
      `UPDATE otp_challenges SET superseded_at = now()
        WHERE tenant_id = $1 AND user_id = $2 AND channel = $3 AND recipient = $4 AND ${LIVE}`,
      [tenantId, userId, CHANNEL_OF[type], value],
    );
  }
}
