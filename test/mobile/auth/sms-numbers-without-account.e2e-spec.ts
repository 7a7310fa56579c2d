import { newId } from '@libs/kernel';
import { asOwner } from '../../admin/support/admin';
import { aManagedApp } from '../../admin/support/apps';
import { aDeviceKey, startTestApi, type TestApi } from '../../support/api';
import { copyTemplate, type TestDatabaseUrls } from '../../support/database';
import { additionToken, forgetStepUpClocks, signedIn } from '../support/account';
import { aMobile, giveMobile } from '../support/captcha';
import { outboxSettled } from '../support/journey';
import { aMemberWithMobile, aProof, codesTo, forgetBudgets, type Scene, smsClient } from '../support/sms';
import { anAddress, smsBudgets } from '../support/sms-budgets';
import { later } from '../../support/time-travel';

describe('Numbers without an account', () => {
  let urls: TestDatabaseUrls;
  let apis: readonly [TestApi, TestApi];
  let api: TestApi;
  let budgets: ReturnType<typeof smsBudgets>;
  let abroad: string;

  beforeAll(async () => {
    urls = await copyTemplate();
    apis = [await startTestApi({ TRUST_PROXY: '1' }, urls), await startTestApi({ TRUST_PROXY: '1' }, urls)];
    api = apis[0];
    budgets = smsBudgets(api);
    const registration = { default_country: 'CN', allowed_countries: ['CN', 'JP'] };
    abroad = (await aManagedApp(await asOwner(api), { registration })).id;
  });
  afterAll(async () => {
    for (const one of apis) await one.close();
    await urls.drop();
  });
  beforeEach(async () => {
    await forgetBudgets(api);
    await budgets.sql(`DELETE FROM settings WHERE key LIKE 'sms.%'`);
    await budgets.sql(`DELETE FROM outbox_messages WHERE type = 'sms.budget_alert'`);
  });

  const set = (key: string, value: unknown, appId = api.appId) =>
    budgets.sql(
      `INSERT INTO settings (id, scope, tenant_id, app_id, key, value, value_type, is_public, is_secret, status)
       VALUES ($1, 'app', $2, $3, $4, $5, 'json', false, false, 'active')`,
      newId(),
      api.tenantId,
      appId,
      key,
      JSON.stringify(value),
    );
  const day = async (appId = api.appId) => {
    const [row] = await budgets.sql<{ sent: number; without_account: number }>(
      `SELECT sent, without_account FROM sms_days WHERE country = '' AND app_id = $1`,
      appId,
    );
    return row;
  };
  /** This many at once, at both processes. */
  const askAtOnce = async (count: number, scene: Scene) => {
    const requests = [];
    for (let index = 0; index < count; index++) {
      const caller = { deviceKey: aDeviceKey(), headers: anAddress() };
      const mobile = aMobile();
      requests.push({ caller, mobile, proof: await aProof(api, { scene, mobile }, caller) });
    }
    const answers = await Promise.all(
      requests.map(({ caller, mobile, proof }, index) =>
        smsClient(apis[index % 2] ?? api, caller).send(scene, { mobile }, proof),
      ),
    );
    await outboxSettled(api);
    return { mobiles: requests.map(({ mobile }) => mobile), statuses: answers.map(({ status }) => status) };
  };
  const sentTo = async (mobiles: readonly string[]) => {
    const codes = await Promise.all(mobiles.map((mobile) => codesTo(api, mobile)));
    return codes.flat().length;
  };

  it.each(['login', 'password_reset'] as const)('leave members seven tenths of a day: %s', async (scene) => {
    await set('sms.daily_budget', 10);
    const member = await aMemberWithMobile(api);
    for (let count = 0; count < 9; count++) {
      expect((await budgets.ask(aMobile(), scene)).status).toBe(202);
      await outboxSettled(api);
    }
    expect(await day()).toEqual({ sent: 3, without_account: 3 });
    expect((await budgets.ask(aMobile(), scene)).status).toBe(202);
    await smsClient(api, { headers: anAddress() }).code('login', member.mobile);
    await outboxSettled(api);
    expect(await day()).toEqual({ sent: 4, without_account: 3 });
  });

  it('are sent to no more once they have had their part, of 16 parallel registrations at two processes', async () => {
    // The day has room for all concurrent requests: those refused exceed their share of it.
    await set('sms.daily_budget', 200);
    await set('sms.daily_budget_without_account', 6);
    const { mobiles, statuses } = await askAtOnce(16, 'registration');
    expect(new Set(statuses)).toEqual(new Set([202]));
    expect(await sentTo(mobiles)).toBe(6);
    expect(await day()).toEqual({ sent: 6, without_account: 6 });
    expect(await budgets.sql(`SELECT data FROM outbox_messages WHERE type = 'sms.budget_alert'`)).toEqual([
      { data: { sent: 5, daily_budget_without_account: 6 } },
    ]);
  });

  it('are sent codes again on the next day', async () => {
    await set('sms.daily_budget', 1);
    const first = aMobile();
    await smsClient(api, { headers: anAddress() }).code('registration', first);
    await later(api, '24 hours');
    await smsClient(api, { headers: anAddress() }).code('registration', aMobile());
    expect(await day()).toEqual({ sent: 1, without_account: 1 });
  });

  it('may be given more, or none, by the setting sms.daily_budget_without_account', async () => {
    await set('sms.daily_budget', 4);
    await set('sms.daily_budget_without_account', 3);
    const { mobiles } = await askAtOnce(4, 'registration');
    expect(await sentTo(mobiles)).toBe(3);
    await budgets.sql(`UPDATE settings SET value = '0' WHERE key = 'sms.daily_budget_without_account'`);
    await forgetBudgets(api);
    const none = await askAtOnce(2, 'registration');
    expect(none.statuses).toEqual([202, 202]);
    expect(await sentTo(none.mobiles)).toBe(0);
  });

  it('are neither those that a member wants to add, however many strangers have asked, nor those of members', async () => {
    await set('sms.daily_budget_without_account', 1);
    for (let count = 0; count < 2; count++) await budgets.ask(aMobile(), 'registration');
    await outboxSettled(api);
    expect(await day()).toEqual({ sent: 1, without_account: 1 });
    const member = await aMemberWithMobile(api);
    const other = await aMemberWithMobile(api);
    const deviceKey = aDeviceKey();
    const own = await signedIn(api, member, deviceKey);
    const { access_token: accessToken } = own.pair;
    const address = anAddress();
    /** Each addition takes a step-up. */
    const aClient = async () => {
      const headers = { ...address, 'X-Step-Up-Token': await additionToken(api, own) };
      await forgetStepUpClocks(api);
      return smsClient(api, { deviceKey, accessToken, headers });
    };
    const [first, second] = [aMobile(), aMobile()];
    await (await aClient()).code('identifier_verify', first);
    const told = new Set<string>();
    for (const mobile of [second, other.mobile]) {
      const { status, body } = await (await aClient()).ask('identifier_verify', { mobile });
      told.add(JSON.stringify([status, body]));
    }
    await outboxSettled(api);
    expect(told.size).toBe(1);
    expect([await sentTo([second]), await sentTo([other.mobile])]).toEqual([1, 1]);
    expect(await day()).toEqual({ sent: 4, without_account: 1 });
  });

  it('get no code out of a message that is taken up again, and are counted once for it', async () => {
    await set('sms.daily_budget_without_account', 1);
    const client = smsClient(api, { headers: anAddress() });
    const [first, second] = [aMobile(), aMobile()];
    await client.code('registration', first);
    await client.ask('registration', { mobile: second });
    await outboxSettled(api);
    await budgets.sql(
      `UPDATE outbox_messages SET completed_at = NULL, available_at = now() WHERE type = 'iam.otp_sms'`,
    );
    await outboxSettled(api);
    expect(await sentTo([second])).toBe(0);
    expect(await day()).toEqual({ sent: 1, without_account: 1 });
  });

  it('are not revealed: members get the same answer while there is room, and when there is none', async () => {
    await set('sms.daily_budget', 10);
    const { mobile } = await aMemberWithMobile(api);
    await askAtOnce(5, 'login');
    const answer = async (number: string) => {
      const { status, text, headers } = await budgets.ask(number);
      const { date: _date, 'x-request-id': _id, ...told } = headers as Record<string, string>;
      return JSON.stringify([status, text, told]);
    };
    expect(await answer(aMobile())).toBe(await answer(mobile));
    // What is not sent for want of room is given back to the day: not after it was filled.
    await outboxSettled(api);
    await budgets.sql(`UPDATE sms_days SET sent = 10`);
    for (const number of [aMobile(), (await aMemberWithMobile(api)).mobile]) {
      expect((await budgets.ask(number)).status).toBe(429);
    }
  });

  it('are not revealed abroad either: what was counted for their country stays counted when nothing is sent', async () => {
    await set('sms.daily_budget_without_account', 1, abroad);
    const [stranger, own] = [aJapaneseMobile(), aJapaneseMobile()];
    const { userId } = await aMemberWithMobile(api);
    await giveMobile(api, userId, own);
    await budgets.ask(aJapaneseMobile(), 'registration', anAddress(), abroad);
    await outboxSettled(api);
    const told = [];
    for (const number of [stranger, own]) {
      await budgets.sql(
        `UPDATE sms_days SET sent = CASE WHEN country = '' THEN 1 ELSE 18 END, verified = 0 WHERE app_id = $1`,
        abroad,
      );
      const statuses = [];
      for (const mobile of [number, aJapaneseMobile(), aJapaneseMobile()]) {
        statuses.push((await budgets.ask(mobile, 'registration', anAddress(), abroad)).status);
        await outboxSettled(api);
      }
      told.push(statuses);
    }
    expect(told).toEqual([
      [202, 202, 429],
      [202, 202, 429],
    ]);
    expect([await sentTo([stranger]), await sentTo([own])]).toEqual([0, 1]);
    expect(await budgets.sql('SELECT country, sent FROM sms_days WHERE app_id = $1 ORDER BY country', abroad)).toEqual([
      { country: '', sent: 2 },
      { country: 'JP', sent: 20 },
    ]);
  });
});

function aJapaneseMobile(): string {
  return `+8190${String(Math.floor(Math.random() * 90_000_000) + 10_000_000)}`;
}
