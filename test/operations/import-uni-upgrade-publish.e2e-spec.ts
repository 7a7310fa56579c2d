import { readCommandLine } from '../../apps/api/src/admin-cli/command-line';
import { IMPORT_UNI_UPGRADE } from '../../apps/api/src/admin-cli/import-uni-upgrade';
import { adminClient, asOwner, signInAdmin } from '../admin/support/admin';
import { releaseClient } from '../admin/support/releases';
import { queryAs, testPostgres } from '../support/database';
import { runProgram } from './support/commands';
import { anEntry, aWgtEntry, TestImport } from './support/uni-upgrade-import';

describe('npm run admin -- import-uni-upgrade, with publication,', () => {
  let files: TestImport;

  beforeAll(async () => {
    files = await TestImport.start();
  });
  afterAll(() => files.close());
  beforeEach(() => files.renew());

  const checked = async (changes: object = {}) => {
    const { body } = await files.api.http.post('/api/v1/public/compat/uni-upgrade-center').send({
      action: 'checkVersion',
      appid: files.appid,
      appVersion: '1.2.9',
      wgtVersion: '1.2.9',
      platform: 'Android',
      ...changes,
    });
    return body as Record<string, unknown>;
  };

  describe('--publish', () => {
    it('gives clients what they got before', async () => {
      files.write([
        anEntry(files.appid, { stable_publish: true }),
        anEntry(files.appid, { version: '1.3.0' }),
        aWgtEntry(files.appid, { stable_publish: true }),
      ]);
      expect((await checked())['code']).toBe(-101);
      expect(await files.counts()).toMatchObject({ created: 3, published: 0 });
      expect((await checked())['code']).toBe(-101);
      expect(await files.counts({ publish: true })).toMatchObject({ created: 0, unchanged: 3, published: 2 });
      expect(await checked()).toMatchObject({ code: 102, version: '1.2.10', url: 'https://cdn.example.com/shop.apk' });
      expect(await checked({ appVersion: '1.2.10', wgtVersion: '1.2.10' })).toMatchObject({
        code: 101,
        version: '1.2.11',
        min_uni_version: '1.2.10',
        url: 'https://cdn.example.com/shop.wgt',
      });
      expect(await files.counts({ publish: true })).toMatchObject({ created: 0, unchanged: 3, published: 0 });
    });

    it('publishes the newest of several, whatever their order, and no wgt before its native app', async () => {
      files.write([
        aWgtEntry(files.appid, { stable_publish: true, create_date: { $date: '2023-11-14T00:00:00Z' } }),
        anEntry(files.appid, { version: '1.2.9', stable_publish: true, create_date: { $numberLong: '1700000000000' } }),
        anEntry(files.appid, { stable_publish: true, create_date: { $date: 1_700_000_000_001 } }),
      ]);
      expect(await files.counts({ publish: true })).toMatchObject({ created: 3, published: 3 });
      expect(await checked({ appVersion: '1.0.0', wgtVersion: '1.0.0' })).toMatchObject({ version: '1.2.10' });
    });

    it('gives clients nothing older, and does not publish drafts of administrators', async () => {
      const admin = releaseClient(await asOwner(files.api), `apps/${files.appId}/mobile/releases`);
      const native = { package_type: 'native_app', platform: 'android' };
      const { id } = await admin.create({ ...native, version_name: '2.0.0' });
      await admin.publish(id);
      const { id: draft } = await admin.create({ ...native, version_name: '1.2.9' });
      files.write([
        anEntry(files.appid, { stable_publish: true }),
        anEntry(files.appid, { version: '1.2.9', stable_publish: true }),
      ]);
      const { published, entries } = await files.run({ publish: true });
      expect(published).toBe(0);
      expect(entries[0]?.releases?.[0]).toMatchObject({ created: true, publication: 'outdated' });
      expect((await admin.read(draft)).publish_status).toBe('draft');
      expect((await admin.read(id)).publish_status).toBe('online');
    });

    it('never publishes again what was replaced', async () => {
      files.write([anEntry(files.appid, { stable_publish: true })]);
      await files.run({ publish: true });
      const [first] = await files.releases();
      const admin = releaseClient(await asOwner(files.api), `apps/${files.appId}/mobile/releases`);
      await admin.unpublish(first!.id);
      expect((await files.run({ publish: true })).entries[0]?.releases?.[0]).toMatchObject({
        publication: 'published_before',
      });
      expect((await admin.read(first!.id)).publish_status).toBe('offline');
    });
  });

  it('is recorded in the audit log, with the system as the actor', async () => {
    files.write([anEntry(files.appid, { stable_publish: true })]);
    await files.run({ publish: true });
    const [release] = await files.releases();
    const records = await queryAs(
      files.api.urls.superuserUrl,
      `SELECT actor_type, action, resource_type, app_id, outcome FROM audit_logs WHERE resource_id = $1 ORDER BY seq`,
      [release!.id],
    );
    const record = { actor_type: 'system', resource_type: 'release', app_id: files.appId, outcome: 'success' };
    expect(records).toEqual([
      { ...record, action: 'releases.write' },
      { ...record, action: 'releases.publish' },
    ]);
    const { access_token } = await signInAdmin(files.api);
    const { body } = await adminClient(files.api, access_token).post('audit/verify').expect(200);
    expect(body.data.ok).toBe(true);
  });

  it('as a program prints the summary, and ends with 1 when an entry failed', async () => {
    files.write([anEntry(files.appid), anEntry(files.appid, { url: '' })]);
    const environment = {
      NODE_ENV: 'test',
      DATABASE_URL: files.api.urls.applicationUrl,
      DATA_DIR: testPostgres().directory,
      RUN_MIGRATIONS: 'false',
      LOG_LEVEL: 'error',
    };
    const args = ['import-uni-upgrade', files.file, '--publish', `--app=${files.appId}`];
    const { code, out } = await runProgram(args, environment);
    expect([code, JSON.parse(out)]).toEqual([1, expect.objectContaining({ created: 1, failed: 1 })]);
    files.write([anEntry(files.appid)]);
    const again = await files.run({ publish: true, app: files.appId });
    expect(again).toMatchObject({ isGood: true, created: 0, unchanged: 1, failed: 0 });
  });

  it('is refused with an option that it does not know', () => {
    const args = ['import-uni-upgrade', files.file, '--force'];
    expect(() => readCommandLine([IMPORT_UNI_UPGRADE], args)).toThrow(/--force/);
  });
});
