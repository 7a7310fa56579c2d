import { newId } from '@libs/kernel';
import { aDeviceKey } from '../support/api';
import { suiteApi } from '../support/suite';
import { TestReleases, type TestPackage } from './support/releases';

const PATH = '/api/v1/public/app-version';
const STORE = 'https://apps.example.com/shop';

describe('GET /api/v1/public/app-version', () => {
  const api = suiteApi();
  const releases = new TestReleases(api);
  let wgt: TestPackage;

  beforeAll(async () => {
    wgt = await releases.upload();
    await releases.query(`UPDATE apps SET supported_locales = '{zh-CN,en-US}', default_locale = 'zh-CN'`);
  });
  beforeEach(() => releases.clear());

  const get = (query: Record<string, string | number>, headers: Record<string, string> = {}) =>
    api.http
      .get(PATH)
      .query(query)
      .set({ 'X-AppID': api.appId, ...headers });
  const policy = async (query: Record<string, string | number>, headers: Record<string, string> = {}) => {
    await releases.known();
    return (await get(query, headers).expect(200)).body.data as Record<string, unknown>;
  };

  it('tells the current release in one language, without what is for administrators', async () => {
    const links = [
      { name: 'Low', scheme: 'low://shop', url: 'https://low.example.com', priority: 1, enabled: true },
      { name: 'Off', scheme: 'off://shop', url: 'https://off.example.com', priority: 9, enabled: false },
      { name: 'High', scheme: 'high://shop', url: 'https://high.example.com', priority: 5, enabled: true },
    ];
    await releases.publish({
      version_code: 20,
      min_supported_version_code: 10,
      upgrade_mode: 'recommended',
      external_url: STORE,
      store_links: links,
    });
    expect(await policy({ platform: 'android' })).toEqual({
      platform: 'android',
      package_type: 'native_app',
      version_name: '1.2.10',
      version_code: 20,
      upgrade_mode: 'recommended',
      min_supported_version_code: 10,
      min_native_version_code: null,
      title: '新版本',
      release_notes: '更快',
      package: null,
      external_url: STORE,
      store_links: [
        { name: 'High', scheme: 'high://shop', url: 'https://high.example.com', priority: 5 },
        { name: 'Low', scheme: 'low://shop', url: 'https://low.example.com', priority: 1 },
      ],
      published_at: '2026-11-20T08:00:00.123Z',
      update_available: null,
      update_required: null,
    });
  });

  it('speaks the language of the client, and falls back to that of the App for a text that is not there', async () => {
    await releases.publish({ version_code: 20, external_url: STORE });
    await releases.known();
    const { body, headers } = await get({ platform: 'android' }, { 'Accept-Language': 'en-GB, ja;q=0.5' }).expect(200);
    expect(body.data).toMatchObject({ title: 'New version', release_notes: '更快' });
    expect(headers).toMatchObject({
      'content-language': 'en-US',
      vary: 'Accept-Language, X-AppID',
      'cache-control': 'public, max-age=60',
    });
  });

  it('is 304 for a client that has the answer, and 200 again once the release is another one', async () => {
    const id = await releases.publish({ version_code: 20, external_url: STORE });
    await releases.known();
    const { headers } = await get({ platform: 'android', version_code: 19 }).expect(200);
    const etag = String(headers['etag']);
    await get({ platform: 'android', version_code: 19 }, { 'If-None-Match': etag }).expect(304);
    await get({ platform: 'android', version_code: 20 }, { 'If-None-Match': etag }).expect(200);
    await releases.change(id, `upgrade_mode = 'forced'`);
    await releases.known();
    await get({ platform: 'android', version_code: 19 }, { 'If-None-Match': etag }).expect(200);
  });

  it('signs where the package is, the same for a minute, for ten minutes at most', async () => {
    const id = await releases.publish({ version_code: 20, file_id: wgt.id });
    const { package: answer } = (await policy({ platform: 'android' })) as { package: Record<string, string> };
    expect(answer).toEqual({
      url: expect.stringMatching(
        new RegExp(`^${PATH}/download/${id}/${wgt.id}\\?expires=\\d{10}&signature=[A-Za-z0-9_-]{43}$`),
      ),
      expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z$/),
      size_bytes: wgt.content.length,
      sha256: wgt.sha256,
      media_type: expect.stringMatching(/^application\//),
    });
    const seconds = Number(new URL(answer['url'] ?? '', api.url).searchParams.get('expires'));
    expect(answer['expires_at']).toBe(new Date(seconds * 1_000).toISOString());
    expect(seconds * 1_000 - Date.now()).toBeGreaterThan(530_000);
    expect(seconds * 1_000 - Date.now()).toBeLessThanOrEqual(600_000);
  });

  it('keeps platforms and package types apart', async () => {
    await releases.publish({ version_code: 20, external_url: STORE });
    const id = await releases.add({
      version_code: 30,
      package_type: 'wgt',
      target_platforms: ['android', 'ios'],
      file_id: wgt.id,
    });
    await releases.point(id, { platform: 'ios', packageType: 'wgt' });
    expect(await policy({ platform: 'android' })).toMatchObject({ version_code: 20 });
    expect(await policy({ platform: 'ios', package_type: 'wgt' })).toMatchObject({ platform: 'ios', version_code: 30 });
    await get({ platform: 'ios' }).expect(503);
    await get({ platform: 'android', package_type: 'wgt' }).expect(503);
  });

  it('is 503 with Retry-After where nothing is published, not for another App either', async () => {
    const other = newId();
    await releases.query(
      `INSERT INTO apps (tenant_id, id, name, app_type, status, is_default, default_locale, supported_locales,
                         registration, captcha, feature_flags, client_config, upgrade, support)
       SELECT tenant_id, $1, 'Other', app_type, 'active', false, default_locale, supported_locales,
              registration, captcha, feature_flags, client_config, upgrade, support FROM apps WHERE is_default`,
      [other],
    );
    await releases.publish({ version_code: 20, external_url: STORE });
    await releases.known();
    for (const [query, headers] of [
      [{ platform: 'harmony' }, {}],
      [{ platform: 'android' }, { 'X-AppID': other }],
    ] as const) {
      const answer = await get(query, headers).expect(503);
      expect(answer.body).toMatchObject({ code: 'RELEASES.POLICY.UNAVAILABLE', status: 503 });
      expect(answer.headers).toMatchObject({ 'retry-after': '60', 'cache-control': 'no-store' });
    }
  });

  describe('422', () => {
    const refused = async (query: string, headers: Record<string, string> = {}) => {
      const answer = await api.http
        .get(`${PATH}?${query}`)
        .set({ 'X-AppID': api.appId, ...headers })
        .expect(422);
      expect(answer.body.code).toBe('REQUEST.VALIDATION_FAILED');
      return (answer.body.errors as { field: string; code: string; message: string }[]).map(
        ({ field, code, message }) => `${field} ${code}${message === '' ? ' without a message' : ''}`,
      );
    };

    it.each([
      ['', ['platform required']],
      ['platform=', ['platform not_allowed']],
      ['platform=windows', ['platform not_allowed']],
      ['platform=Android', ['platform not_allowed']],
      ['platform=android&package_type=apk', ['package_type not_allowed']],
      ['platform=android&version_code=1.5', ['version_code not_integer']],
      ['platform=android&version_code=-1', ['version_code not_integer']],
      ['platform=android&version_code=', ['version_code not_integer']],
      ['platform=android&version_code=2147483648', ['version_code out_of_range']],
      ['platform=android&native_version_code=x', ['native_version_code not_integer']],
      ['platform=android&wgt_version_code=1e3', ['wgt_version_code not_integer']],
      [`platform=android&runtime_version=${'1'.repeat(65)}`, ['runtime_version too_long']],
      ['platform=android&runtime_version=1%00', ['runtime_version invalid_text']],
      ['platform=android&channel=%ff', ['channel invalid_text']],
      ['platform=android&platform=ios', ['platform repeated']],
      ['platform[]=android', ['platform[] unknown_field']],
      ['platform=x&version_code=y', ['platform not_allowed', 'version_code not_integer']],
    ])('for ?%s', async (query, errors) => {
      expect(await refused(query)).toEqual(errors);
    });

    it('for a malformed device key', async () => {
      expect(await refused('platform=android', { 'X-AK-Device-Key': 'x' })).toEqual(['X-AK-Device-Key not_uuid']);
    });

    it('comes after the App and before the policy; parameters that nobody knows are ignored', async () => {
      await api.http.get(`${PATH}?platform=x`).expect(400);
      await api.http.get(`${PATH}?platform=x`).set('X-AppID', newId()).expect(400);
      await get({ platform: 'android', utm_source: 'mail' }, { 'X-AK-Device-Key': aDeviceKey() }).expect(503);
    });
  });

  it('is 400 while the App is disabled', async () => {
    await releases.publish({ version_code: 20, external_url: STORE });
    await policy({ platform: 'android' });
    await releases.query(`UPDATE apps SET status = 'disabled' WHERE is_default`);
    await releases.known();
    expect((await get({ platform: 'android' }).expect(400)).body.code).toBe('APP.HEADER.UNAVAILABLE');
    await releases.query(`UPDATE apps SET status = 'active' WHERE is_default`);
  });

  it('asks the database nothing while everything is known', async () => {
    await releases.publish({ version_code: 20, file_id: wgt.id });
    await policy({ platform: 'android' });
    const reads = [jest.spyOn(api.database, 'read'), jest.spyOn(api.database, 'readAsSystem')];
    await get({ platform: 'android', version_code: 19 }).expect(200);
    for (const read of reads) expect(read).not.toHaveBeenCalled();
    jest.restoreAllMocks();
  });
});
