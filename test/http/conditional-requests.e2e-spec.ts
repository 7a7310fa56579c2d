import { startTestApi, type TestApi } from '../support/api';
import { expectProblem } from './support/problem';

const CONFIG = '/api/v1/public/config';

describe('If-None-Match', () => {
  let api: TestApi;
  let etag: string;

  beforeAll(async () => {
    api = await startTestApi({}, undefined, { regions: 'few' });
    etag = (await read()).headers['etag'] ?? '';
  });

  afterAll(() => api.close());

  const read = (ifNoneMatch?: string) => {
    const request = api.http.get(CONFIG).set({ 'X-AppID': api.appId, 'Accept-Language': 'zh-CN' });
    return ifNoneMatch === undefined ? request : request.set('If-None-Match', ifNoneMatch);
  };

  it('is answered with a strong ETag on a cacheable public read', () => {
    expect(etag).toMatch(/^"[\x21\x23-\x7e]+"$/);
  });

  it.each([
    ['the ETag', () => etag],
    ['its weak form, as a proxy that compresses makes it', () => `W/${etag}`],
    ['a list with the ETag', () => `"other", ${etag}`],
    ['a list with its weak form, without blanks', () => `W/"a",W/${etag},"b"`],
    ['a star', () => '*'],
    ['the ETag amid blanks', () => `\t${etag} `],
  ])('that is %s is 304', async (_, header) => {
    const { headers, status, text } = await read(header());
    expect({ status, text }).toEqual({ status: 304, text: '' });
    expect(headers).toMatchObject({
      etag,
      'cache-control': 'public, max-age=60',
      'content-language': 'zh-CN',
      vary: 'Accept-Language, X-AppID',
    });
    expect(headers['content-type']).toBeUndefined();
    expect(headers['content-length']).toBeUndefined();
  });

  it.each([
    ['empty', () => ''],
    ['another ETag', () => '"another"'],
    ['the ETag without its quotes', () => etag.slice(1, -1)],
    ['a part of the ETag', () => `${etag.slice(0, -3)}"`],
    ['the ETag in another case', () => etag.toUpperCase().replace(/^"/, '"~')],
    ['a weak form in lower case', () => `w/${etag}`],
    ['a star in quotes', () => '"*"'],
    ['nonsense', () => ',,;"'],
    ['very long', () => '"x", '.repeat(2_000)],
  ])('that is %s is 200 with the body', async (_, header) => {
    const { body, headers } = await read(header()).expect(200);
    expect(body).toHaveProperty('data');
    expect(headers['etag']).toBe(etag);
  });

  it('of one locale does not match another', async () => {
    const english = await api.http
      .get(CONFIG)
      .set({ 'X-AppID': api.appId, 'Accept-Language': 'en', 'If-None-Match': etag })
      .expect(200);
    expect(english.headers['etag']).not.toBe(etag);
  });

  it('is answered on HEAD as on GET', async () => {
    const { headers } = await api.http
      .head(CONFIG)
      .set({ 'X-AppID': api.appId, 'Accept-Language': 'zh-CN', 'If-None-Match': etag })
      .expect(304);
    expect(headers['etag']).toBe(etag);
  });

  it('does not turn an error into 304', async () => {
    const star = { 'If-None-Match': '*' };
    expectProblem(await api.http.get(CONFIG).set(star), 400, 'APP.HEADER.REQUIRED');
    const page = api.http.get('/api/v1/public/pages/nothing').set({ ...star, 'X-AppID': api.appId });
    expectProblem(await page, 404, 'RESOURCE.NOT_FOUND');
  });

  it('is ignored where nothing is cached', async () => {
    const { headers } = await api.http.get('/internal/v1/health/live').set('If-None-Match', etag).expect(200);
    expect(headers['etag']).toBeUndefined();
  });
});

describe('Every public read that may be cached', () => {
  it('carries a strong ETag and answers it with 304', async () => {
    const api = await startTestApi();
    try {
      for (const path of [CONFIG, '/.well-known/jwks.json', '/api/v1/regions']) {
        const { headers } = await api.http.get(path).set('X-AppID', api.appId).expect(200);
        expect([path, headers['etag']]).toEqual([path, expect.stringMatching(/^"[\x21\x23-\x7e]+"$/)]);
        await api.http
          .get(path)
          .set({ 'X-AppID': api.appId, 'If-None-Match': headers['etag'] ?? '' })
          .expect(304);
      }
    } finally {
      await api.close();
    }
  });
});
