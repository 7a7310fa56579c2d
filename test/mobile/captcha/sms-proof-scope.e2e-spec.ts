import { newId } from '@libs/kernel';
import { asOwner } from '../../admin/support/admin';
import { aManagedApp } from '../../admin/support/apps';
import { expectProblem } from '../../http/support/problem';
import { aDeviceKey } from '../../support/api';
import { suiteApi } from '../../support/suite';
import { additionToken, forgetStepUpClocks, signedIn } from '../support/account';
import { aMobile, giveMobile } from '../support/captcha';
import { aMemberWithMobile, forgetBudgets, SCENES, smsClient } from '../support/sms';
import { HERE, type SmsRequest, smsRequests } from '../support/sms-requests';
import { later } from '../../support/time-travel';

describe('The proof of an SMS request, bound to what it was issued for,', () => {
  const api = suiteApi({ TRUST_PROXY: '1' });
  const requests = smsRequests(api);
  let elsewhere: string;

  beforeAll(async () => {
    elsewhere = (await aManagedApp(await asOwner(api))).id;
  });
  beforeEach(() => forgetBudgets(api));

  const another = async (request: SmsRequest) => ({ ...request.fields, ...(await anotherTarget(request)) });
  const anotherTarget = async ({ scene, caller }: SmsRequest): Promise<Record<string, string>> => {
    if (scene !== 'step_up') return { mobile: aMobile() };
    const { body } = await smsClient(api, caller)
      .context(caller.accessToken ?? '')
      .expect(200);
    return { identifier_id: await giveMobile(api, body.data.user.id as string, aMobile()) };
  };

  describe.each(SCENES)('in the scene %s', (scene) => {
    it.each<[string, (request: SmsRequest) => Promise<Partial<SmsRequest>> | Partial<SmsRequest>]>([
      ['number or identifier', async (request) => ({ fields: await another(request) })],
      ['installation', ({ caller }) => ({ caller: { ...caller, deviceKey: aDeviceKey() } })],
      [
        'address',
        ({ caller }) => ({ caller: { ...caller, headers: { ...caller.headers, 'X-Forwarded-For': '203.0.113.8' } } }),
      ],
    ])('is 422 for another %s, and burnt', async (_, change) => {
      const request = await requests.aRequest(scene);
      const proof = await requests.proofFor(request);
      await requests.expectBound(request, { ...request, ...(await change(request)) }, proof);
    });
  });

  describe('cannot be carried', () => {
    const ANONYMOUS = ['login', 'registration', 'password_reset'] as const;

    it.each(ANONYMOUS)('from %s to any other scene', async (scene) => {
      for (const other of ANONYMOUS.filter((one) => one !== scene)) {
        const request = await requests.aRequest(scene);
        await requests.expectBound(request, { ...request, scene: other }, await requests.proofFor(request));
      }
    });

    it('from a scene before the session to one within it, nor back', async () => {
      const within = await requests.aRequest('identifier_verify');
      const before = { ...within, scene: 'login' as const };
      await requests.expectBound(before, within, await requests.proofFor(before));
      await later(api, '61 seconds');
      await requests.expectBound(within, before, await requests.proofFor(within));
    });

    it.each(ANONYMOUS)('in the scene %s to another App, where it stays unused', async (scene) => {
      const request = await requests.aRequest(scene);
      const proof = await requests.proofFor(request);
      const there = { ...request, caller: { ...request.caller, appId: elsewhere } };
      await requests.sendsNothing(async () =>
        expectProblem(await requests.send(there, proof), 422, 'IAM.CAPTCHA.INVALID'),
      );
      expect((await requests.send(request, proof)).status).toBe(202);
    });

    it.each(['identifier_verify', 'step_up'] as const)('in the scene %s to another session', async (scene) => {
      const member = await aMemberWithMobile(api);
      const deviceKey = aDeviceKey();
      const [one, two] = [await signedIn(api, member, deviceKey), await signedIn(api, member, deviceKey)];
      const fields: Record<string, string> =
        scene === 'step_up'
          ? { identifier_id: member.identifierId, purpose: 'data_export', resource: member.userId }
          : { mobile: aMobile() };
      const from = async (own: typeof one): Promise<SmsRequest> => {
        const headers = { ...HERE, 'X-Step-Up-Token': await additionToken(api, own) };
        await forgetStepUpClocks(api);
        return { scene, fields, caller: { deviceKey, accessToken: own.pair.access_token, headers } };
      };
      const request = await from(one);
      await requests.expectBound(request, await from(two), await requests.proofFor(request));
    });

    it.each([
      ['purpose', { purpose: 'account_delete' }],
      ['resource', { resource: newId() }],
    ])('in a step-up to another %s', async (_, change) => {
      const request = await requests.aRequest('step_up');
      await requests.expectBound(
        request,
        { ...request, fields: { ...request.fields, ...change } },
        await requests.proofFor(request),
      );
    });

    it('but to the same network of IPv6, the number however written and the installation in capitals it can', async () => {
      const { caller, ...request } = await requests.aRequest('login');
      const mobile = request.fields['mobile'] ?? '';
      const at = (address: string) => ({ ...caller, headers: { 'X-Forwarded-For': address } });
      const proof = await requests.proofFor({ ...request, caller: at('2001:db8:1:2::1') });
      const later = { ...at('2001:db8:1:2:ffff::9'), deviceKey: caller.deviceKey?.toUpperCase() ?? '' };
      const answer = await requests.send({ ...request, caller: later, fields: { mobile: mobile.slice(3) } }, proof);
      expect(answer.status).toBe(202);
    });
  });
});
