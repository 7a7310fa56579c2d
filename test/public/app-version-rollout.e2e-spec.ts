import { rolloutBucket } from '../../libs/releases/src/domain/rollout';
import { asOwner } from '../admin/support/admin';
import { aManagedApp } from '../admin/support/apps';
import { aDeviceKey, eventually, isSoOnceAnnounced, startTestApi, type TestApi } from '../support/api';
import { TestReleases } from './support/releases';
import { aReport, reporter } from '../support/reports';

const PATH = '/api/v1/public/app-version';
const IN_STORE = { external_url: 'https://apps.example.com/shop' };

describe('GET /api/v1/public/app-version while a release is rolled out', () => {
  let api: TestApi;
  let other: TestApi;
  let releases: TestReleases;

  beforeAll(async () => {
    api = await startTestApi();
    other = await startTestApi({}, api.urls);
    releases = new TestReleases(api);
  });
  afterAll(async () => {
    await other.close();
    await api.close();
  });
  beforeEach(() => releases.clear());

  const ask = (key: string | null, query: Record<string, string | number> = {}, at = api) => {
    const request = at.http
      .get(PATH)
      .query({ platform: 'android', ...query })
      .set('X-AppID', at.appId);
    return key === null ? request : request.set('X-AK-Device-Key', key);
  };
  const versionFor = async (key: string | null, query: Record<string, string | number> = {}) =>
    (await ask(key, query).expect(200)).body.data.version_code as number;
  /** A device with a bucket that fits. */
  const aDevice = (release: string, fits: (bucket: number) => boolean): string => {
    for (;;) {
      const key = aDeviceKey();
      if (fits(rolloutBucket(release, key))) return key;
    }
  };

  it('gives the release to the devices below the percentage, and the fallback to the others', async () => {
    const old = await releases.add({ version_code: 10, ...IN_STORE });
    const id = await releases.publish({ version_code: 20, rollout_percent: 30.5, ...IN_STORE }, { fallback: old });
    await releases.known();
    const [inside, outside] = [aDevice(id, (bucket) => bucket < 3_050), aDevice(id, (bucket) => bucket >= 3_050)];
    expect(await versionFor(inside)).toBe(20);
    expect(await versionFor(inside.toUpperCase())).toBe(20);
    expect(await versionFor(outside)).toBe(10);
    expect(await versionFor(null)).toBe(10);
    const { decision } = (await ask(outside, { version_code: 10 }).expect(200)).body.data;
    expect(decision).toMatchObject({ action: 'none', reason: 'not_in_rollout' });
    await releases.change(id, `rollout_percent = ${(rolloutBucket(id, outside) + 1) / 100}`);
    await releases.known();
    expect(await versionFor(outside)).toBe(20);
    expect(await versionFor(inside)).toBe(20);
  });

  it('is not to be stored then, and is again once everybody gets the same', async () => {
    const old = await releases.add({ version_code: 10, ...IN_STORE });
    const id = await releases.publish({ version_code: 20, rollout_percent: 50, ...IN_STORE }, { fallback: old });
    await releases.known();
    for (const key of [null, aDeviceKey()]) {
      const { headers } = await ask(key).set('Accept-Language', 'zh').expect(200);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-language': 'zh-CN',
        vary: 'Accept-Language, X-AppID',
      });
      expect(headers['etag']).toBeUndefined();
    }
    for (const [change, cacheControl] of [
      ['rollout_paused = true', 'no-store'],
      ['rollout_paused = false, rollout_percent = 100', 'public, max-age=60'],
      ['rollout_paused = true', 'no-store'],
    ] as const) {
      await releases.change(id, change);
      await releases.known();
      expect((await ask(aDeviceKey()).expect(200)).headers['cache-control']).toBe(cacheControl);
    }
  });

  it('is 503 for those whom nothing was there for before', async () => {
    const id = await releases.publish({ version_code: 20, rollout_percent: 50, ...IN_STORE });
    await releases.known();
    const outside = aDevice(id, (bucket) => bucket >= 5_000);
    for (const key of [outside, null]) {
      expect((await ask(key).expect(503)).body.code).toBe('RELEASES.POLICY.UNAVAILABLE');
    }
    await ask(aDevice(id, (bucket) => bucket < 5_000)).expect(200);
    // A client that already runs it has its policy.
    await ask(outside, { version_code: 20 }).expect(200);
  });

  it('holds back from new devices while it is paused', async () => {
    const old = await releases.add({ version_code: 10, ...IN_STORE });
    await releases.publish({ version_code: 20, rollout_paused: true, ...IN_STORE }, { fallback: old });
    await releases.known();
    const key = aDeviceKey();
    expect(await versionFor(key)).toBe(10);
    expect(await versionFor(key, { version_code: 20 })).toBe(20);
    const { decision } = (await ask(key, { version_code: 10 }).expect(200)).body.data;
    expect(decision).toMatchObject({ action: 'none', reason: 'rollout_paused' });
  });

  describe('while it is paused', () => {
    let old: string;
    let id: string;

    beforeEach(async () => {
      old = await releases.add({ version_code: 10, ...IN_STORE });
      id = await releases.publish({ version_code: 20, rollout_percent: 50, ...IN_STORE }, { fallback: old });
    });

    /** A device that reported this before the release was paused. */
    const aDeviceThatTold = async (...told: [release: string, status: string][]): Promise<string> => {
      const key = aDevice(id, (bucket) => bucket < 5_000);
      for (const [release, status] of told) {
        await reporter(api)
          .send([aReport(release, status)], key)
          .expect(202);
      }
      return key;
    };
    const pause = async () => {
      await releases.change(id, 'rollout_paused = true');
      await releases.known();
    };

    it.each(['installed', 'first_run_ok'])('is left to devices that reported it %s', async (status) => {
      const key = await aDeviceThatTold([id, status]);
      await pause();
      for (const at of [api, other]) {
        const { body } = await ask(key.toUpperCase(), {}, at).expect(200);
        expect(body.data.version_code).toBe(20);
      }
      const { body } = await ask(key, { version_code: 19 }).expect(200);
      expect(body.data).toMatchObject({
        version_code: 20,
        update_available: true,
        decision: { action: 'store', reason: 'newer_available' },
      });
    });

    it.each<[string, [string, string][]]>([
      [
        'only got so far',
        [
          ['current', 'offered'],
          ['current', 'download_started'],
          ['current', 'downloaded'],
        ],
      ],
      ['failed', [['current', 'failed']]],
      [
        'gave it up',
        [
          ['current', 'installed'],
          ['current', 'rolled_back'],
        ],
      ],
      [
        'have another one since',
        [
          ['current', 'installed'],
          ['fallback', 'installed'],
        ],
      ],
      ['have another one', [['fallback', 'first_run_ok']]],
    ])('is kept from devices that %s', async (_what, told) => {
      const named = { current: id, fallback: old };
      const key = await aDeviceThatTold(
        ...told.map(([release, status]): [string, string] => [named[release as keyof typeof named], status]),
      );
      expect(await versionFor(key)).toBe(20);
      await pause();
      expect(await versionFor(key)).toBe(10);
      expect((await ask(key, { version_code: 10 }).expect(200)).body.data.decision.reason).toBe('rollout_paused');
    });

    it('is kept from who sends no key, or another one', async () => {
      await aDeviceThatTold([id, 'installed']);
      await pause();
      expect([await versionFor(null), await versionFor(aDeviceKey())]).toEqual([10, 10]);
    });

    it('is left to those devices also where nothing was there before', async () => {
      const key = await aDeviceThatTold([id, 'installed']);
      await releases.point(id, { fallback: null });
      await pause();
      expect(await versionFor(key)).toBe(20);
      await ask(aDeviceKey()).expect(503);
    });

    it('is nobody’s but theirs until it is resumed', async () => {
      const key = await aDeviceThatTold([id, 'installed']);
      await pause();
      const inside = aDevice(id, (bucket) => bucket < 5_000);
      expect([await versionFor(key), await versionFor(inside)]).toEqual([20, 10]);
      await releases.change(id, 'rollout_paused = false');
      await releases.known();
      expect([await versionFor(key), await versionFor(inside)]).toEqual([20, 20]);
    });

    it('counts what the device told in this App only', async () => {
      const app = await aManagedApp(await asOwner(api));
      const key = await aDeviceThatTold([id, 'installed']);
      const theirs = await releases.publish(
        { app_id: app.id, version_code: 20, rollout_paused: true, ...IN_STORE },
        { appId: app.id },
      );
      expect(theirs).not.toBe(id);
      await pause();
      const request = api.http.get(PATH).query({ platform: 'android' });
      await request.set({ 'X-AppID': app.id, 'X-AK-Device-Key': key }).expect(503);
    });
  });

  it('a publication reaches another process within one second, and its end too', async () => {
    await releases.publish({ version_code: 10, ...IN_STORE });
    for (const at of [api, other]) {
      await eventually(async () => (await ask(null, {}, at)).body.data?.version_code === 10);
    }
    await releases.publish({ version_code: 20, ...IN_STORE });
    const isNew = async () => (await ask(null, {}, other)).body.data.version_code === 20;
    expect(await isSoOnceAnnounced(isNew)).toBe(true);
    await releases.query('DELETE FROM release_pointers');
    expect(await isSoOnceAnnounced(async () => (await ask(null, {}, other)).status === 503)).toBe(true);
  });
});
