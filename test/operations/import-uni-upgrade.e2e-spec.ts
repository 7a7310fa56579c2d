import { rmSync, writeFileSync } from 'node:fs';
import { asOwner } from '../admin/support/admin';
import { aManagedApp } from '../admin/support/apps';
import { releaseClient } from '../admin/support/releases';
import { UsageError } from '../../apps/api/src/admin-cli/command';
import { anEntry, aWgtEntry, TestImport } from './support/uni-upgrade-import';

describe('npm run admin -- import-uni-upgrade', () => {
  let files: TestImport;

  beforeAll(async () => {
    files = await TestImport.start();
  });
  afterAll(() => files.close());
  beforeEach(() => files.renew());

  it('makes drafts of the versions, with all their data', async () => {
    files.write([
      anEntry(files.appid, {
        is_mandatory: true,
        store_list: [
          { id: 'a', name: '华为', scheme: 'appmarket://details?id=com.example.shop', enable: true, priority: 5 },
          { id: 'b', name: '小米', scheme: '', enable: false, priority: 0 },
        ],
      }),
      aWgtEntry(files.appid, { is_silently: true, title: '' }),
    ]);
    expect(await files.run()).toMatchObject({
      created: 2,
      unchanged: 0,
      published: 0,
      skipped: 0,
      failed: 0,
      isGood: true,
    });
    const all = await files.releases();
    const [native, wgt] = ['native_app', 'wgt'].map((type) =>
      all.find((one) => one['package_type'] === type && one['external_url'] !== null),
    );
    expect(native).toMatchObject({
      platform: 'android',
      target_platforms: ['android'],
      version_name: '1.2.10',
      version_code: 1_002_010,
      upgrade_mode: 'forced',
      title: { 'zh-CN': '新版本' },
      release_notes: { 'zh-CN': '修复问题' },
      external_url: 'https://cdn.example.com/shop.apk',
      publish_status: 'draft',
      created_by: null,
      store_links: [
        {
          name: '华为',
          scheme: 'appmarket://details?id=com.example.shop',
          url: 'appmarket://details?id=com.example.shop',
          priority: 5,
          enabled: true,
        },
      ],
    });
    expect(wgt).toMatchObject({
      platform: 'android',
      target_platforms: ['android', 'ios'],
      version_name: '1.2.11',
      min_native_version_code: 1_002_010,
      upgrade_mode: 'silent',
      title: { 'zh-CN': '1.2.11' },
      publish_status: 'draft',
    });
    // The native app for iOS that the wgt requires was not among the entries.
    expect(all.find((one) => one['platform'] === 'ios')).toMatchObject({
      package_type: 'native_app',
      version_name: '1.2.10',
      version_code: 1_002_010,
      external_url: null,
      publish_status: 'draft',
    });
  });

  it('makes a release of a native app for each of its platforms, and one of a wgt for all', async () => {
    const platform = ['iOS', 'Android', 'Harmony'];
    files.write([anEntry(files.appid, { platform }), aWgtEntry(files.appid, { platform })]);
    expect(await files.counts()).toEqual({ created: 4, unchanged: 0, published: 0, skipped: 0, failed: 0 });
    const targets = (await files.releases()).map((one) => (one['target_platforms'] as string[]).join(' '));
    expect(targets.sort()).toEqual(['android', 'android ios harmony', 'harmony', 'ios']);
  });

  it('does nothing twice', async () => {
    files.write([anEntry(files.appid), aWgtEntry(files.appid)]);
    await files.run();
    const before = await files.releases();
    expect(await files.counts()).toEqual({ created: 0, unchanged: 2, published: 0, skipped: 0, failed: 0 });
    files.write([
      anEntry(files.appid, { version: '1.2.10.0', contents: 'Other' }),
      aWgtEntry(files.appid, { platform: ['iOS'] }),
    ]);
    expect(await files.counts()).toEqual({ created: 0, unchanged: 2, published: 0, skipped: 0, failed: 0 });
    expect(await files.releases()).toEqual(before);
  });

  it('adds the platforms that are missing', async () => {
    files.write([aWgtEntry(files.appid, { platform: 'Android' })]);
    await files.run();
    files.write([aWgtEntry(files.appid, { platform: ['Android', 'iOS'] })]);
    expect(await files.counts()).toEqual({ created: 1, unchanged: 1, published: 0, skipped: 0, failed: 0 });
  });

  it('recognises native apps by their codes here, on each platform', async () => {
    const admin = releaseClient(await asOwner(files.api), `apps/${files.appId}/mobile/releases`);
    const native = { package_type: 'native_app', version_name: '1.2.10' };
    await admin.create({ ...native, platform: 'android', version_code: 120 });
    await admin.create({ ...native, platform: 'ios', version_code: 121 });
    files.write([aWgtEntry(files.appid)]);
    expect((await files.run()).created).toBe(2);
    const wgts = (await files.releases()).filter((one) => one['package_type'] === 'wgt');
    expect(wgts.map((one) => [one['platform'], one['min_native_version_code']])).toEqual([
      ['android', 120],
      ['ios', 121],
    ]);
  });

  it('reports entries that it cannot import by their line, and imports nothing of them', async () => {
    files.write([
      anEntry(files.appid, { version: '1.0.0' }),
      '{"appid":',
      '[1]',
      anEntry(files.appid, { url: 'http://cdn.example.com/shop.apk' }),
      anEntry(files.appid, { url: 'cloud://shop.apk' }),
      anEntry(files.appid, { url: 'https://user:secret@cdn.example.com/' }),
      anEntry(files.appid, { type: 'apk' }),
      anEntry(files.appid, { platform: ['Android', 'Windows'] }),
      anEntry(files.appid, { version: '1.2.3.4' }),
      anEntry(files.appid, { version: '1.2.3.5', version_code: 0 }),
      aWgtEntry(files.appid, { min_uni_version: undefined }),
      aWgtEntry(files.appid, { min_uni_version: '1.2.x' }),
      anEntry('__UNI__NOBODY'),
      anEntry(files.appid, { title: 'x'.repeat(121) }),
      anEntry(files.appid, { contents: 'a\u0000b' }),
      anEntry(files.appid, {
        store_list: [{ name: 'Evil', scheme: 'javascript:alert(1)', enable: true, priority: 1 }],
      }),
      aWgtEntry(files.appid, { is_vapor: true }),
      '{"__proto__":{"appid":"x"}}',
      anEntry(files.appid, { create_env: 'uni-stat', url: undefined }),
    ]);
    const { entries, isGood, ...summary } = await files.run({ publish: true });
    expect(isGood).toBe(false);
    expect(summary).toMatchObject({ created: 1, unchanged: 0, published: 0, skipped: 1, failed: 17 });
    const problems = entries.map(
      ({ line, problems: found }) => `${line} ${found?.map(({ field }) => field).join(' ')}`,
    );
    expect(problems).toEqual([
      '1 undefined',
      '2 ',
      '3 ',
      '4 url',
      '5 url',
      '6 url',
      '7 type',
      '8 platform',
      '9 version',
      '10 version_code',
      '11 min_uni_version',
      '12 min_uni_version',
      '13 appid',
      '14 title',
      '15 contents',
      '16 store_list.0.scheme store_list.0.url',
      '17 is_vapor',
      '18 ',
      '19 undefined',
    ]);
    expect(entries[0]).toMatchObject({ line: 1, id: '65a0c0ffee0000000000000a', releases: [{ created: true }] });
    expect(entries[18]?.skipped).toMatch(/uni-stat/);
    expect((await files.releases()).map((one) => one['version_name'])).toEqual(['1.0.0']);
  });

  it('uses an entry’s own version_code, and refuses one that another version has', async () => {
    files.write([
      anEntry(files.appid, { version: '1.2.3.4', version_code: 1_234 }),
      anEntry(files.appid, { version: '1.2.3.5', version_code: 1_234 }),
    ]);
    const { entries, created, failed } = await files.run();
    expect([created, failed]).toEqual([1, 1]);
    expect(entries[1]?.problems?.[0]?.message).toMatch(/version_code/);
  });

  it.each([
    ['that is not there', () => rmSync(files.file, { force: true }), {}],
    ['that is no text', () => writeFileSync(files.file, Buffer.from([0x7b, 0xff, 0x7d])), {}],
    ['for what is no App', () => files.write([]), { app: 'x' }],
  ])('has no use for a file %s', async (_what, make, options) => {
    make();
    await expect(files.run(options as Record<string, string>)).rejects.toBeInstanceOf(UsageError);
  });

  it('prefers, of entries for one version, the one that is published, and then the newest', async () => {
    const url = (name: string) => `https://cdn.example.com/${name}.apk`;
    files.write([
      anEntry(files.appid, { url: url('old'), stable_publish: true, create_date: 1 }),
      anEntry(files.appid, { url: url('newest'), create_date: 9 }),
      anEntry(files.appid, { version: '1.2.010', url: url('stable'), stable_publish: true, create_date: 5 }),
    ]);
    expect(await files.counts({ publish: true })).toMatchObject({ created: 1, published: 1, skipped: 2, failed: 0 });
    expect((await files.releases())[0]).toMatchObject({ external_url: url('stable') });
  });

  it('reads a JSON list, too, and imports it into the App that --app names', async () => {
    const { id: other } = await aManagedApp(await asOwner(files.api));
    writeFileSync(files.file, JSON.stringify([anEntry('__UNI__ELSEWHERE'), 'x'], null, 2));
    const { entries, created, failed } = await files.run({ app: other.toUpperCase() });
    expect([created, failed]).toEqual([1, 1]);
    expect(entries.map(({ entry }) => entry)).toEqual([1, 2]);
    expect(await files.releases(other)).toHaveLength(1);
    expect(await files.releases()).toEqual([]);
  });

  it('imports entries of several Apps into each of them, but not all into the one that --app names', async () => {
    const second = `${files.appid}B`;
    const { id: other } = await aManagedApp(await asOwner(files.api), { dcloud_appid: second });
    files.write([anEntry(files.appid), anEntry(second)]);
    await expect(files.run({ app: files.appId })).rejects.toBeInstanceOf(UsageError);
    expect(await files.releases()).toEqual([]);
    expect((await files.run()).created).toBe(2);
    expect([await files.releases(), await files.releases(other)].map(({ length }) => length)).toEqual([1, 1]);
  });
});
