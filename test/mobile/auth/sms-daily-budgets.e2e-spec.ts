import { newId } from '@libs/kernel';
import { asOwner } from '../../admin/support/admin';
import { aManagedApp } from '../../admin/support/apps';
import { aDeviceKey, startTestApi, type TestApi } from '../../support/api';
import { copyTemplate, type TestDatabaseUrls } from '../../support/database';
import { aMobile } from '../support/captcha';
import { aProof, forgetBudgets, mobilesOfAccounts, smsClient } from '../support/sms';
import { anAddress, DAY, HOUR, smsBudgets } from '../support/sms-budgets';
import { later } from '../../support/time-travel';

describe('The daily budget of SMS', () => {
  let urls: TestDatabaseUrls;
  let apis: readonly [TestApi, TestApi];
  let api: TestApi;
  let budgets: ReturnType<typeof smsBudgets>;
  let elsewhere: string;
  let abroad: string;

  beforeAll(async () => {
    urls = await copyTemplate();
    apis = [await startTestApi({ TRUST_PROXY: '1' }, urls), await startTestApi({ TRUST_PROXY: '1' }, urls)];
    api = apis[0];
    budgets = smsBudgets(api);
    const admin = await asOwner(api);
    elsewhere = (await aManagedApp(admin)).id;
    const registration = { default_country: 'CN', allowed_countries: ['CN', 'JP', 'GB'] };
    abroad = (await aManagedApp(admin, { registration })).id;
  });
  afterAll(async () => {
    for (const one of apis) await one.close();
    await urls.drop();
  });
  beforeEach(() => forgetBudgets(api));

  const setBudget = async (value: unknown, scope: 'global' | 'tenant' | 'app', appId = api.appId) => {
    await budgets.sql(
      `INSERT INTO settings (id, scope, tenant_id, app_id, key, value, value_type, is_public, is_secret, status)
       VALUES ($1, $2, $3, $4, 'sms.daily_budget', $5, 'json', false, false, 'active')
       ON CONFLICT (key, scope, tenant_id, app_id) DO UPDATE SET value = excluded.value`,
      newId(),
      scope,
      scope === 'global' ? null : api.tenantId,
      scope === 'app' ? appId : null,
      JSON.stringify(value),
    );
  };
  const forgetSettings = () => budgets.sql(`DELETE FROM settings WHERE key = 'sms.daily_budget'`);

  describe('of an App', () => {
    beforeEach(() => budgets.sql(`DELETE FROM outbox_messages WHERE type = 'sms.budget_alert'`));
    afterEach(forgetSettings);

    it('are 1,000 codes a day, which begins with the first', async () => {
      await budgets.spend(999);
      await later(api, '1 hour');
      expect((await budgets.ask(aMobile())).status).toBe(202);
      await budgets.expectOver(budgets.ask(aMobile()), DAY - HOUR);
      await later(api, '23 hours');
      expect((await budgets.ask(aMobile())).status).toBe(202);
      expect(await budgets.sql(`SELECT sent FROM sms_days WHERE country = ''`)).toEqual([{ sent: 1 }]);
    });

    it('are per App: another App is not affected', async () => {
      await budgets.spend(1_000);
      expect((await budgets.ask(aMobile())).status).toBe(429);
      expect((await budgets.ask(aMobile(), 'login', anAddress(), elsewhere)).status).toBe(202);
    });

    it('follow the setting sms.daily_budget, of the App before that of the tenant before the global one', async () => {
      const statuses = async () => [
        (await budgets.ask(aMobile())).status,
        (await budgets.ask(aMobile(), 'login', anAddress(), elsewhere)).status,
      ];
      await budgets.spend(5);
      await budgets.spend(5, { appId: elsewhere });
      await setBudget(5, 'global');
      expect(await statuses()).toEqual([429, 429]);
      await setBudget(100, 'tenant');
      expect(await statuses()).toEqual([202, 202]);
      await setBudget(6, 'app');
      expect(await statuses()).toEqual([429, 202]);
    });

    it('of 0 send nothing at all', async () => {
      await setBudget(0, 'app');
      await budgets.expectOver(budgets.ask(aMobile()), DAY);
      expect(await budgets.sql('SELECT FROM sms_days')).toEqual([]);
    });

    it.each([-1, 1.5, 'many', null, true, {}])('ignore an invalid setting: %j', async (value) => {
      await setBudget(value, 'app');
      await budgets.spend(999);
      expect((await budgets.ask(aMobile())).status).toBe(202);
      expect((await budgets.ask(aMobile())).status).toBe(429);
    });

    it('raise an alert once a day, with the code that makes four fifths', async () => {
      const alerts = () =>
        budgets.sql(`SELECT app_id, data FROM outbox_messages WHERE type = 'sms.budget_alert' ORDER BY created_at, id`);
      await setBudget(10, 'app');
      const mobiles = await mobilesOfAccounts(api, 21);
      for (const mobile of mobiles.slice(0, 7)) await budgets.ask(mobile);
      expect(await alerts()).toEqual([]);
      for (const mobile of mobiles.slice(7, 12)) await budgets.ask(mobile);
      const alert = { app_id: api.appId, data: { sent: 8, daily_budget: 10 } };
      expect(await alerts()).toEqual([alert]);
      await later(api, '24 hours');
      for (const mobile of mobiles.slice(12)) await budgets.ask(mobile);
      expect(await alerts()).toEqual([alert, alert]);
    });

    it('let no more through than there are, of 30 parallel requests at two processes, and alert once', async () => {
      await setBudget(20, 'app');
      const requests = await Promise.all(
        (await mobilesOfAccounts(api, 30)).map(async (mobile) => {
          const caller = { deviceKey: aDeviceKey(), headers: anAddress() };
          return { caller, mobile, proof: await aProof(api, { scene: 'login', mobile }, caller) };
        }),
      );
      const answers = await Promise.all(
        requests.map(({ caller, mobile, proof }, index) =>
          smsClient(apis[index % 2] ?? api, caller).send('login', { mobile }, proof),
        ),
      );
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([...Array<number>(20).fill(202), ...Array<number>(10).fill(429)]);
      expect(await budgets.sql(`SELECT FROM outbox_messages WHERE type = 'sms.budget_alert'`)).toHaveLength(1);
    });
  });

  describe('of a foreign country', () => {
    const aJapaneseMobile = () => `+8190${String(Math.floor(Math.random() * 90_000_000) + 10_000_000)}`;
    const askThere = (mobile: string) => budgets.ask(mobile, 'registration', anAddress(), abroad);
    const spendOnJapan = (sent: number, verified: number) =>
      budgets.spend(sent, { appId: abroad, country: 'JP', verified });

    it('are 20 codes a day that nobody answers; those that are answered make room', async () => {
      await spendOnJapan(18, 0);
      const client = smsClient(api, { appId: abroad, headers: anAddress() });
      const answered = aJapaneseMobile();
      const otp = await client.code('registration', answered);
      expect((await askThere(aJapaneseMobile())).status).toBe(202);
      await budgets.expectOver(askThere(aJapaneseMobile()), DAY);
      expect((await askThere('+447400123456')).status).toBe(202);
      expect((await askThere(aMobile())).status).toBe(202);
      await client.register({ mobile: answered, otp }).expect(202);
      expect(await budgets.sql(`SELECT sent, verified FROM sms_days WHERE country = 'JP'`)).toEqual([
        { sent: 20, verified: 1 },
      ]);
      expect((await askThere(aJapaneseMobile())).status).toBe(202);
      expect((await askThere(aJapaneseMobile())).status).toBe(429);
      await later(api, '24 hours');
      expect((await askThere(aJapaneseMobile())).status).toBe(202);
    });

    it('grow with a fifth of the codes that were answered', async () => {
      await spendOnJapan(239, 200);
      expect((await askThere(aJapaneseMobile())).status).toBe(202);
      expect((await askThere(aJapaneseMobile())).status).toBe(429);
    });

    it('do not bind the country that the App is at home in', async () => {
      // One more than a foreign country has.
      for (let count = 0; count < 21; count++) expect((await askThere(aMobile())).status).toBe(202);
    });
  });
});
