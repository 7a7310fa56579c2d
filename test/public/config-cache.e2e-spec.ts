import { type App, AppsService, type NewApp } from '@libs/apps';
import { ChangeFeed } from '@libs/foundation';
import { outboxSettled } from '../mobile/support/journey';
import { eventually, isSoOnceAnnounced } from '../support/api';
import { feedsHaveHeard, queryAs, testPostgres } from '../support/database';
import { suiteApi } from '../support/suite';
import { aTenant, asSystem } from '../support/tenants';

const PATH = '/api/v1/public/config';

describe('GET /api/v1/public/config, cached', () => {
  const api = suiteApi();
  let app: App;

  beforeEach(async () => {
    app = await anApp();
    await feedsHaveHeard();
  });

  afterEach(() => jest.restoreAllMocks());

  const anApp = async (input: Partial<NewApp> = {}) =>
    api.get(AppsService).create(await aTenant(api.database), {
      name: 'Corner Shop',
      appType: 'uni_app',
      defaultLocale: 'zh-CN',
      supportedLocales: ['zh-CN', 'zh-TW', 'en-US'],
      ...input,
    });

  const read = (appId = app.id, headers: Record<string, string> = {}) =>
    api.http.get(PATH).set({ 'X-AppID': appId, ...headers });

  const change = (assignments: string, values: unknown[] = []) =>
    asSystem(api.database, `UPDATE apps SET ${assignments} WHERE id = $1`, [app.id, ...values]);

  describe('If-None-Match', () => {
    it('is answered by 304 without a body while the state is the same', async () => {
      const { headers } = await read();
      const etag = headers.etag ?? '';
      for (const value of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const unchanged = await read(app.id, { 'If-None-Match': value }).expect(304);
        expect(unchanged.text).toBe('');
        expect(unchanged.headers).toMatchObject({
          etag,
          'cache-control': 'public, max-age=60',
          'content-language': 'zh-CN',
          vary: 'Accept-Language, X-AppID',
        });
      }
    });

    it('is answered by 200 for another locale, another App and after a change', async () => {
      const { headers } = await read();
      const etag = headers.etag ?? '';
      await read(app.id, { 'If-None-Match': etag, 'Accept-Language': 'en' }).expect(200);
      await read((await anApp()).id, { 'If-None-Match': etag }).expect(200);
      await change(`description = 'New'`);
      const stale = async () => (await read(app.id, { 'If-None-Match': etag })).status === 200;
      expect(await isSoOnceAnnounced(stale)).toBe(true);
    });
  });

  describe('400', () => {
    it.each([
      ['APP.HEADER.REQUIRED', 'is missing', undefined],
      ['APP.HEADER.INVALID', 'is no uuid', 'corner-shop'],
      ['APP.HEADER.UNAVAILABLE', 'names no App', '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901'],
    ])('%s when X-AppID %s', async (code, _, header) => {
      const request = api.http.get(PATH);
      const response = await (header ? request.set('X-AppID', header) : request).expect(400);
      expect(response.headers['content-type']).toBe('application/problem+json');
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.body).toMatchObject({ status: 400, code, instance: PATH });
    });

    it.each([
      ['the App is disabled', () => change(`status = 'disabled'`)],
      ['the App is deleted', () => change(`status = 'disabled', deleted_at = now()`)],
      [
        'its tenant is disabled',
        () => asSystem(api.database, `UPDATE tenants SET status = 'disabled' WHERE id = $1`, [app.tenantId]),
      ],
    ])('within one second after %s, although the answer was cached', async (_, happen) => {
      const { headers } = await read().expect(200);
      await happen();
      expect(await isSoOnceAnnounced(async () => (await read()).status === 400)).toBe(true);
      const response = await read(app.id, { 'If-None-Match': headers.etag ?? '' }).expect(400);
      expect(response.body).toMatchObject({ code: 'APP.HEADER.UNAVAILABLE' });
    });
  });

  it('answers 503 with Retry-After while the database is away, for what was cached too, and 200 once it is back', async () => {
    await read().expect(200);
    const server = testPostgres().superuserUrl;
    await queryAs(server, `ALTER DATABASE ${api.urls.name} CONNECTION LIMIT 0`);
    try {
      await queryAs(server, 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
        api.urls.name,
      ]);
      expect(await isSoOnceAnnounced(async () => (await read()).status === 503)).toBe(true);
      const response = await read().expect(503);
      expect(response.body).toMatchObject({ status: 503, code: 'DEPENDENCY.UNAVAILABLE' });
      expect(response.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' });
      expect(response.headers.etag).toBeUndefined();
    } finally {
      await queryAs(server, `ALTER DATABASE ${api.urls.name} CONNECTION LIMIT -1`);
    }
    expect(await eventually(async () => (await read()).status === 200)).toBe(true);
    await eventually(() => Promise.resolve(api.get(ChangeFeed).live));
  });

  it('asks the database nothing while the answer is cached', async () => {
    await read().expect(200);
    // Messages of the tests before ask it, too.
    await outboxSettled(api);
    const reads = [jest.spyOn(api.database, 'read'), jest.spyOn(api.database, 'readAsSystem')];
    await read().expect(200);
    for (const spy of reads) expect(spy).not.toHaveBeenCalled();
  });
});
