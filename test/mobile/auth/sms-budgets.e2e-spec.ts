import { asOwner } from '../../admin/support/admin';
import { aManagedApp } from '../../admin/support/apps';
import { aDeviceKey, startTestApi, type TestApi } from '../../support/api';
import { copyTemplate, type TestDatabaseUrls } from '../../support/database';
import { aMobile } from '../support/captcha';
import { additionToken, signedIn } from '../support/account';
import { outboxSettled } from '../support/journey';
import { aMemberWithMobile, aProof, codesTo, forgetBudgets, smsClient } from '../support/sms';
import { anAddress, DAY, HOUR, smsBudgets } from '../support/sms-budgets';
import { later } from '../../support/time-travel';

describe('The budgets of SMS', () => {
  let urls: TestDatabaseUrls;
  let apis: readonly [TestApi, TestApi];
  let api: TestApi;
  let budgets: ReturnType<typeof smsBudgets>;
  let elsewhere: string;

  beforeAll(async () => {
    urls = await copyTemplate();
    apis = [await startTestApi({ TRUST_PROXY: '1' }, urls), await startTestApi({ TRUST_PROXY: '1' }, urls)];
    api = apis[0];
    budgets = smsBudgets(api);
    elsewhere = (await aManagedApp(await asOwner(api))).id;
  });
  afterAll(async () => {
    for (const one of apis) await one.close();
    await urls.drop();
  });
  beforeEach(() => forgetBudgets(api));

  describe('of one number at one App', () => {
    it('are five codes an hour and ten a day, whatever they are for, with and without an account', async () => {
      const known = await aMemberWithMobile(api);
      for (const mobile of [known.mobile, aMobile()]) {
        const scenes = ['login', 'password_reset', 'registration', 'login', 'password_reset'] as const;
        for (const [index, scene] of scenes.entries()) {
          if (index === 3) await later(api, '61 seconds');
          expect((await budgets.ask(mobile, scene)).status).toBe(202);
        }
        await budgets.expectOver(budgets.ask(mobile, 'registration'), HOUR - 61);
        await later(api, '1 hour');
        for (const scene of scenes.slice(0, 3)) expect((await budgets.ask(mobile, scene)).status).toBe(202);
        await later(api, '1 hour');
        for (const scene of scenes.slice(0, 2)) expect((await budgets.ask(mobile, scene)).status).toBe(202);
        await budgets.expectOver(budgets.ask(mobile, 'registration'), DAY - 2 * HOUR - 61);
        await later(api, '22 hours');
        expect((await budgets.ask(mobile, 'registration')).status).toBe(202);
        await forgetBudgets(api);
      }
    });

    it('count what members ask for, too', async () => {
      const member = await aMemberWithMobile(api);
      const deviceKey = aDeviceKey();
      const own = await signedIn(api, member, deviceKey);
      const headers = { 'X-Step-Up-Token': await additionToken(api, own) };
      const client = smsClient(api, { deviceKey, accessToken: own.pair.access_token });
      const { mobile } = member;
      const stepUp = (purpose: string) =>
        client.ask('step_up', { identifier_id: member.identifierId, purpose, resource: member.userId });
      for (const answer of [
        await stepUp('data_export'),
        await stepUp('account_delete'),
        await stepUp('password_set'),
        await client.ask('identifier_verify', { mobile }, { headers }),
        await budgets.ask(mobile),
      ]) {
        expect(answer.status).toBe(202);
      }
      await budgets.expectOver(budgets.ask(mobile, 'password_reset'), HOUR);
      await budgets.expectOver(stepUp('identifier_remove'), HOUR);
      await budgets.expectOver(client.ask('identifier_verify', { mobile }), HOUR);
    });

    it('are not spent within the cooldown, in which a budget that is used up is told first', async () => {
      const mobile = aMobile();
      for (let count = 0; count < 7; count++) expect((await budgets.ask(mobile)).status).toBe(202);
      expect(await budgets.sql('SELECT cardinality(sent_at) AS sent FROM sms_recipients')).toEqual([{ sent: 1 }]);
      for (const scene of ['password_reset', 'registration'] as const) await budgets.ask(mobile, scene);
      await later(api, '61 seconds');
      for (const scene of ['password_reset', 'registration'] as const) await budgets.ask(mobile, scene);
      await budgets.expectOver(budgets.ask(mobile, 'registration'), HOUR - 61);
    });

    it('are another at another App', async () => {
      const mobile = aMobile();
      for (let count = 0; count < 5; count++) {
        await budgets.ask(mobile);
        await later(api, '61 seconds');
      }
      expect((await budgets.ask(mobile)).status).toBe(429);
      expect((await budgets.ask(mobile, 'login', anAddress(), elsewhere)).status).toBe(202);
    });

    it('let no more than five of 30 parallel requests through, at two processes', async () => {
      const mobile = aMobile();
      const scenes = ['login', 'password_reset', 'registration'] as const;
      for (const scene of scenes) expect((await budgets.ask(mobile, scene)).status).toBe(202);
      await later(api, '61 seconds');
      const proofs = await Promise.all(
        Array.from({ length: 30 }, async (_, index) => {
          const caller = { deviceKey: aDeviceKey(), headers: anAddress() };
          const scene = scenes[index % 3] ?? 'login';
          return { scene, caller, proof: await aProof(api, { scene, mobile }, caller) };
        }),
      );
      const answers = await Promise.all(
        proofs.map(({ scene, caller, proof }, index) =>
          smsClient(apis[index % 2] ?? api, caller).send(scene, { mobile }, proof),
        ),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202, 429]));
      expect(await budgets.sql('SELECT cardinality(sent_at) AS sent FROM sms_recipients')).toEqual([{ sent: 5 }]);
    });
  });

  describe('of one address', () => {
    it('are 30 different numbers a day at each App', async () => {
      const address = anAddress();
      const first = aMobile();
      for (let count = 0; count < 30; count++) {
        const mobile = count === 0 ? first : aMobile();
        expect((await budgets.ask(mobile, 'login', address)).status).toBe(202);
      }
      await budgets.expectOver(budgets.ask(aMobile(), 'login', address), DAY);
      await budgets.expectOver(budgets.ask(aMobile(), 'registration', address), DAY);
      expect((await budgets.ask(aMobile(), 'login', address, elsewhere)).status).toBe(202);
      // One that was among them is none more, and other addresses have their own.
      expect((await budgets.ask(first, 'password_reset', address)).status).toBe(202);
      expect((await budgets.ask(aMobile())).status).toBe(202);
      await later(api, '23 hours');
      expect((await budgets.ask(aMobile(), 'login', address)).status).toBe(429);
      await later(api, '1 hour');
      expect((await budgets.ask(aMobile(), 'login', address)).status).toBe(202);
    });

    it('count networks of IPv6 as one', async () => {
      for (let count = 0; count < 30; count++) {
        const address = { 'X-Forwarded-For': `2001:db8:5:6::${(count + 1).toString(16)}` };
        expect((await budgets.ask(aMobile(), 'login', address)).status).toBe(202);
      }
      expect((await budgets.ask(aMobile(), 'login', { 'X-Forwarded-For': '2001:db8:5:6:7::1' })).status).toBe(429);
      expect((await budgets.ask(aMobile(), 'login', { 'X-Forwarded-For': '2001:db8:5:7::1' })).status).toBe(202);
    });

    it('let no more than 30 of 40 parallel numbers through, at two processes', async () => {
      const address = anAddress();
      const requests = await Promise.all(
        Array.from({ length: 40 }, async () => {
          const caller = { deviceKey: aDeviceKey(), headers: address };
          const mobile = aMobile();
          return { caller, mobile, proof: await aProof(api, { scene: 'login', mobile }, caller) };
        }),
      );
      const answers = await Promise.all(
        requests.map(({ caller, mobile, proof }, index) =>
          smsClient(apis[index % 2] ?? api, caller).send('login', { mobile }, proof),
        ),
      );
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([...Array<number>(30).fill(202), ...Array<number>(10).fill(429)]);
    });
  });

  it('are kept without a number and without an address', async () => {
    const { mobile } = await aMemberWithMobile(api);
    await budgets.ask(mobile);
    await outboxSettled(api);
    const contents = await budgets.sql<{ row: string }>(
      `SELECT t::text AS row FROM sms_recipients t UNION ALL SELECT t::text FROM sms_origins t UNION ALL SELECT t::text FROM sms_days t`,
    );
    expect(contents).toHaveLength(4);
    for (const { row } of contents) expect(row).not.toMatch(new RegExp(`${mobile.slice(3)}|198\\.51`));
    expect(await codesTo(api, mobile)).toHaveLength(1);
  });
});
