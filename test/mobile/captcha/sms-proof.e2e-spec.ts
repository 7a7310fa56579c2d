import { randomUUID } from 'node:crypto';
import { ChallengeRenderer } from '../../../libs/captcha/src/domain/challenge-renderer';
import { expectProblem, reasons } from '../../http/support/problem';
import { aDeviceKey } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { aMobile, askForCaptcha } from '../support/captcha';
import { outboxSettled } from '../support/journey';
import { codesTo, forgetBudgets, outboxSize, SCENES, smsClient, wrong } from '../support/sms';
import { HERE, type SmsRequest, smsRequests } from '../support/sms-requests';
import { later } from '../../support/time-travel';

describe('The proof of an SMS request', () => {
  const api = suiteApi({ TRUST_PROXY: '1' });
  const requests = smsRequests(api);

  beforeEach(() => forgetBudgets(api));

  describe.each(SCENES)('of the scene %s', (scene) => {
    it('has one code sent, and is used up by that', async () => {
      const request = await requests.aRequest(scene);
      const proof = await requests.proofFor(request);
      const before = await outboxSize(api);
      expect((await requests.send(request, proof)).status).toBe(202);
      expect(await outboxSize(api)).toBeGreaterThan(before);
      await later(api, '61 seconds');
      await requests.sendsNothing(async () =>
        expectProblem(await requests.send(request, proof), 422, 'IAM.CAPTCHA.INVALID'),
      );
    });

    it.each([undefined, null])('is required: %s is 428', async (captcha) => {
      const request = await requests.aRequest(scene);
      await requests.sendsNothing(async () =>
        expectProblem(await requests.send(request, captcha), 428, 'IAM.CAPTCHA.REQUIRED'),
      );
    });

    it('in another form is 422, and uses nothing up', async () => {
      const request = await requests.aRequest(scene);
      const proof = await requests.proofFor(request);
      await requests.sendsNothing(async () => {
        for (const [captcha, reason] of [
          ['proof', 'captcha not_object'],
          [{ ...proof, id: 7 }, 'captcha.id not_string'],
          [{ ...proof, token: 'x' }, 'captcha.token too_short'],
          [{ ...proof, response: { type: 'rotate' } }, 'captcha.response.angle required'],
          [
            { ...proof, response: { type: 'slide', point: { x: 'left', y: 1 } } },
            'captcha.response.point.x not_number',
          ],
          [{ ...proof, more: 1 }, 'captcha.more unknown_field'],
        ] as const) {
          const answer = await requests.send(request, captcha);
          expect(reasons(expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED'))).toEqual([reason]);
        }
      });
      expect((await requests.send(request, proof)).status).toBe(202);
    });

    it('that is wrong is 422 and used up; one of another token is 422 and not', async () => {
      const request = await requests.aRequest(scene);
      const proof = await requests.proofFor(request);
      await requests.sendsNothing(async () => {
        for (const bad of [{ ...proof, token: 'a'.repeat(43) }, { ...proof, id: randomUUID() }, wrong(proof), proof]) {
          expectProblem(await requests.send(request, bad), 422, 'IAM.CAPTCHA.INVALID');
          await later(api, '3 seconds');
        }
      });
      const [fresh, stranger] = [await requests.proofFor(request), { token: 'b'.repeat(43) }];
      expectProblem(await requests.send(request, { ...fresh, ...stranger }), 422, 'IAM.CAPTCHA.INVALID');
      await later(api, '61 seconds');
      expect((await requests.send(request, fresh)).status).toBe(202);
    });

    it('is 422 after 300 seconds', async () => {
      const request = await requests.aRequest(scene);
      // An addition that has begun outlives the step-up for it.
      expect((await requests.send(request, await requests.proofFor(request))).status).toBe(202);
      const proof = await requests.proofFor(request);
      await later(api, '301 seconds');
      await requests.sendsNothing(async () =>
        expectProblem(await requests.send(request, proof), 422, 'IAM.CAPTCHA.INVALID'),
      );
    });
  });

  it('lets one of 100 parallel requests pass, and one code be sent', async () => {
    const request = await requests.aRequest('login');
    const proof = await requests.proofFor(request);
    await outboxSettled(api);
    const answers = await Promise.all(Array.from({ length: 100 }, () => requests.send(request, proof)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses.filter((status) => status === 202)).toHaveLength(1);
    // The other 99 are failed proofs, the third of which starts the cooldown.
    expect(new Set(statuses)).toEqual(new Set([202, 422, 429]));
    await outboxSettled(api);
    expect(await codesTo(api, request.fields['mobile'] ?? '')).toHaveLength(1);
  });

  describe('that failed three times in a minute', () => {
    const failTimes = async (request: SmsRequest, times: number) => {
      for (let count = 0; count < times; count++) {
        expectProblem(
          await requests.send(request, wrong(await requests.proofFor(request))),
          422,
          'IAM.CAPTCHA.INVALID',
        );
      }
    };

    it('makes the installation wait for two seconds, whatever it sends, and uses nothing up meanwhile', async () => {
      const request = await requests.aRequest('login');
      const proof = await requests.proofFor(request);
      await failTimes(request, 2);
      expectProblem(await requests.send(request, undefined), 428, 'IAM.CAPTCHA.REQUIRED');
      expect((await requests.send(request, 'malformed')).status).toBe(422);
      await failTimes(request, 1);
      await requests.sendsNothing(async () => {
        for (const given of [proof, wrong(proof)]) {
          const cooling = await requests.send(request, given);
          expectProblem(cooling, 429, 'IAM.CAPTCHA.COOLDOWN');
          expect(cooling.headers['retry-after']).toBe('2');
        }
        expectProblem(await requests.send(request, undefined), 428, 'IAM.CAPTCHA.REQUIRED');
        const malformed = await requests.send(request, { ...proof, id: 'x' });
        expect(reasons(expectProblem(malformed, 422, 'REQUEST.VALIDATION_FAILED'))).toEqual(['captcha.id not_uuid']);
      });
      await later(api, '2 seconds');
      expect((await requests.send(request, proof)).status).toBe(202);
    });

    it('makes neither another installation wait, nor the same one from elsewhere', async () => {
      const request = await requests.aRequest('login');
      await failTimes(request, 3);
      for (const caller of [
        { ...request.caller, deviceKey: aDeviceKey() },
        { ...request.caller, headers: { 'X-Forwarded-For': '203.0.113.9' } },
      ]) {
        const other = { ...request, caller };
        expect((await requests.send(other, await requests.proofFor(other))).status).toBe(202);
      }
    });
  });

  describe('comes after', () => {
    it('the App, the bearer and the fields, and before clocks and budgets', async () => {
      const request = await requests.aRequest('identifier_verify');
      const { caller, fields } = request;
      const path = 'me/login-identifiers/mobile/challenge';
      const bare = api.http.post(`/api/v1/${path}`).send({ captcha: 7 });
      expectProblem(await bare, 400, 'APP.HEADER.REQUIRED');
      const { accessToken: _token, ...stranger } = caller;
      expectProblem(await smsClient(api, stranger).post(path, { captcha: 7 }), 401, 'IAM.TOKEN.MISSING');
      expect((await smsClient(api, caller).post('me/login-identifiers/phone/challenge', {})).status).toBe(404);
      expect(
        reasons(expectProblem(await requests.send({ ...request, fields: {} }), 422, 'REQUEST.VALIDATION_FAILED')),
      ).toEqual(['mobile required']);
      expect((await requests.send(request, await requests.proofFor(request))).status).toBe(202);
      // Within the cooldown, and with an exhausted budget, it is checked and used up all the same.
      expectProblem(await requests.send(request), 428, 'IAM.CAPTCHA.REQUIRED');
      await queryAs(api.urls.superuserUrl, 'UPDATE sms_days SET sent = 1000000');
      expectProblem(await requests.send(request, wrong(await requests.proofFor(request))), 422, 'IAM.CAPTCHA.INVALID');
      const proof = await requests.proofFor(request);
      expectProblem(await requests.send(request, proof), 429, 'REQUEST.RATE_LIMITED');
      expectProblem(await requests.send(request, proof), 422, 'IAM.CAPTCHA.INVALID');
      expect(fields['mobile']).toMatch(/^\+86/);
    });

    it('the number: of a fixed line, or of a country that the App does not send to, it is 422 without a look', async () => {
      const caller = { deviceKey: aDeviceKey() };
      for (const scene of ['login', 'registration', 'password_reset'] as const) {
        for (const [mobile, reason] of [
          ['010 8888 8888', 'mobile not_mobile_number'],
          ['nobody', 'mobile not_mobile_number'],
          ['+14155550123', 'mobile country_not_allowed'],
        ] as const) {
          const answer = await smsClient(api, caller).send(scene, { mobile }, undefined);
          expect(reasons(expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED'))).toEqual([reason]);
        }
      }
    });

    it('the key of the installation: missing or malformed it is 422', async () => {
      for (const scene of ['login', 'registration', 'password_reset'] as const) {
        const without = await smsClient(api).send(scene, { mobile: aMobile() }, undefined);
        expect(reasons(expectProblem(without, 422, 'REQUEST.VALIDATION_FAILED'))).toEqual(['X-AK-Device-Key required']);
        const malformed = await smsClient(api, { deviceKey: 'x' }).send(scene, { mobile: aMobile() }, undefined);
        expect(reasons(expectProblem(malformed, 422, 'REQUEST.VALIDATION_FAILED'))).toEqual([
          'X-AK-Device-Key not_uuid',
        ]);
      }
    });
  });

  describe('is 503 IAM.CAPTCHA.UNAVAILABLE, and nothing is sent,', () => {
    it('while nothing can be drawn', async () => {
      const request = await requests.aRequest('login');
      const proof = await requests.proofFor(request);
      const drawing = jest.spyOn(api.get(ChallengeRenderer), 'render').mockRejectedValue(new Error('gone'));
      try {
        await requests.sendsNothing(async () => {
          const body = { scene: 'login', ...request.fields };
          expectProblem(await askForCaptcha(api, body, HERE), 503, 'IAM.CAPTCHA.UNAVAILABLE');
        });
      } finally {
        drawing.mockRestore();
      }
      expect((await requests.send(request, proof)).status).toBe(202);
    });

    it.each(SCENES)('while the store of challenges is away, in the scene %s', async (scene) => {
      const request = await requests.aRequest(scene);
      const proof = await requests.proofFor(request);
      const rename = (from: string, to: string) =>
        queryAs(api.urls.superuserUrl, `ALTER TABLE ${from} RENAME TO ${to}`);
      await rename('captcha_challenges', 'captcha_gone');
      try {
        await requests.sendsNothing(async () => {
          const answer = await requests.send(request, proof);
          expectProblem(answer, 503, 'IAM.CAPTCHA.UNAVAILABLE');
          expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
        });
      } finally {
        await rename('captcha_gone', 'captcha_challenges');
      }
      expect((await requests.send(request, proof)).status).toBe(202);
    });
  });
});
