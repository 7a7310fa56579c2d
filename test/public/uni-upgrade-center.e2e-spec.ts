import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { newId } from '@libs/kernel';
import { asOwner } from '../admin/support/admin';
import { aDisabledApp, aManagedApp } from '../admin/support/apps';
import { releaseClient } from '../admin/support/releases';
import { aDeviceKey, eventually } from '../support/api';
import { rounds } from '../support/rounds';
import { TestReleases, type TestPackage } from './support/releases';
import { anyText } from '../support/any-text';
import { suiteApi } from '../support/suite';

const PATH = '/api/v1/public/compat/uni-upgrade-center';
const APPID = '__UNI__1A2B3C4';
const CLIENT = { action: 'checkVersion', appid: APPID, appVersion: '1.0.0', wgtVersion: '1.0.0' } as const;

describe(`POST ${PATH}`, () => {
  const api = suiteApi({ PUBLIC_BASE_URL: 'https://updates.example.com' });
  const releases = new TestReleases(api);
  let wgt: TestPackage;

  beforeAll(async () => {
    wgt = await releases.upload();
    await releases.query('UPDATE apps SET dcloud_appid = $1', [APPID]);
  });
  beforeEach(() => releases.clear());

  const post = (body: unknown, headers: Record<string, string> = {}) =>
    api.http
      .post(PATH)
      .set({ 'Content-Type': 'application/json', ...headers })
      .send(typeof body === 'string' ? body : JSON.stringify(body));
  const check = async (changes: object = {}, headers: Record<string, string> = {}) => {
    const { body } = await post({ ...CLIENT, ...changes }, headers).expect(200);
    return body as Record<string, unknown>;
  };

  it('leads a download manager to the package, and to the same as the upgrade policy', async () => {
    const id = await releases.publish({ package_type: 'wgt', version_name: '1.0.1', file_id: wgt.id });
    await releases.known();
    const { url } = (await check()) as { url: string };
    expect(url).toMatch(/^https:\/\/updates\.example\.com\//);
    const { body: content, headers } = await api.http
      .get(url.replace('https://updates.example.com', ''))
      .buffer(true)
      .expect(200);
    expect(Buffer.compare(content as Buffer, wgt.content)).toBe(0);
    expect(headers['digest']).toBe(`sha-256=${Buffer.from(wgt.sha256, 'hex').toString('base64')}`);
    await eventually(async () => (await releases.downloads(id)) === 1);
    const policy = await api.http
      .get('/api/v1/public/app-version')
      .query({ platform: 'android', package_type: 'wgt' })
      .set('X-AppID', api.appId)
      .expect(200);
    const path = policy.body.data.package.url as string;
    expect(url.split('?')[0]).toBe(`https://updates.example.com${path.split('?')[0]}`);
  });

  it('follows what administrators publish, replace and withdraw', async () => {
    const admin = releaseClient(await asOwner(api), `apps/${api.appId}/mobile/releases`);
    const version = { version_name: '1.1.0', package_type: 'wgt', upgrade_mode: 'silent', external_url: null };
    const first = await admin.create({ ...version, file_id: wgt.id });
    expect((await check())['code']).toBe(-101);
    await admin.publish(first.id);
    await releases.known();
    expect(await check()).toMatchObject({ code: 101, version: '1.1.0', is_silently: true, title: '更新' });
    const second = await admin.create({ ...version, version_name: '1.2.0', upgrade_mode: 'forced', file_id: wgt.id });
    await admin.publish(second.id);
    await releases.known();
    expect(await check({ wgtVersion: '1.1.0' })).toMatchObject({ code: 101, version: '1.2.0', is_mandatory: true });
    await admin.unpublish(second.id);
    await releases.known();
    expect((await check())['code']).toBe(-101);
  });

  it('rolls a release out to the devices that get it from the upgrade policy too', async () => {
    const before = await releases.add({ version_name: '1.1.0', version_code: 110, file_id: wgt.id });
    await releases.publish(
      { version_name: '1.2.0', version_code: 120, file_id: wgt.id, rollout_percent: 50 },
      { fallback: before },
    );
    await releases.known();
    const seen = new Set<string>();
    for (let device = 0; device < 16; device++) {
      const key = { 'X-AK-Device-Key': aDeviceKey() };
      const { version } = await check({}, key);
      const { body } = await api.http
        .get('/api/v1/public/app-version?platform=android')
        .set({ 'X-AppID': api.appId, ...key });
      expect(version).toBe(body.data.version_name);
      seen.add(String(version));
    }
    expect([...seen].sort()).toEqual(['1.1.0', '1.2.0']);
  });

  describe('finds the App', () => {
    beforeEach(async () => {
      await releases.publish({ version_name: '1.1.0', file_id: wgt.id });
      await releases.known();
    });

    it('by X-AppID alone', async () => {
      expect(await check({ appid: undefined }, { 'X-AppID': api.appId })).toMatchObject({ code: 102, appid: APPID });
    });

    it('where its dcloud_appid has passed to another, and back', async () => {
      const admin = await asOwner(api);
      const other = await aManagedApp(admin);
      expect((await check())['code']).toBe(102);
      await releases.query('UPDATE apps SET dcloud_appid = NULL WHERE id = $1', [api.appId]);
      await releases.query('UPDATE apps SET dcloud_appid = $1 WHERE id = $2', [APPID, other.id]);
      await releases.known();
      expect((await check())['code']).toBe(-101);
      await releases.query('UPDATE apps SET dcloud_appid = NULL WHERE id = $1', [other.id]);
      await releases.query('UPDATE apps SET dcloud_appid = $1 WHERE id = $2', [APPID, api.appId]);
      await releases.known();
      expect((await check())['code']).toBe(102);
    });

    it('only while it is available: not a disabled one, or one of a disabled tenant', async () => {
      const admin = await asOwner(api);
      const { id } = await aDisabledApp(admin, { dcloud_appid: '__UNI__DISABLED' });
      expect((await check({ appid: '__UNI__DISABLED' }))['code']).toBe(-101);
      await admin.delete(`apps/${id}`).expect(200);
      expect((await check({ appid: '__UNI__DISABLED' }))['code']).toBe(-101);
      await releases.query(`UPDATE tenants SET status = 'disabled' WHERE id = $1`, [api.tenantId]);
      await releases.known();
      expect((await check())['code']).toBe(-101);
      await releases.query(`UPDATE tenants SET status = 'active' WHERE id = $1`, [api.tenantId]);
      await releases.known();
      expect((await check())['code']).toBe(102);
    });

    it('in the memory of the process', async () => {
      await check();
      const reads = [jest.spyOn(api.database, 'read'), jest.spyOn(api.database, 'readAsSystem')];
      expect((await check())['code']).toBe(102);
      for (const read of reads) expect(read).not.toHaveBeenCalled();
      jest.restoreAllMocks();
    });
  });

  describe('refuses, as every route does,', () => {
    it.each<[string, number, string, unknown, Record<string, string>]>([
      ['what is no JSON', 400, 'REQUEST.MALFORMED', '{', {}],
      ['another media type', 415, 'REQUEST.UNSUPPORTED_MEDIA_TYPE', 'x', { 'Content-Type': 'text/plain' }],
      ['a malformed X-AppID', 400, 'APP.HEADER.INVALID', CLIENT, { 'X-AppID': APPID }],
      ['an unknown X-AppID', 400, 'APP.HEADER.UNAVAILABLE', CLIENT, { 'X-AppID': newId() }],
      ['a malformed device key', 422, 'REQUEST.VALIDATION_FAILED', CLIENT, { 'X-AK-Device-Key': 'x' }],
      ['a list', 422, 'REQUEST.VALIDATION_FAILED', [CLIENT], {}],
      ['a text', 422, 'REQUEST.VALIDATION_FAILED', '"checkVersion"', {}],
      ['null', 422, 'REQUEST.VALIDATION_FAILED', 'null', {}],
      ['a key of every object', 422, 'REQUEST.VALIDATION_FAILED', '{"__proto__":{"appid":"x"}}', {}],
      ['what is too deep', 422, 'REQUEST.VALIDATION_FAILED', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`, {}],
      ['what is too large', 413, 'REQUEST.TOO_LARGE', { ...CLIENT, padding: 'x'.repeat(300_000) }, {}],
    ])('%s', async (_what, status, code, body, headers) => {
      const answer = await post(body, headers);
      expect([answer.status, answer.body.code, answer.type]).toEqual([status, code, 'application/problem+json']);
    });

    it('another method', async () => {
      await api.http.get(PATH).expect(404);
    });
  });

  describe('has the answer of the protocol for parameters that are', () => {
    const malformed: [string, object][] = [
      ['absent', { appVersion: undefined }],
      ['empty', { appVersion: '' }],
      ['blank', { wgtVersion: '   ' }],
      ['null', { wgtVersion: null }],
      ['objects', { appVersion: { $gt: '' } }],
      ['lists', { appid: [APPID] }],
      ['flags', { wgtVersion: true }],
      ['too long', { appVersion: '1.'.repeat(40) }],
      ['no text', { appid: 'a\u0000b' }],
      ['lone surrogates', { appVersion: '\ud800' }],
    ];

    it.each(malformed)('%s', async (_what, changes) => {
      expect(Object.keys(await check(changes))).toEqual(['code', 'message']);
      expect((await check(changes))['code']).toBe(-102);
    });

    it('missing altogether', async () => {
      expect((await api.http.post(PATH).expect(200)).body.code).toBe(-102);
      expect((await post({}).expect(200)).body.code).toBe(-102);
    });
  });

  it.each([
    ['numbers', 1, 102],
    ['huge', '9'.repeat(64), 0],
    ['of many parts', '1.0.0.0.0.0.1.0.1', 102],
    ['negative', '-1.-2', 102],
    ['words', 'latest', 102],
    ['injections', "1.0.0'; DROP TABLE releases; --", 102],
    ['lists of digits', '１.０', 102],
  ])('takes versions that are %s', async (_what, version, code) => {
    await releases.publish({ version_name: '1.1.0', file_id: wgt.id });
    await releases.known();
    expect((await check({ appVersion: version, wgtVersion: version }))['code']).toBe(code);
  });

  it('is documented with a stub that older plugins get its URLs back from', async () => {
    const [stub] =
      /const uniCloud = [^]*?\n};\n/.exec(readFileSync('docs/migration/uni-upgrade-center.md', 'utf8')) ?? [];
    await releases.publish({ package_type: 'wgt', version_name: '1.1.0', file_id: wgt.id });
    await releases.known();
    const { url } = await check();
    const asked: unknown = runInNewContext(`${stub} uniCloud.getTempFileURL({ fileList: [url] })`, { url });
    expect(await asked).toMatchObject({ fileList: [{ tempFileURL: url }] });
  });

  it('answers any request, and never with a server error', async () => {
    await releases.publish({ version_name: '1.1.0', file_id: wgt.id });
    await releases.publish({ package_type: 'wgt', version_name: '1.2.0', min_native_version_code: 9, file_id: wgt.id });
    await releases.known();
    const anything = fc.oneof(fc.jsonValue(), anyText(), fc.constantFrom('1.0.0', '__proto__', APPID));
    const fields = [
      'action',
      'appid',
      'appVersion',
      'wgtVersion',
      'is_uniapp_x',
      'is_vapor',
      'platform',
      'uniRuntimeVersion',
    ];
    const damaged = fc
      .dictionary(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...fields) }, fc.string()), anything, { maxKeys: 4 })
      .map((changes) => ({ ...CLIENT, ...changes }));
    await fc.assert(
      fc.asyncProperty(fc.oneof({ weight: 4, arbitrary: damaged }, fc.jsonValue()), async (body) => {
        const { status, body: answer } = await post(JSON.stringify(body));
        if (status === 200) expect([0, 101, 102, -101, -102]).toContain(answer.code);
        else expect([status, answer.code]).toEqual([422, 'REQUEST.VALIDATION_FAILED']);
      }),
      { numRuns: rounds(150) },
    );
  });

  it.each([
    [{ platform: 'IOS' }, {}, 'iOS'],
    [{ osName: 'harmonyos' }, {}, 'Harmony'],
    [{ uniPlatform: 'app' }, { 'User-Agent': 'uni-app (iPad; iOS 17.0)' }, 'iOS'],
    [{ platform: ['ios'] }, { 'User-Agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_6)' }, 'iOS'],
    [{ platform: 'android' }, { 'User-Agent': 'iPhone' }, 'Android'],
    [{ uni_platform: 'windows' }, { 'User-Agent': 'Mozilla/5.0 (Linux; Android 12; HarmonyOS)' }, 'Android'],
    [{}, { 'User-Agent': 'curl/8' }, 'Android'],
  ])('learns where the client runs from %p and %p', async (changes, headers, platform) => {
    for (const each of ['android', 'ios', 'harmony']) {
      await releases.publish({ platform: each, version_name: '1.1.0', external_url: `https://${each}.example.com/` });
    }
    await releases.known();
    expect(await check(changes, headers)).toMatchObject({
      code: 102,
      platform: [platform],
      uni_platform: platform.toLowerCase(),
      url: `https://${platform.toLowerCase()}.example.com/`,
    });
  });
});
