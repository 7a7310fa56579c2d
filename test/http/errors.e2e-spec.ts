import { errorCatalogue, newId, SUPPORTED_LOCALES } from '@libs/kernel';
import { aDeviceKey, anEmail, startTestApi, type TestApi } from '../support/api';
import { anApp, change } from './support/apps';
import { expectProblem } from './support/problem';

const LOGIN = '/api/v1/auth/login/password';

describe('An ErrorResponse', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startTestApi();
  });

  afterAll(() => api.close());

  const anonymous = () => ({ 'X-AppID': api.appId, 'X-AK-Device-Key': aDeviceKey() });

  const refusals: readonly [status: number, code: string, ask: () => Promise<Parameters<typeof expectProblem>[0]>][] = [
    [400, 'REQUEST.MALFORMED', () => post(LOGIN, '{"email"')],
    [400, 'APP.HEADER.REQUIRED', async () => api.http.get('/api/v1/public/config')],
    [400, 'APP.HEADER.INVALID', async () => api.http.get('/api/v1/public/config').set('X-AppID', 'shop')],
    [400, 'APP.HEADER.UNAVAILABLE', async () => api.http.get('/api/v1/public/config').set('X-AppID', newId())],
    [401, 'IAM.TOKEN.MISSING', async () => api.http.get('/api/v1/auth/context').set(anonymous())],
    [
      401,
      'IAM.TOKEN.INVALID',
      async () => api.http.get('/api/v1/auth/context').set({ ...anonymous(), Authorization: 'Bearer x' }),
    ],
    [
      401,
      'IAM.LOGIN.INVALID_CREDENTIALS',
      () => post(LOGIN, JSON.stringify({ email: anEmail(), password: 'a wrong password' })),
    ],
    [404, 'ROUTE.NOT_FOUND', async () => api.http.get('/api/v1/nowhere')],
    [404, 'RESOURCE.NOT_FOUND', async () => api.http.get('/api/v1/public/pages/nothing').set(anonymous())],
    [413, 'REQUEST.TOO_LARGE', () => post(LOGIN, ' '.repeat(16 * 1024 + 1))],
    [415, 'REQUEST.UNSUPPORTED_MEDIA_TYPE', () => post(LOGIN, 'a=b', 'application/x-www-form-urlencoded')],
    [422, 'REQUEST.VALIDATION_FAILED', () => post(LOGIN, '{}')],
  ];

  const post = async (path: string, body: string, type = 'application/json') =>
    api.http.post(path).set(anonymous()).set('Content-Type', type).send(body);

  describe.each(refusals)('%i %s', (status, code, ask) => {
    it('has type, title, status, detail, instance, code and request_id, and errors with 422 only', async () => {
      expectProblem(await ask(), status, code);
    });

    it('has the fixed English title of its code', async () => {
      const titles = new Map(errorCatalogue().map((definition) => [definition.code, definition.title]));
      expect(expectProblem(await ask(), status, code).title).toBe(titles.get(code));
    });
  });

  it.each(SUPPORTED_LOCALES)('explains in %s what to do, if that is the locale of the response', async (locale) => {
    const details = new Map(errorCatalogue().map(({ code, detail }) => [code, detail[locale]]));
    const app = await anApp(api);
    const headers = { 'Accept-Language': locale, 'X-AppID': app.id };
    for (const [answer, status, code] of [
      [await api.http.get('/api/v1/nowhere').set(headers), 404, 'ROUTE.NOT_FOUND'],
      [await api.http.get('/api/v1/public/config').set('Accept-Language', locale), 400, 'APP.HEADER.REQUIRED'],
      [await api.http.get('/api/v1/auth/context').set(headers), 401, 'IAM.TOKEN.MISSING'],
    ] as const) {
      expect(expectProblem(answer, status, code).detail).toBe(details.get(code));
      expect(answer.headers['content-language']).toBe(locale);
    }
    const refused = await api.http.post('/api/v1/auth/register').set(headers).send({ email: 'nobody' });
    const { errors } = expectProblem(refused, 422, 'REQUEST.VALIDATION_FAILED');
    const messages = {
      'zh-CN': '必填。',
      'zh-TW': '必填。',
      'en-US': 'This field is required.',
      'ja-JP': '必須項目です。',
    };
    expect(errors).toContainEqual({ field: 'password', code: 'required', message: messages[locale] });
  });

  it('is in a locale that the App supports, once the App is known', async () => {
    const app = await anApp(api, { defaultLocale: 'ja-JP', supportedLocales: ['ja-JP', 'en-US'] });
    const ask = (acceptLanguage: string) =>
      api.http.get('/api/v1/auth/context').set({ 'X-AppID': app.id, 'Accept-Language': acceptLanguage });
    expect((await ask('zh-CN')).headers['content-language']).toBe('ja-JP');
    expect((await ask('en-GB')).headers['content-language']).toBe('en-US');
  });

  it('has the path of the request as its instance, as it was sent and without the query', async () => {
    const headers = { 'X-AppID': api.appId };
    const { body } = await api.http.get('/api/v1/public/pages/%E5%85%B3%E4%BA%8E?token=secret').set(headers);
    expect(body).toMatchObject({ instance: '/api/v1/public/pages/%E5%85%B3%E4%BA%8E' });
  });

  it('is never kept by a cache, on a cacheable route either', async () => {
    const app = await anApp(api);
    await change(api, `UPDATE apps SET status = 'disabled' WHERE id = $1`, [app.id]);
    const answer = await api.http.get('/api/v1/public/config').set({ 'X-AppID': app.id, 'If-None-Match': '*' });
    expectProblem(answer, 400, 'APP.HEADER.UNAVAILABLE');
    expect(answer.headers.etag).toBeUndefined();
  });

  it('says in WWW-Authenticate that a bearer is expected, with 401', async () => {
    const { headers } = await api.http.get('/api/v1/auth/context').set(anonymous()).expect(401);
    expect(headers['www-authenticate']).toBe('Bearer');
  });
});

describe('The envelope', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startTestApi();
  });

  afterAll(() => api.close());

  it('is { "data": … } with nothing else at the top level', async () => {
    for (const [path, headers] of [
      ['/internal/v1/health/live', {}],
      ['/internal/v1/health/ready', {}],
      ['/api/v1/public/config', { 'X-AppID': api.appId }],
    ] as const) {
      const answer = await api.http.get(path).set(headers).expect(200);
      expect(Object.keys(answer.body as object)).toEqual(['data']);
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    }
  });

  it('of AppAcceptedResponse is accepted, resend_after_seconds and expires_in_seconds, with 202', async () => {
    const { body } = await api.http
      .post('/api/v1/auth/registration/resend-code')
      .set('X-AppID', api.appId)
      .send({ email: anEmail() })
      .expect(202);
    expect(body).toEqual({ data: { accepted: true, resend_after_seconds: 60, expires_in_seconds: 600 } });
  });
});
