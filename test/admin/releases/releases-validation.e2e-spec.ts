import { expectProblem, reasons } from '../../http/support/problem';
import { suiteApi } from '../../support/suite';
import { suiteOwner } from '../support/admin';
import { aManagedApp } from '../support/apps';
import { NEW_RELEASE, releaseClient } from '../support/releases';

const long = (length: number) => '好'.repeat(length);
const LINK = { name: 'Store', scheme: 'market', url: 'https://store.example.com', priority: 1, enabled: true };
const GATE = { max_failure_percent: 5, min_reports: 50, window_minutes: 60, action: 'pause' };
const links = (count: number) => Array.from({ length: count }, () => LINK);

/** Refused values, with the reasons. */
const REFUSED: readonly [field: string, value: unknown, reason: string][] = [
  ['platform', 'windows', 'platform not_allowed'],
  ['platform', null, 'platform not_string'],
  ['package_type', 'apk', 'package_type not_allowed'],
  ['target_platforms', [], 'target_platforms too_few_items'],
  ['target_platforms', ['android', 'web'], 'target_platforms.1 not_allowed'],
  ['target_platforms', ['android', 'ios', 'harmony', 'ios'], 'target_platforms too_many_items'],
  ['target_platforms', 'android', 'target_platforms not_list'],
  ['target_platforms', ['ios'], 'target_platforms platform_missing'],
  ['version_name', '', 'version_name required'],
  ['version_name', '1 0', 'version_name not_version'],
  ['version_name', '1'.repeat(65), 'version_name too_long'],
  ['version_name', 1, 'version_name not_string'],
  ['version_name', null, 'version_name not_string'],
  ['version_code', 0, 'version_code out_of_range'],
  ['version_code', 2_147_483_648, 'version_code out_of_range'],
  ['version_code', 1.5, 'version_code not_integer'],
  ['version_code', '1', 'version_code not_integer'],
  ['version_code', null, 'version_code not_integer'],
  ['min_supported_version_code', 0, 'min_supported_version_code out_of_range'],
  ['min_supported_version_code', '1', 'min_supported_version_code not_integer'],
  ['min_native_version_code', -1, 'min_native_version_code out_of_range'],
  ['upgrade_mode', 'loud', 'upgrade_mode not_allowed'],
  ['upgrade_mode', null, 'upgrade_mode not_string'],
  ['rollout_percent', 0, 'rollout_percent out_of_range'],
  ['rollout_percent', 100.01, 'rollout_percent out_of_range'],
  ['rollout_percent', 0.1 + 0.2, 'rollout_percent too_precise'],
  ['rollout_percent', 1e300, 'rollout_percent out_of_range'],
  ['rollout_percent', '50', 'rollout_percent not_number'],
  ['health_gate', [], 'health_gate not_object'],
  ['health_gate', { ...GATE, max_failure_percent: 101 }, 'health_gate.max_failure_percent out_of_range'],
  ['health_gate', { ...GATE, max_failure_percent: 0.001 }, 'health_gate.max_failure_percent too_precise'],
  ['health_gate', { ...GATE, min_reports: 0 }, 'health_gate.min_reports out_of_range'],
  ['health_gate', { ...GATE, window_minutes: 43_201 }, 'health_gate.window_minutes out_of_range'],
  ['health_gate', { ...GATE, action: 'panic' }, 'health_gate.action not_allowed'],
  ['health_gate', { ...GATE, action: undefined }, 'health_gate.action required'],
  ['health_gate', { ...GATE, more: 1 }, 'health_gate.more unknown_field'],
  ['required_runtime_version', '', 'required_runtime_version required'],
  ['required_runtime_version', '4 2', 'required_runtime_version not_version'],
  ['required_runtime_version', '1'.repeat(65), 'required_runtime_version too_long'],
  ['runtime_match', 'about', 'runtime_match not_allowed'],
  ['title', {}, 'title required'],
  ['title', 'Update', 'title not_object'],
  ['title', null, 'title not_object'],
  ['release_notes', null, 'release_notes not_object'],
  ['title', { 'zh-CN': long(121) }, 'title.zh-CN too_long'],
  ['title', { 'zh-CN': '更新', 'fr-FR': 'Neuf' }, 'title.fr-FR not_supported_locale'],
  ['title', { 'en-US': 'Update' }, 'title.zh-CN required'],
  ['title', { 'zh-CN': ' ' }, 'title.zh-CN required'],
  ['title', { 'zh-CN': 'a\u0000' }, 'title.zh-CN invalid_text'],
  ['release_notes', { 'zh-CN': long(5_001) }, 'release_notes.zh-CN too_long'],
  ['release_notes', { 'ja-JP': '更新' }, 'release_notes.zh-CN required'],
  ['file_id', 'file', 'file_id not_uuid'],
  ['file_id', 1, 'file_id not_string'],
  ['external_url', 'http://store.example.com', 'external_url not_https'],
  ['external_url', 'javascript:alert(1)', 'external_url not_https'],
  ['external_url', 'https://', 'external_url not_https'],
  ['external_url', 'https://exa mple.com', 'external_url not_https'],
  ['external_url', 'https://user:secret@example.com', 'external_url not_https'],
  ['external_url', `https://example.com/${'a'.repeat(2_048)}`, 'external_url too_long'],
  ['external_url', '', 'external_url required'],
  ['store_links', links(21), 'store_links too_many_items'],
  ['store_links', [LINK, 'x'], 'store_links.1 not_object'],
  ['store_links', [{ ...LINK, name: ' ' }], 'store_links.0.name required'],
  ['store_links', [{ ...LINK, name: long(65) }], 'store_links.0.name too_long'],
  ['store_links', [{ ...LINK, scheme: undefined }], 'store_links.0.scheme required'],
  ['store_links', [{ ...LINK, scheme: 'javascript:alert(1)' }], 'store_links.0.scheme not_store_address'],
  ['store_links', [{ ...LINK, scheme: 'mar ket' }], 'store_links.0.scheme not_store_address'],
  ['store_links', [{ ...LINK, url: 'JavaScript:alert(1)' }], 'store_links.0.url not_store_address'],
  ['store_links', [{ ...LINK, url: 'store' }], 'store_links.0.url not_store_address'],
  ['store_links', [{ ...LINK, url: 'https://a:b@example.com' }], 'store_links.0.url not_store_address'],
  ['store_links', [{ ...LINK, priority: -1 }], 'store_links.0.priority out_of_range'],
  ['store_links', [{ ...LINK, enabled: 1 }], 'store_links.0.enabled not_boolean'],
  ['store_links', [{ ...LINK, more: 1 }], 'store_links.0.more unknown_field'],
  ['publish_status', 'online', 'publish_status unknown_field'],
  ['rollout_paused', true, 'rollout_paused unknown_field'],
  ['id', '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902', 'id unknown_field'],
  ['app_id', '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902', 'app_id unknown_field'],
];

