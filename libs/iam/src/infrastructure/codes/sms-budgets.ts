import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import {
  NUMBERS_PER_ADDRESS,
  SMS_PER_DAY,
  SMS_PER_HOUR,
  UNVERIFIED_FLOOR,
  UNVERIFIED_SHARE,
} from '../../domain/codes/sms-budget';

/** One code by SMS, as the budgets count it. */
export interface SmsSend {
  readonly tenantId: string;
  readonly appId: string;
  /** Keyed hash of the number. */
  readonly identifierKey: Buffer;
  /** Keyed hash of the client address. */
  readonly addressKey: Buffer;
  /** The number's country, ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Whether the number is of the App's home country, for which the whole budget is available. */
  readonly isDomestic: boolean;
  readonly dailyBudget: number;
}

/** A code that was granted before. */
export interface GrantedSend extends Pick<SmsSend, 'tenantId' | 'appId'> {
  readonly grantedAt: Date;
}

/** What a granted code leaves of the App's daily budget. */
export interface SpentDay {
  readonly sent: number;
  readonly alerted: boolean;
}

/** The row of an App's whole day, beside those of single countries. */
const WHOLE_APP = '';

const DAY = `interval '1 day'`;

/** When the next code may go to the number, by the fifth and the tenth of the last ones. */
const NEXT_TO_NUMBER = `greatest(r.sent_at[${SMS_PER_HOUR}] + interval '1 hour', r.sent_at[${SMS_PER_DAY}] + ${DAY})`;

/** The other numbers for which the address requested codes in the last day. */
const OTHER_NUMBERS = `unnest(o.identifier_keys, o.sent_at) AS other (key, moment)
                        WHERE other.key <> $3 AND other.moment > now() - ${DAY}`;

const IS_TODAY = `d.started_at > now() - ${DAY}`;

/** A day may begin a moment after the code was granted: with another code, whose transaction began later. */
const IS_DAY_OF_GRANT = `${IS_TODAY} AND d.started_at <= $3::timestamptz + interval '10 seconds'`;

const TOO_FEW_VERIFIED = `d.sent - d.verified >= greatest(${UNVERIFIED_FLOOR}, ${UNVERIFIED_SHARE} * d.verified)`;

/** Continues the day, or begins a new one. */
const NEXT_OF_DAY = `
  started_at = CASE WHEN ${IS_TODAY} THEN d.started_at ELSE now() END,
  sent = CASE WHEN ${IS_TODAY} THEN d.sent + 1 ELSE 1 END,
  verified = CASE WHEN ${IS_TODAY} THEN d.verified ELSE 0 END,
  alerted = ${IS_TODAY} AND d.alerted,
  expires_at = CASE WHEN ${IS_TODAY} THEN d.expires_at ELSE excluded.expires_at END`;

/**
 * The budgets for codes by SMS. Counted in the database in the transaction of the code, and equally for numbers without
 * an account. Rows are locked in the order of the methods here.
 */
@Injectable()
export class SmsBudgets {
  constructor(private readonly database: Database) {}

  /** Seconds until all budgets have room again; null if they have room now. In the current transaction. */
  async wait(send: SmsSend): Promise<number | null> {
    const { tenantId, appId, identifierKey, addressKey, country, isDomestic, dailyBudget } = send;
    const [row] = await this.database.query<{ seconds: number | null }>(
      `SELECT ceil(extract(epoch FROM greatest(
                (SELECT ${NEXT_TO_NUMBER} FROM sms_recipients r
                  WHERE r.tenant_id = $1 AND r.app_id = $2 AND r.identifier_key = $3),
                (SELECT other.moment + ${DAY}
                   FROM sms_origins o, ${OTHER_NUMBERS} AND o.tenant_id = $1 AND o.address_key = $4
                  ORDER BY other.moment DESC OFFSET ${NUMBERS_PER_ADDRESS - 1} LIMIT 1),
                (SELECT d.started_at + ${DAY} FROM sms_days d
                  WHERE d.tenant_id = $1 AND d.app_id = $2 AND d.country = '${WHOLE_APP}' AND d.sent >= $5),
                CASE WHEN $5 = 0 THEN now() + ${DAY} END,
                (SELECT d.started_at + ${DAY} FROM sms_days d
                  WHERE d.tenant_id = $1 AND d.app_id = $2 AND d.country = $6 AND NOT $7 AND ${TOO_FEW_VERIFIED})
              ) - now()))::integer AS seconds`,
      [tenantId, appId, identifierKey, addressKey, dailyBudget, country, isDomestic],
    );
    const seconds = row?.seconds ?? 0;
    return seconds > 0 ? seconds : null;
  }

  /**
   * Counts the code in every budget. Concurrent calls never exceed the budget.
   *
   * @returns null if there is no room: then the current transaction has to be rolled back.
   */
  async take(send: SmsSend): Promise<SpentDay | null> {
    const fits = (await this.countNumber(send)) && (await this.countAddress(send));
    const spent = fits ? await this.countDay(send) : null;
    return spent && (await this.countCountry(send)) ? spent : null;
  }

  /** Records that the operators were warned of the day. In the current transaction, after `take`. */
  async markAlerted({ tenantId, appId }: SmsSend): Promise<void> {
    await this.database.query(
      'UPDATE sms_days SET alerted = true WHERE tenant_id = $1 AND app_id = $2 AND country = $3',
      [tenantId, appId, WHOLE_APP],
    );
  }

