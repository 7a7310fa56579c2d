import { expectProblem, reasons } from '../../http/support/problem';
import { suiteApi } from '../../support/suite';
import { suiteOwner } from '../support/admin';
import { aManagedApp } from '../support/apps';
import { aPackage, releaseClient } from '../support/releases';

const THREE = { target_platforms: ['android', 'ios', 'harmony'] };

describe('A release that is changed', () => {
  const api = suiteApi();
  const admin = suiteOwner(api);
  let appId: string;
  let path: string;
  let releases: ReturnType<typeof releaseClient>;

  beforeEach(async () => {
    appId = (await aManagedApp(admin)).id;
    path = `apps/${appId}/mobile/releases`;
    releases = releaseClient(admin, path);
  });

  it('never in its platform and package type', async () => {
    const { id } = await releases.create();
    for (const [field, other] of [
      ['platform', 'ios'],
      ['package_type', 'native_app'],
    ] as const) {
      const answer = await admin.patch(`${path}/${id}`, { lock_version: 1, [field]: other });
      expectProblem(answer, 409, 'RESOURCE.IMMUTABLE_FIELD', ['field']);
      expect((answer.body as { field: string }).field).toBe(field);
    }
    const same = await admin.patch(`${path}/${id}`, { lock_version: 1, platform: 'android', package_type: 'wgt' });
    expect(same.status).toBe(200);
  });

  it('in everything else while it is a draft', async () => {
    const [first, second] = [await aPackage(api, appId), await aPackage(api, appId)];
    const { id } = await releases.create({ file_id: first });
    const changes = {
      version_name: '9.0',
      version_code: 9,
      target_platforms: ['android', 'harmony'],
      file_id: second,
      external_url: null,
      min_native_version_code: 3,
      required_runtime_version: '4.0',
      runtime_match: 'exact',
    };
    expect(await releases.patch(id, changes)).toMatchObject({ ...changes, lock_version: 2 });
    await admin.delete(`files/${first}`).expect(200);
    await admin.delete(`files/${second}`).expect(409);
    const cleared = { file_id: null, min_native_version_code: null, required_runtime_version: null };
    expect(await releases.patch(id, cleared)).toMatchObject({ ...cleared, file: null });
    await admin.delete(`files/${second}`).expect(200);
  });

  it('by null to the defaults of a new release', async () => {
    const link = { name: 'Store', scheme: 'market://details?id=a', url: 'https://store.example.com/a' };
    const others = {
      target_platforms: ['harmony', 'android'],
      rollout_percent: 5,
      runtime_match: 'exact',
      store_links: [{ ...link, priority: null, enabled: null }],
    };
    const { id } = await releases.create(others);
    expect(await releases.read(id)).toMatchObject({
      ...others,
      store_links: [{ ...link, priority: 0, enabled: true }],
    });
    const atFirst = { target_platforms: ['android'], rollout_percent: 100, runtime_match: 'any', store_links: [] };
    for (const field of Object.keys(atFirst)) {
      expect(await releases.patch(id, { [field]: null })).toMatchObject({
        [field]: atFirst[field as keyof typeof atFirst],
      });
    }
    expect(await releases.read(id)).toMatchObject(atFirst);
    const nulls = Object.fromEntries(Object.keys(atFirst).map((field) => [field, null]));
    expect(await releases.create(nulls)).toMatchObject(atFirst);
  });

  it('not by null in fields that publication has fixed', async () => {
    const release = await releases.create({ target_platforms: ['android', 'harmony'], runtime_match: 'exact' });
    await releases.publish(release.id);
    const { lock_version } = await releases.read(release.id);
    for (const field of ['target_platforms', 'runtime_match']) {
      const answer = await admin.patch(`${path}/${release.id}`, { lock_version, [field]: null });
      expectProblem(answer, 409, 'RELEASES.FROZEN', ['fields']);
    }
  });

  const FROZEN = {
    version_name: '1.2.11',
    version_code: 999_999,
    target_platforms: ['android'],
    min_native_version_code: null,
    required_runtime_version: '5.0',
    runtime_match: 'any',
    external_url: 'https://store.example.com/other',
    file_id: null,
  };

  it.each(Object.entries(FROZEN))('not in %s once it was published', async (field, other) => {
    const file_id = await aPackage(api, appId);
    const release = await releases.create({
      ...THREE,
      file_id,
      min_native_version_code: 3,
      required_runtime_version: '4.0',
      runtime_match: 'exact',
    });
    const published = await releases.publish(release.id);
    const refused = await admin.patch(`${path}/${release.id}`, { lock_version: 2, [field]: other });
    expectProblem(refused, 409, 'RELEASES.FROZEN', ['fields']);
    expect((refused.body as { fields: string[] }).fields).toEqual([field]);
    expect(await releases.read(release.id)).toEqual(published);
    await releases.patch(release.id, { [field]: release[field] });
    await releases.unpublish(release.id);
    const offline = await admin.patch(`${path}/${release.id}`, { lock_version: 4, [field]: other });
    expectProblem(offline, 409, 'RELEASES.FROZEN', ['fields']);
  });

  it('treats its targets in another order as unchanged', async () => {
    const { id } = await releases.create(THREE);
    await releases.publish(id);
    const { target_platforms } = await releases.patch(id, { target_platforms: ['harmony', 'ios', 'android'] });
    expect(target_platforms).toEqual(THREE.target_platforms);
  });

  it('in texts, mode, minimum, links, gate and rollout afterwards', async () => {
    const { id } = await releases.create();
    await releases.publish(id);
    const changes = {
      title: { 'zh-CN': '新标题' },
      release_notes: { 'zh-CN': '新说明', 'ja-JP': '説明' },
      upgrade_mode: 'forced',
      min_supported_version_code: 7,
      rollout_percent: 50.5,
      store_links: [{ name: 'S', scheme: 's', url: 'https://s.example.com', priority: 1, enabled: true }],
      health_gate: { max_failure_percent: 1, min_reports: 2, window_minutes: 3, action: 'notify' },
    };
    expect(await releases.patch(id, changes)).toMatchObject({ ...changes, publish_status: 'online' });
  });

  it('merges the health gate and replaces everything else whole', async () => {
    const gate = { max_failure_percent: 1, min_reports: 2, window_minutes: 3, action: 'notify' };
    const { id } = await releases.create({ health_gate: gate });
    const changed = await releases.patch(id, { health_gate: { action: 'unpublish' }, title: { 'zh-CN': '新' } });
    expect(changed).toMatchObject({ health_gate: { ...gate, action: 'unpublish' }, title: { 'zh-CN': '新' } });
    expect(changed['title']).toEqual({ 'zh-CN': '新' });
    expect(await releases.patch(id, { health_gate: null })).toMatchObject({ health_gate: null });
    const { lock_version } = await releases.read(id);
    const answer = await admin.patch(`${path}/${id}`, { lock_version, health_gate: { action: 'pause' } });
    expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
    expect(reasons(answer.body)).toEqual([
      'health_gate.max_failure_percent required',
      'health_gate.min_reports required',
      'health_gate.window_minutes required',
    ]);
  });

  it('with the present lock_version only', async () => {
    const { id } = await releases.create();
    const missing = await admin.patch(`${path}/${id}`, { version_name: '2' });
    expectProblem(missing, 422, 'REQUEST.VALIDATION_FAILED');
    expect(reasons(missing.body)).toEqual(['lock_version required']);
    await releases.patch(id, { version_name: '2' });
    const stale = await admin.patch(`${path}/${id}`, { version_name: '3', lock_version: 1 });
    expectProblem(stale, 409, 'RESOURCE.VERSION_CONFLICT', ['current_lock_version']);
  });
});