/** Values that are just about accepted. */
const ACCEPTED: readonly [field: string, value: unknown][] = [
  ['target_platforms', ['harmony', 'ios', 'android']],
  ['version_name', '1'.repeat(64)],
  ['version_name', '1.2.10-rc.1+build_5'],
  ['version_code', 2_147_483_647],
  ['version_code', 1],
  ['min_supported_version_code', 2_147_483_647],
  ['min_supported_version_code', null],
  ['upgrade_mode', 'silent'],
  ['rollout_percent', 0.01],
  ['rollout_percent', 0.29],
  ['rollout_percent', 99.99],
  ['rollout_percent', 100],
  ['health_gate', { max_failure_percent: 0, min_reports: 1, window_minutes: 43_200, action: 'notify' }],
  ['health_gate', { max_failure_percent: 100, min_reports: 1_000_000, window_minutes: 1, action: 'unpublish' }],
  ['required_runtime_version', '4.29'],
  ['title', { 'zh-CN': long(120), 'zh-TW': 'a', 'en-US': 'b', 'ja-JP': 'c' }],
  ['release_notes', { 'zh-CN': long(5_000) }],
  ['external_url', 'https://例え.jp/path?q=1#x'],
  ['store_links', links(20)],
  ['store_links', []],
  ['store_links', [{ ...LINK, scheme: 'market://details?id=com.example', url: 'appmarket://details?id=a' }]],
];

describe('AdminMobileReleaseRequest', () => {
  const api = suiteApi();
  const admin = suiteOwner(api);
  let path: string;
  let id: string;
  let releases: ReturnType<typeof releaseClient>;

  beforeAll(async () => {
    path = `apps/${(await aManagedApp(admin)).id}/mobile/releases`;
    releases = releaseClient(admin, path);
    id = (await releases.create()).id;
  });

  it.each(REFUSED)('refuses %s %j on POST and on PATCH: %s', async (field, value, reason) => {
    const before = await releases.read(id);
    const created = await admin.post(path, { ...NEW_RELEASE, [field]: value });
    const changed = await admin.patch(`${path}/${id}`, { [field]: value, lock_version: before.lock_version });
    for (const answer of [created, changed]) {
      expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(answer.body)).toEqual([reason]);
    }
    expect(await releases.read(id)).toEqual(before);
  });

  it.each(ACCEPTED)('accepts %s at its limits: %j', async (field, value) => {
    const fresh = await releases.create();
    expect((await releases.patch(fresh.id, { [field]: value }))[field]).toEqual(value);
    await admin.delete(`${path}/${fresh.id}`).expect(200);
  });

  it('limits a native app to its one platform and to visible updates', async () => {
    const native = { ...NEW_RELEASE, package_type: 'native_app' };
    const answer = await admin.post(path, { ...native, target_platforms: ['android', 'ios'], upgrade_mode: 'silent' });
    expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
    expect(reasons(answer.body)).toEqual(['target_platforms only_for_wgt', 'upgrade_mode only_for_wgt']);
  });

  it('names several faults at once', async () => {
    const body = { ...NEW_RELEASE, version_name: '', rollout_percent: 0, store_links: [{}], more: 1 };
    expect(reasons((await admin.post(path, body).expect(422)).body).sort()).toEqual([
      'more unknown_field',
      'rollout_percent out_of_range',
      'store_links.0.name required',
      'store_links.0.scheme required',
      'store_links.0.url required',
      'version_name required',
    ]);
  });

  it.each([0, -1, 1.5, 2_147_483_648, '1', null])('refuses lock_version %j', async (lock_version) => {
    const answer = await admin.patch(`${path}/${id}`, { lock_version });
    expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
    expect(reasons(answer.body)).toHaveLength(1);
  });

  it('does not ask again for texts that stay, whatever the default locale has become', async () => {
    const app = await aManagedApp(admin, { supported_locales: ['zh-CN', 'ja-JP'] });
    const own = releaseClient(admin, `apps/${app.id}/mobile/releases`);
    const release = await own.create();
    await admin.patch(`apps/${app.id}`, { default_locale: 'ja-JP', lock_version: app.lock_version }).expect(200);
    await own.patch(release.id, { rollout_percent: 50 });
    const answer = await admin.patch(`${own.path}/${release.id}`, { title: { 'zh-CN': '新' }, lock_version: 2 });
    expect(reasons(answer.body)).toEqual(['title.ja-JP required']);
  });
});
