import { randomUUID } from 'node:crypto';
import { newId } from '@libs/kernel';
import { ChallengeRenderer } from '../../../libs/captcha/src/domain/challenge-renderer';
import { suiteOwner } from '../../admin/support/admin';
import { aManagedApp } from '../../admin/support/apps';
import { aMember, type SignedIn } from '../../http/support/member';
import { expectProblem, reasons } from '../../http/support/problem';
import { aDeviceKey } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { aMobile, askForCaptcha, giveMobile, userIdOf } from '../support/captcha';
import { later } from '../../support/time-travel';

const MOBILE = '138 0013 8000';
const E164 = '+8613800138000';

describe('POST /api/v1/auth/sms-captcha', () => {
  const api = suiteApi();
  const admin = suiteOwner(api);
  let member: SignedIn;
  let memberId: string;

  beforeAll(async () => {
    member = await aMember(api);
    memberId = await userIdOf(api, member.email);
  });

  const bearer = () => ({ Authorization: `Bearer ${member.accessToken}`, 'X-AK-Device-Key': member.deviceKey });

  describe('answers 401, before anything is said of the fields,', () => {
    it.each(['identifier_verify', 'step_up'])('to %s without a bearer, or with one that is none', async (scene) => {
      const headers = { 'X-AK-Device-Key': 'malformed' };
      expectProblem(await askForCaptcha(api, { scene, more: 1 }, headers), 401, 'IAM.TOKEN.MISSING');
      const invalid = { ...headers, Authorization: 'Bearer nonsense' };
      expectProblem(await askForCaptcha(api, { scene, more: 1 }, invalid), 401, 'IAM.TOKEN.INVALID');
    });

    it('to a member of another App', async () => {
      const { id } = await aManagedApp(admin);
      const answer = await askForCaptcha(api, { scene: 'identifier_verify', mobile: MOBILE }, bearer(), id);
      expectProblem(answer, 401, 'IAM.TOKEN.INVALID');
    });
  });

  describe('answers 422', () => {
    const refused = async (body: unknown, headers?: Record<string, string>, appId?: string) => {
      const answer = await askForCaptcha(api, body, headers, appId);
      return reasons(expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED'));
    };

    it.each<[unknown, string[]]>([
      [{}, ['scene required']],
      [[], [' not_object']],
      [{ scene: 'sign-in', mobile: MOBILE }, ['scene not_allowed']],
      [{ scene: ['step_up'], mobile: MOBILE }, ['scene not_string']],
      [{ scene: 'login' }, ['mobile required']],
      [{ scene: 'login', mobile: null }, ['mobile not_string']],
      [{ scene: 'login', mobile: '' }, ['mobile required']],
      [{ scene: 'login', mobile: 13800138000 }, ['mobile not_string']],
      [{ scene: 'login', mobile: '1'.repeat(41) }, ['mobile too_long']],
      [{ scene: 'login', mobile: '\0' }, ['mobile invalid_text']],
      [{ scene: 'login', mobile: 'nobody' }, ['mobile not_mobile_number']],
      [{ scene: 'login', mobile: '010 8888 8888' }, ['mobile not_mobile_number']],
      [{ scene: 'login', mobile: '+14155550123' }, ['mobile country_not_allowed']],
      [{ scene: 'login', mobile: MOBILE, more: 1 }, ['more unknown_field']],
      [{ scene: 'login', mobile: MOBILE, identifier_id: newId() }, ['identifier_id unknown_field']],
      [{ scene: 'registration', purpose: 'account_delete' }, ['mobile required', 'purpose unknown_field']],
    ])('to %j', async (body, expected) => {
      expect(await refused(body)).toEqual(expected);
    });

    it.each<[object, string[]]>([
      [{}, ['identifier_id required', 'purpose required', 'resource required']],
      [{ mobile: MOBILE }, ['identifier_id required', 'purpose required', 'resource required', 'mobile unknown_field']],
      [
        { identifier_id: 'x', purpose: 'x', resource: 'x' },
        ['identifier_id not_uuid', 'purpose not_allowed', 'resource not_uuid'],
      ],
    ])('to a step-up of %j', async (fields, expected) => {
      expect(await refused({ scene: 'step_up', ...fields }, bearer())).toEqual(expected);
    });

    it('to a step-up that brings a number, also beside everything that it needs', async () => {
      const identifier_id = await giveMobile(api, memberId, aMobile());
      const body = { scene: 'step_up', identifier_id, purpose: 'data_export', resource: memberId, mobile: MOBILE };
      expect(await refused(body, bearer())).toEqual(['mobile unknown_field']);
    });

    it('to a request without the key of its installation, or with a malformed one', async () => {
      const body = { scene: 'login', mobile: MOBILE };
      const without = await api.http.post('/api/v1/auth/sms-captcha').set('X-AppID', api.appId).send(body);
      expect(reasons(expectProblem(without, 422, 'REQUEST.VALIDATION_FAILED'))).toEqual(['X-AK-Device-Key required']);
      expect(await refused(body, { 'X-AK-Device-Key': 'x' })).toEqual(['X-AK-Device-Key not_uuid']);
    });

    it('by the rules of the App: its countries, and the one of numbers without any', async () => {
      const registration = { default_country: 'JP', allowed_countries: ['JP', 'US'] };
      const { id } = await aManagedApp(admin, { registration });
      for (const mobile of ['090-1234-5678', '+1 415 555 0123']) {
        await askForCaptcha(api, { scene: 'login', mobile }, {}, id).expect(200);
      }
      expect(await refused({ scene: 'login', mobile: E164 }, {}, id)).toEqual(['mobile country_not_allowed']);
    });

    it('in the locale of the response', async () => {
      const answer = await askForCaptcha(api, { scene: 'login', mobile: '1' }, { 'Accept-Language': 'ja' });
      expect(answer.body.errors[0].message).toBe('携帯電話の番号でなければなりません。');
    });
  });

  describe('answers 404 to a step-up', () => {
    const notFound = async (identifier_id: string) => {
      const body = { scene: 'step_up', identifier_id, purpose: 'account_delete', resource: memberId };
      expectProblem(await askForCaptcha(api, body, bearer()), 404, 'RESOURCE.NOT_FOUND');
    };

    it('by an identifier that is nobody’s', () => notFound(randomUUID()));

    it('by another member’s', async () => {
      const another = await userIdOf(api, (await aMember(api)).email);
      await notFound(await giveMobile(api, another, aMobile()));
    });

    it('by an address of email, which needs no CAPTCHA', async () => {
      const [row] = await queryAs<{ id: string }>(
        api.urls.superuserUrl,
        `SELECT id FROM login_identifiers WHERE user_id = $1 AND type = 'email'`,
        [memberId],
      );
      await notFound(row?.id ?? '');
    });

    it('by one that was never verified', async () => {
      await notFound(await giveMobile(api, memberId, aMobile(), { verified: false }));
    });
  });

  it('answers 429 to the 31st request of an installation in a minute, with the seconds to wait', async () => {
    const headers = { 'X-AK-Device-Key': aDeviceKey() };
    const body = { scene: 'login', mobile: MOBILE };
    for (let count = 0; count < 30; count++) await askForCaptcha(api, body, headers).expect(200);
    const refused = await askForCaptcha(api, body, headers);
    expectProblem(refused, 429, 'REQUEST.RATE_LIMITED');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    await askForCaptcha(api, { ...body, mobile: 'nobody' }, headers).expect(422);
    await askForCaptcha(api, body).expect(200);
    await later(api, '61 seconds');
    await askForCaptcha(api, body, headers).expect(200);
  });

  it('answers 503 while nothing can be drawn, and stores nothing', async () => {
    const renderer = api.get(ChallengeRenderer);
    const count = () => queryAs(api.urls.superuserUrl, 'SELECT count(*) FROM captcha_challenges');
    const before = await count();
    const drawing = jest.spyOn(renderer, 'render').mockRejectedValue(new Error('the worker is gone'));
    try {
      const refused = await askForCaptcha(api, { scene: 'login', mobile: MOBILE });
      expectProblem(refused, 503, 'IAM.CAPTCHA.UNAVAILABLE');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(await count()).toEqual(before);
    } finally {
      drawing.mockRestore();
    }
  });

  it('answers 503 where the App is set to a type that there is not', async () => {
    const { id } = await aManagedApp(admin);
    await queryAs(api.urls.superuserUrl, `UPDATE apps SET captcha = captcha || '{"type": "puzzle"}' WHERE id = $1`, [
      id,
    ]);
    const refused = await askForCaptcha(api, { scene: 'login', mobile: MOBILE }, {}, id);
    expectProblem(refused, 503, 'IAM.CAPTCHA.UNAVAILABLE');
  });
});
