import { randomUUID } from 'node:crypto';
import { CaptchaProofsService } from '@libs/captcha';
import { asOwner } from '../admin/support/admin';
import { aManagedApp } from '../admin/support/apps';
import { askForCaptcha, type ChallengeAnswer } from '../mobile/support/captcha';
import { aDeviceKey, startTestApi, type TestApi } from '../support/api';
import { expectProblem } from './support/problem';

const CAPTCHAS = '/internal/v1/dev/captchas';

describe('GET /internal/v1/dev/captchas/{captcha_id}', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startTestApi({ NODE_ENV: 'development' });
  });
  afterAll(() => api.close());

  it.each(['click', 'slide', 'drag', 'rotate'])('tells what solves a challenge of %s', async (type) => {
    const { id: appId } = await aManagedApp(await asOwner(api), { captcha: { type } });
    const deviceKey = aDeviceKey();
    const body = { scene: 'login', mobile: '+8613800138000' };
    const asked = await askForCaptcha(api, body, { 'X-AK-Device-Key': deviceKey }, appId).expect(200);
    const challenge = asked.body.data as ChallengeAnswer;
    const { body: told, headers } = await api.http.get(`${CAPTCHAS}/${challenge.captcha_id}`).expect(200);
    const response = {
      click: { type, points: expect.any(Array) as unknown },
      slide: { type, point: { x: expect.any(Number) as unknown, y: expect.any(Number) as unknown } },
      drag: { type, point: { x: expect.any(Number) as unknown, y: expect.any(Number) as unknown } },
      rotate: { type, angle: expect.any(Number) as unknown },
    }[type];
    expect(told).toEqual({ data: { type, response } });
    expect(headers['cache-control']).toBe('no-store');
    if (type === 'click') expect(told.data.response.points).toHaveLength(Number(challenge['required_points']));
    if (type === 'rotate') expect(Number.isInteger(told.data.response.angle)).toBe(true);
    const scope = {
      tenantId: api.tenantId,
      appId,
      scene: 'login',
      mobile: body.mobile,
      deviceKey,
      addressKey: '127.0.0.1',
      sessionId: null,
      stepUp: null,
    } as const;
    const proof = { id: challenge.captcha_id, token: challenge.captcha_token, response: told.data.response as never };
    await expect(api.get(CaptchaProofsService).consume(scope, proof)).resolves.toHaveProperty('mobile', body.mobile);
  });

  it.each([randomUUID(), 'x', '%00'])('is 404 for no challenge: %s', async (id) => {
    expectProblem(await api.http.get(`${CAPTCHAS}/${id}`), 404, 'RESOURCE.NOT_FOUND');
  });

  it('is absent from the OpenAPI document', async () => {
    const { text } = await api.http.get('/docs/openapi.json').expect(200);
    expect(text).not.toContain('/dev/');
  });
});

describe('Without NODE_ENV=development', () => {
  it('GET /internal/v1/dev/captchas/{captcha_id} is 404 ROUTE.NOT_FOUND', async () => {
    const api = await startTestApi({ NODE_ENV: 'test' });
    try {
      const { body } = await askForCaptcha(api, { scene: 'login', mobile: '+8613800138000' }).expect(200);
      const id = (body.data as ChallengeAnswer).captcha_id;
      expectProblem(await api.http.get(`${CAPTCHAS}/${id}`), 404, 'ROUTE.NOT_FOUND');
    } finally {
      await api.close();
    }
  });
});
