import { newId } from '@libs/kernel';
import { expectProblem } from '../../http/support/problem';
import { asOwner } from '../../admin/support/admin';
import { aManagedApp } from '../../admin/support/apps';
import { aDeviceKey, eventually, PASSWORD } from '../../support/api';
import { queryAs } from '../../support/database';
import { accountOf, type OwnIdentifier } from '../support/account';
import { clientOf, otherThan, outboxSettled } from '../support/journey';
import { fieldErrors } from '../support/me';
import {
  aMemberWithMobile,
  aMobileMember,
  aProof,
  codesTo,
  forgetBudgets,
  signInBySms,
  smsClient,
} from '../support/sms';
import { later } from '../../support/time-travel';
import { expectLeft } from '../../support/seconds-left';
import { suiteApi } from '../../support/suite';

describe('A step-up by SMS', () => {
  const api = suiteApi();
  beforeEach(() => forgetBudgets(api));

  /** A user with a number, who signed in by it. */
  const aMemberAtWork = async (mobile: string, appId = api.appId) => {
    const deviceKey = aDeviceKey();
    const pair = await signInBySms(api, mobile, { deviceKey, appId });
    const client = smsClient(api, { deviceKey, accessToken: pair.access_token, appId });
    const account = accountOf(api, pair, appId);
    const identifiers = await account.identifiers();
    const idOf = (type: string) => identifiers.find((own: OwnIdentifier) => own.type === type)?.id ?? '';
    const { body } = await client.context(pair.access_token).expect(200);
    const userId = body.data.user.id as string;
    const ask = (purpose: string, resource = userId) =>
      client.ask('step_up', { identifier_id: idOf('mobile'), purpose, resource });
    return { mobile, deviceKey, pair, client, account, idOf, userId, ask };
  };

  it('permits the act: here to set the first password', async () => {
    const { mobile, userId, ask, account } = await aMemberAtWork(await aMobileMember(api));
    const asked = await ask('password_set');
    expect([asked.status, asked.body]).toEqual([
      202,
      {
        data: { accepted: true, resend_after_seconds: 60, expires_in_seconds: 300, challenge_id: expect.any(String) },
      },
    ]);
    await outboxSettled(api);
    const otp = (await codesTo(api, mobile)).at(-1) ?? '';
    expect((await api.mailsTo(mobile))[0]?.text).toContain('用于设置密码');
    const challengeId = asked.body.data.challenge_id as string;
    expect((await account.verifyStepUp(challengeId, otherThan(otp)).expect(422)).body.code).toBe('IAM.OTP.INVALID');
    const { body } = await account.verifyStepUp(challengeId, otp).expect(200);
    await account
      .changePassword({ new_password: PASSWORD }, { 'X-Step-Up-Token': body.data.step_up_token as string })
      .expect(200);
    await clientOf(api).login({ mobile, password: PASSWORD }).expect(200);
    expect(userId).not.toBe('');
  });

  it('has a cooldown for each purpose, within which it names the challenge that lives', async () => {
    const { mobile, ask } = await aMemberAtWork(await aMobileMember(api));
    const { length: before } = await codesTo(api, mobile);
    const first = await ask('data_export');
    const again = await ask('data_export');
    expect([again.status, again.body.data.challenge_id]).toEqual([202, first.body.data.challenge_id]);
    expect((await ask('account_delete')).body.data.resend_after_seconds).toBe(60);
    await outboxSettled(api);
    expect(await codesTo(api, mobile)).toHaveLength(before + 2);
  });

  it('answers 429 to another resource within the cooldown, and sends nothing', async () => {
    const { mobile, ask } = await aMemberAtWork(await aMobileMember(api));
    const { length: before } = await codesTo(api, mobile);
    const since = Date.now();
    await ask('identifier_remove', newId());
    const other = await ask('identifier_remove', newId());
    expectProblem(other, 429, 'IAM.OTP.COOLDOWN');
    expectLeft(other.headers['retry-after'], 60, since);
    await outboxSettled(api);
    expect(await codesTo(api, mobile)).toHaveLength(before + 1);
  });

  it('looks at the cooldown before it spends the CAPTCHA, which is good for the same request afterwards', async () => {
    const member = await aMemberAtWork(await aMobileMember(api));
    const { client, idOf, deviceKey, pair } = member;
    const other = { identifier_id: idOf('mobile'), purpose: 'identifier_remove', resource: newId() };
    const proof = await aProof(api, { scene: 'step_up', ...other }, { deviceKey, accessToken: pair.access_token });
    expect((await member.ask('identifier_remove', newId())).status).toBe(202);
    expectProblem(await client.send('step_up', other, proof), 429, 'IAM.OTP.COOLDOWN');
    expectProblem(await client.send('step_up', other, undefined), 429, 'IAM.OTP.COOLDOWN');
    await later(api, '61 seconds');
    expect((await client.send('step_up', other, proof)).status).toBe(202);
  });

  it('looks at five of 200 parallel wrong codes at most', async () => {
    const { mobile, ask, account } = await aMemberAtWork(await aMobileMember(api));
    const challengeId = (await ask('data_export')).body.data.challenge_id as string;
    await outboxSettled(api);
    const otp = (await codesTo(api, mobile)).at(-1) ?? '';
    const wrong = Array.from({ length: 200 }, () => account.verifyStepUp(challengeId, otherThan(otp)));
    expect(new Set((await Promise.all(wrong)).map(({ status }) => status))).toEqual(new Set([422]));
    const [row] = await queryAs(api.urls.superuserUrl, 'SELECT attempts FROM otp_challenges WHERE id = $1', [
      challengeId,
    ]);
    expect(row?.['attempts']).toBe(5);
    await account.verifyStepUp(challengeId, otp).expect(422);
  });

  it('by email takes neither proof nor installation: a proof is 422', async () => {
    const { mobile } = await aMemberWithMobile(api);
    const { idOf, userId, account, pair } = await aMemberAtWork(mobile);
    const act = { identifier_id: idOf('email'), purpose: 'data_export', resource: userId };
    const captcha = {
      id: pair.session_id,
      token: 'a'.repeat(43),
      response: { type: 'rotate', angle: 1 },
    };
    const refused = await account.askStepUp({ ...act, captcha }).expect(422);
    expect(fieldErrors(refused.body)).toEqual(['captcha unknown_field']);
    await account.askStepUp({ ...act, captcha: null }).expect(202);
  });

  it('answers 404 to the number of another user, with any proof', async () => {
    const [one, other] = [await aMemberAtWork(await aMobileMember(api)), await aMemberAtWork(await aMobileMember(api))];
    const fields = { identifier_id: other.idOf('mobile'), purpose: 'data_export', resource: one.userId };
    expect((await one.client.send('step_up', fields, undefined)).status).toBe(404);
  });

  it('answers 422 to a number of the request, and without the key of the installation', async () => {
    const { client, idOf, userId, pair, mobile } = await aMemberAtWork(await aMobileMember(api));
    const fields = { identifier_id: idOf('mobile'), purpose: 'data_export', resource: userId };
    const more = await client.send('step_up', { ...fields, mobile }, undefined).expect(422);
    expect(fieldErrors(more.body)).toEqual(['mobile unknown_field']);
    const bare = smsClient(api, { accessToken: pair.access_token });
    const without = await bare.send('step_up', fields, undefined).expect(422);
    expect(fieldErrors(without.body)).toEqual(['X-AK-Device-Key required']);
  });

  it('answers 422, to challenge and request, for a number of a country that the App does not send to', async () => {
    const admin = await asOwner(api);
    const { id: appId, lock_version } = await aManagedApp(admin);
    const { client, idOf, userId } = await aMemberAtWork(await aMobileMember(api, {}, appId), appId);
    const registration = { default_country: 'JP', allowed_countries: ['JP'] };
    await admin.patch(`apps/${appId}`, { registration, lock_version }).expect(200);
    const fields = { identifier_id: idOf('mobile'), purpose: 'data_export', resource: userId };
    await eventually(async () => (await client.send('step_up', fields, undefined)).status === 422);
    for (const answer of [
      await client.send('step_up', fields, undefined),
      await client.post('auth/sms-captcha', { scene: 'step_up', ...fields }),
    ]) {
      expect([answer.status, fieldErrors(answer.body)]).toEqual([422, ['identifier_id country_not_allowed']]);
    }
  });
});
