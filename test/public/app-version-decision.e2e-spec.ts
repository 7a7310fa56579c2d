import { suiteApi } from '../support/suite';
import { TestReleases, type TestPackage } from './support/releases';

const PATH = '/api/v1/public/app-version';
const STORE = 'https://apps.example.com/shop';

describe('GET /api/v1/public/app-version says what a client is to do:', () => {
  const api = suiteApi();
  const releases = new TestReleases(api);
  let wgt: TestPackage;

  beforeAll(async () => {
    wgt = await releases.upload();
  });
  beforeEach(async () => {
    await releases.clear();
    await upgrade({});
  });

  const upgrade = async (changes: object) => {
    const settings = { blockedVersions: [], reviewVersions: [], maintenance: { active: false }, ...changes };
    await releases.query('UPDATE apps SET upgrade = $1, lock_version = lock_version + 1', [JSON.stringify(settings)]);
  };
  const policy = async (query: Record<string, string | number>) => {
    await releases.known();
    const { body } = await api.http.get(PATH).query(query).set('X-AppID', api.appId).expect(200);
    return body.data as Record<string, unknown>;
  };
  const codes = { platform: 'android', version_code: 19 };

  it.each<[string, Record<string, unknown>, Record<string, string | number>, object, object, [string, string]]>([
    ['newer', {}, {}, {}, { update_available: true, update_required: false }, ['native', 'newer_available']],
    ['the same', {}, { version_code: 20 }, {}, { update_available: false }, ['none', 'up_to_date']],
    ['forced', { upgrade_mode: 'forced' }, {}, {}, { update_required: true }, ['native', 'newer_available']],
    [
      'forced, but not newer',
      { upgrade_mode: 'forced' },
      { version_code: 20 },
      {},
      { update_available: false, update_required: false },
      ['none', 'up_to_date'],
    ],
    [
      'below the minimum',
      { min_supported_version_code: 20 },
      {},
      {},
      { update_available: true, update_required: true },
      ['native', 'below_minimum'],
    ],
    [
      'at the minimum',
      { min_supported_version_code: 19 },
      {},
      {},
      { update_required: false },
      ['native', 'newer_available'],
    ],
    ['from a store', { file_id: null, external_url: STORE }, {}, {}, {}, ['store', 'newer_available']],
    ['blocked by code', {}, {}, { blockedVersions: ['19'] }, {}, ['block', 'blocked_version']],
    [
      'under maintenance',
      {},
      {},
      { maintenance: { active: true, message: null, until: null } },
      { update_available: true },
      ['block', 'maintenance'],
    ],
  ])('%s', async (_what, columns, query, settings, expected, [action, reason]) => {
    await upgrade(settings);
    await releases.publish({ version_code: 20, file_id: wgt.id, ...columns });
    const answer = await policy({ ...codes, ...query });
    expect(answer).toMatchObject({ ...expected, decision: { action, reason } });
    expect(Object.keys(answer)).not.toContain('native_update_required');
  });

  it.each<[string, Record<string, unknown>, Record<string, string | number>, object, object, [string, string]]>([
    ['newer', {}, {}, {}, { update_available: true }, ['wgt', 'newer_available']],
    [
      'for a newer native app',
      { min_native_version_code: 8 },
      { native_version_code: 7 },
      {},
      { update_available: false, native_update_required: true },
      ['native', 'native_too_old_for_wgt'],
    ],
    [
      'for this native app',
      { min_native_version_code: 8 },
      { native_version_code: 8 },
      {},
      { update_available: true, native_update_required: false },
      ['wgt', 'newer_available'],
    ],
    [
      'for a newer native app than version_code beside wgt_version_code',
      { min_native_version_code: 8 },
      { version_code: 7, wgt_version_code: 19 },
      {},
      { update_available: false, native_update_required: true },
      ['native', 'native_too_old_for_wgt'],
    ],
    [
      'installed beside its native app',
      {},
      { version_code: 7, wgt_version_code: 20 },
      {},
      { update_available: false, native_update_required: false },
      ['none', 'up_to_date'],
    ],
    [
      'for a newer runtime',
      { required_runtime_version: '4.29', runtime_match: 'minimum' },
      { runtime_version: '4.9' },
      {},
      { update_available: false },
      ['none', 'runtime_mismatch'],
    ],
    [
      'for this runtime',
      { required_runtime_version: '4.9', runtime_match: 'exact' },
      { runtime_version: '4.9.0', channel: 'huawei' },
      {},
      { update_available: true },
      ['wgt', 'newer_available'],
    ],
    [
      'silent, for a version in review',
      { upgrade_mode: 'silent' },
      { native_version_code: 7 },
      { reviewVersions: ['7'] },
      { update_available: false, update_required: false },
      ['none', 'in_review'],
    ],
  ])('about a wgt: %s', async (_what, columns, query, settings, expected, [action, reason]) => {
    await upgrade(settings);
    await releases.publish({ package_type: 'wgt', version_code: 20, file_id: wgt.id, ...columns });
    const answer = await policy({ ...codes, package_type: 'wgt', ...query });
    expect(answer).toMatchObject({ ...expected, decision: { action, reason } });
  });

  it('leaves the check of the native app to a client that does not tell it', async () => {
    await releases.publish({ package_type: 'wgt', version_code: 20, file_id: wgt.id, min_native_version_code: 8 });
    const answer = await policy({ ...codes, package_type: 'wgt' });
    expect(answer).toMatchObject({ update_available: true, min_native_version_code: 8 });
    expect(Object.keys(answer)).not.toContain('native_update_required');
  });

  it('knows a blocked version by the name that a release of the App gives it', async () => {
    await releases.add({ version_code: 18, version_name: '1.1.0', published_at: null, first_published_at: null });
    await releases.publish({ version_code: 20, external_url: STORE });
    await upgrade({ blockedVersions: ['1.1'] });
    expect(await policy({ platform: 'android', version_code: 18 })).toMatchObject({
      decision: { action: 'block', reason: 'blocked_version', next_check_after_seconds: expect.any(Number) },
    });
    expect(await policy({ platform: 'android', version_code: 19 })).toMatchObject({ decision: { action: 'store' } });
  });

  it('has nothing to install once the package is not clean any more', async () => {
    const file = await releases.upload('other.wgt', 100);
    await releases.publish({ version_code: 20, file_id: file.id });
    expect(await policy(codes)).toMatchObject({ package: { sha256: file.sha256 } });
    await releases.query(`UPDATE files SET scan_status = 'infected' WHERE id = $1`, [file.id]);
    expect(await policy(codes)).toMatchObject({
      package: null,
      update_available: false,
      decision: { action: 'none' },
    });
  });
});
