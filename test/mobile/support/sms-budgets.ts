import { expectProblem } from '../../http/support/problem';
import type { TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { outboxSettled } from './journey';
import { outboxSize, type Scene, smsClient } from './sms';

export const HOUR = 3_600;
export const DAY = 24 * HOUR;

let nextAddress = 1;

/** An address that has not asked for anything. */
export function anAddress(): { readonly 'X-Forwarded-For': string } {
  nextAddress += 1;
  return { 'X-Forwarded-For': `198.51.${Math.floor(nextAddress / 250)}.${nextAddress % 250}` };
}

/** Frequent steps of suites about budgets, at an api that trusts one hop. */
export function smsBudgets(api: TestApi) {
  const sql = <Row extends Record<string, unknown>>(statement: string, ...values: unknown[]) =>
    queryAs<Row>(api.urls.superuserUrl, statement, values);
  return {
    sql,
    ask: (
      mobile: string,
      scene: Scene = 'login',
      headers: Readonly<Record<string, string>> = anAddress(),
      appId = api.appId,
    ) => smsClient(api, { appId, headers }).ask(scene, { mobile }),
    /** Expects that nothing is sent, and in about how many seconds something may be again. */
    expectOver: async (
      asked: Promise<{ status: number; headers: Record<string, string>; body: unknown }>,
      seconds: number,
    ) => {
      await outboxSettled(api);
      const before = await outboxSize(api);
      const answer = await asked;
      expectProblem(answer, 429, 'REQUEST.RATE_LIMITED');
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(seconds);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(seconds - 300);
      expect(await outboxSize(api)).toBe(before);
    },
    /** As if the App had sent this many today, to any country or to one. */
    spend: (sent: number, { appId = api.appId, country = '', verified = 0 } = {}) =>
      sql(
        `INSERT INTO sms_days (tenant_id, app_id, country, started_at, sent, verified, expires_at)
         VALUES ($1, $2, $3, now(), $4, $5, now() + interval '1 day')`,
        api.tenantId,
        appId,
        country,
        sent,
        verified,
      ),
  };
}