  /** Counts a code that was answered correctly, at the end of the current transaction: many wait for this row. */
  countVerified({ tenantId, appId, country }: Pick<SmsSend, 'tenantId' | 'appId' | 'country'>): void {
    this.database.beforeCommit(async () => {
      await this.database.query(
        `UPDATE sms_days d SET verified = d.verified + 1
          WHERE d.tenant_id = $1 AND d.app_id = $2 AND d.country = $3 AND ${IS_TODAY}`,
        [tenantId, appId, country],
      );
    });
  }

  /**
   * Counts a code granted by `take` among those to numbers without an account. When their share of the day is used up,
   * the code is returned to the day's budget: nothing is sent, and members do not lose it. It still counts for its
   * country: few codes are left there before requests are refused, and a return would reveal that nothing was sent.
   *
   * @returns how many of them there are now; null if this one exceeds the share.
   */
  async takeWithoutAccount(send: GrantedSend, most: number): Promise<number | null> {
    const { tenantId, appId, grantedAt } = send;
    const [row] = await this.database.query<{ count: number }>(
      `UPDATE sms_days d SET
         without_account = CASE WHEN d.without_account_since = d.started_at THEN d.without_account ELSE 0 END + 1,
         without_account_since = d.started_at
        WHERE d.tenant_id = $1 AND d.app_id = $2 AND d.country = '${WHOLE_APP}' AND ${IS_DAY_OF_GRANT}
        RETURNING d.without_account AS count`,
      [tenantId, appId, grantedAt],
    );
    // The day is over, and with it the rest of its budget.
    if (!row) return 0;
    if (row.count <= most) return row.count;
    await this.database.query(
      `UPDATE sms_days d SET sent = greatest(0, d.sent - 1), without_account = d.without_account - 1
        WHERE d.tenant_id = $1 AND d.app_id = $2 AND d.country = '${WHOLE_APP}' AND ${IS_DAY_OF_GRANT}`,
      [tenantId, appId, grantedAt],
    );
    return null;
  }

  private async countNumber({ tenantId, appId, identifierKey }: SmsSend): Promise<boolean> {
    return this.database.hasRows(
      `INSERT INTO sms_recipients AS r (tenant_id, app_id, identifier_key, sent_at, expires_at)
       VALUES ($1, $2, $3, ARRAY[now()], now() + ${DAY})
       ON CONFLICT (tenant_id, app_id, identifier_key) DO UPDATE SET
         sent_at = (array_prepend(now(), r.sent_at))[1:${SMS_PER_DAY}], expires_at = now() + ${DAY}
       WHERE coalesce(${NEXT_TO_NUMBER} <= now(), true)
       RETURNING 1`,
      [tenantId, appId, identifierKey],
    );
  }

  private async countAddress({ tenantId, identifierKey, addressKey }: SmsSend): Promise<boolean> {
    return this.database.hasRows(
      `INSERT INTO sms_origins AS o (tenant_id, address_key, identifier_keys, sent_at, expires_at)
       VALUES ($1, $2, ARRAY[$3::bytea], ARRAY[now()], now() + ${DAY})
       ON CONFLICT (tenant_id, address_key) DO UPDATE SET
         (identifier_keys, sent_at) = (
           SELECT array_agg(key ORDER BY moment DESC, key), array_agg(moment ORDER BY moment DESC, key)
             FROM (SELECT $3::bytea AS key, now() AS moment
                   UNION ALL SELECT other.key, other.moment FROM ${OTHER_NUMBERS}) numbers),
         expires_at = now() + ${DAY}
       WHERE (SELECT count(*) FROM ${OTHER_NUMBERS}) < ${NUMBERS_PER_ADDRESS}
       RETURNING 1`,
      [tenantId, addressKey, identifierKey],
    );
  }

  private async countDay({ tenantId, appId, dailyBudget }: SmsSend): Promise<SpentDay | null> {
    return this.database.queryOne<SpentDay & Record<string, unknown>>(
      `INSERT INTO sms_days AS d (tenant_id, app_id, country, started_at, sent, expires_at)
       SELECT $1, $2, '${WHOLE_APP}', now(), 1, now() + ${DAY} WHERE $3 > 0
       ON CONFLICT (tenant_id, app_id, country) DO UPDATE SET ${NEXT_OF_DAY}
       WHERE NOT ${IS_TODAY} OR d.sent < $3
       RETURNING sent, alerted`,
      [tenantId, appId, dailyBudget],
    );
  }

  private async countCountry({ tenantId, appId, country, isDomestic }: SmsSend): Promise<boolean> {
    return this.database.hasRows(
      `INSERT INTO sms_days AS d (tenant_id, app_id, country, started_at, sent, expires_at)
       VALUES ($1, $2, $3, now(), 1, now() + ${DAY})
       ON CONFLICT (tenant_id, app_id, country) DO UPDATE SET ${NEXT_OF_DAY}
       WHERE NOT ${IS_TODAY} OR $4 OR NOT ${TOO_FEW_VERIFIED}
       RETURNING 1`,
      [tenantId, appId, country, isDomestic],
    );
  }
}
