import { expectProblem, reasons } from '../../http/support/problem';
import { eventually } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { suiteOwner } from '../support/admin';
import { aManagedApp, auditOf } from '../support/apps';
import { aPackage, pointersOf, releaseClient, releaseEventsOf } from '../support/releases';

const THREE = { target_platforms: ['android', 'ios', 'harmony'] };

describe('The publication of releases', () => {
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

  /** The state of a release: status, platforms and lock_version. */
  const stand = async (id: string) => {
    const { publish_status, published_platforms, lock_version } = await releases.read(id);
    return [publish_status, published_platforms.join(), lock_version];
  };
  const pointers = async () =>
    (await pointersOf(api, appId)).map(({ platform, release_id, fallback_release_id }) => [
      platform,
      release_id,
      fallback_release_id,
    ]);

  it('makes it current on all its targets, told and recorded once', async () => {
    const { id } = await releases.create(THREE);
    const published = await releases.publish(id);
    expect(published).toMatchObject({
      publish_status: 'online',
      published_platforms: ['android', 'ios', 'harmony'],
      lock_version: 2,
      first_published_at: expect.stringMatching(/Z$/),
    });
    expect(published.published_at).toBe(published.first_published_at);
    expect(await pointers()).toEqual([
      ['android', id, null],
      ['harmony', id, null],
      ['ios', id, null],
    ]);
    expect(await releaseEventsOf(api, appId)).toMatchObject([
      { type: 'release.created', data: { publish_status: 'draft', published_platforms: [], published_at: null } },
      {
        type: 'release.published',
        data: {
          release_id: id,
          app_id: appId,
          platform: 'android',
          package_type: 'wgt',
          version_name: '1.2.10',
          version_code: published['version_code'],
          publish_status: 'online',
          published_platforms: ['android', 'ios', 'harmony'],
          published_at: published.published_at,
          lock_version: 2,
          ...THREE,
        },
      },
    ]);
    const records = (await auditOf(api, id)).filter(({ outcome }) => outcome === 'success');
    expect(records.map(({ action }) => action)).toEqual(['releases.write', 'releases.publish']);
    expect(records[1]).toMatchObject({ resource_type: 'release', app_id: appId });
    expect(records[1]!.changes).toContainEqual({ path: 'publish_status', before: 'draft', after: 'online' });
  });

  it('turns older ones partial and offline at once, without touching their lock_version', async () => {
    const [old, middle, young] = [await releases.create(THREE), await releases.create(), await releases.create(THREE)];
    await releases.publish(old.id);
    await releases.publish(middle.id);
    expect(await stand(old.id)).toEqual(['partial', 'ios,harmony', 2]);
    expect(await stand(middle.id)).toEqual(['online', 'android', 2]);
    await releases.publish(young.id);
    expect(await stand(old.id)).toEqual(['offline', '', 2]);
    expect(await stand(middle.id)).toEqual(['offline', '', 2]);
    expect(await pointers()).toEqual([
      ['android', young.id, middle.id],
      ['harmony', young.id, old.id],
      ['ios', young.id, old.id],
    ]);
  });

  it('keeps package types apart', async () => {
    const wgt = await releases.create();
    const native = await releases.create({ package_type: 'native_app' });
    await releases.publish(wgt.id);
    await releases.publish(native.id);
    expect((await stand(wgt.id))[0]).toBe('online');
    expect((await stand(native.id))[0]).toBe('online');
  });

  it('publishes an offline one again: the rollback', async () => {
    const [old, young] = [await releases.create(), await releases.create()];
    const first = await releases.publish(old.id);
    await releases.publish(young.id);
    const again = await releases.publish(old.id);
    expect(again).toMatchObject({ publish_status: 'online', lock_version: 3 });
    expect(again.first_published_at).toBe(first.first_published_at);
    expect(again.published_at! > first.published_at!).toBe(true);
    expect(await stand(young.id)).toEqual(['offline', '', 2]);
    expect(await pointers()).toEqual([['android', old.id, young.id]]);
  });

  it('publishes a partial one again: the fallback where it stayed current is still known', async () => {
    const [before, wide, narrow] = [
      await releases.create(THREE),
      await releases.create(THREE),
      await releases.create(),
    ];
    for (const { id } of [before, wide, narrow]) await releases.publish(id);
    await releases.publish(wide.id);
    expect(await stand(wide.id)).toEqual(['online', 'android,ios,harmony', 3]);
    expect(await pointers()).toEqual([
      ['android', wide.id, narrow.id],
      ['harmony', wide.id, before.id],
      ['ios', wide.id, before.id],
    ]);
  });

  it('refuses one that is online already', async () => {
    const { id } = await releases.create();
    await releases.publish(id);
    expectProblem(await admin.post(`${path}/${id}/publish`, { lock_version: 2 }), 409, 'RELEASES.STATE.INVALID');
    expect(await stand(id)).toEqual(['online', 'android', 2]);
  });

  it('refuses one without anything to install, or whose package is not clean any more', async () => {
    const empty = await releases.create({ external_url: null });
    const refused = await admin.post(`${path}/${empty.id}/publish`, { lock_version: 1 });
    expectProblem(refused, 409, 'RELEASES.PUBLISH.NOT_READY');
    const file_id = await aPackage(api, appId);
    const spoilt = await releases.create({ file_id });
    for (const status of ['pending', 'infected', 'failed']) {
      await queryAs(api.urls.superuserUrl, 'UPDATE files SET scan_status = $2 WHERE id = $1', [file_id, status]);
      const answer = await admin.post(`${path}/${spoilt.id}/publish`, { lock_version: 1 });
      expectProblem(answer, 409, 'RELEASES.PUBLISH.NOT_READY');
    }
    expect(await pointers()).toEqual([]);
    expect(await stand(spoilt.id)).toEqual(['draft', '', 1]);
    await queryAs(api.urls.superuserUrl, `UPDATE files SET scan_status = 'clean' WHERE id = $1`, [file_id]);
    expect(await releases.publish(spoilt.id)).toMatchObject({ publish_status: 'online', file: { id: file_id } });
  });

  it('withdrawn leaves nothing in its place', async () => {
    const [old, young] = [await releases.create(THREE), await releases.create()];
    await releases.publish(old.id);
    await releases.publish(young.id);
    const unpublished = await releases.unpublish(young.id);
    expect(unpublished).toMatchObject({ publish_status: 'offline', published_platforms: [], lock_version: 3 });
    expect(unpublished.published_at).not.toBeNull();
    expect(await stand(old.id)).toEqual(['partial', 'ios,harmony', 2]);
    await releases.unpublish(old.id);
    expect(await pointers()).toEqual([]);
    const events = (await releaseEventsOf(api, appId)).filter(({ type }) => type === 'release.unpublished');
    expect(events.map(({ data }) => data['release_id'])).toEqual([young.id, old.id]);
    await releases.publish(old.id);
    expect((await pointers()).map(([, , fallback]) => fallback)).toEqual([null, null, null]);
  });

  it('cannot be taken back from where it is not', async () => {
    const [draft, old, young] = [await releases.create(), await releases.create(), await releases.create()];
    await releases.publish(old.id);
    await releases.publish(young.id);
    // Nobody gets it now, but a rollout of the other would fall back to it.
    await releases.unpublish(old.id);
    for (const [id, lock_version] of [
      [draft.id, 1],
      [old.id, 3],
    ] as const) {
      const answer = await admin.post(`${path}/${id}/unpublish`, { lock_version });
      expectProblem(answer, 409, 'RELEASES.STATE.INVALID');
    }
  });

  it.each(['publish', 'unpublish', 'rollout'])('%s needs the present lock_version', async (action) => {
    const { id } = await releases.create();
    const body = action === 'rollout' ? { paused: true } : {};
    const act = (more: object) => admin.post(`${path}/${id}/${action}`, { ...body, ...more });
    const stale = await act({ lock_version: 7 });
    expectProblem(stale, 409, 'RESOURCE.VERSION_CONFLICT', ['current_lock_version']);
    expect((stale.body as { current_lock_version: number }).current_lock_version).toBe(1);
    const missing = await act({});
    expectProblem(missing, 422, 'REQUEST.VALIDATION_FAILED');
    expect(reasons(missing.body)).toEqual(['lock_version required']);
    expect(reasons((await act({ lock_version: 1, more: 1 })).body)).toEqual(['more unknown_field']);
    expect(reasons((await act({ lock_version: '1' })).body)).toEqual(['lock_version not_integer']);
  });

  describe('rolled out', () => {
    it('is widened, paused and resumed', async () => {
      const { id } = await releases.create({ rollout_percent: 5 });
      await releases.publish(id);
      expect(await releases.rollOut(id, { rollout_percent: 33.33 })).toMatchObject({
        rollout_percent: 33.33,
        rollout_paused: false,
        lock_version: 3,
        publish_status: 'online',
      });
      expect(await releases.rollOut(id, { paused: true })).toMatchObject({
        rollout_percent: 33.33,
        rollout_paused: true,
      });
      expect(await releases.rollOut(id, { paused: false, rollout_percent: 100 })).toMatchObject({
        rollout_percent: 100,
        rollout_paused: false,
      });
      const [widened] = (await auditOf(api, id)).slice(2);
      expect(widened).toMatchObject({
        action: 'releases.publish',
        changes: [{ path: 'rollout_percent', before: 5, after: 33.33 }],
      });
    });

    it.each([
      [{}, 'rollout_percent required'],
      [{ rollout_percent: 0 }, 'rollout_percent out_of_range'],
      [{ rollout_percent: 100.01 }, 'rollout_percent out_of_range'],
      [{ rollout_percent: 0.005 }, 'rollout_percent out_of_range'],
      [{ rollout_percent: 33.333 }, 'rollout_percent too_precise'],
      [{ rollout_percent: '5' }, 'rollout_percent not_number'],
      [{ paused: 'yes' }, 'paused not_boolean'],
    ])('refuses %j', async (body, reason) => {
      const { id } = await releases.create();
      const answer = await admin.post(`${path}/${id}/rollout`, { lock_version: 1, ...body });
      expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(answer.body)).toEqual([reason]);
    });
  });

  it('announces the minimum supported version to every client, from the publication on', async () => {
    const minimums = async () => {
      const { body } = await api.http.get('/api/v1/public/config').set('X-AppID', appId).expect(200);
      return (body.data as { upgrade: { min_supported: object } }).upgrade.min_supported;
    };
    expect(await minimums()).toEqual({});
    const android = await releases.create({ package_type: 'native_app', min_supported_version_code: 100 });
    const wgt = await releases.create({ min_supported_version_code: 7 });
    await releases.publish(android.id);
    await releases.publish(wgt.id);
    await eventually(async () => 'android' in (await minimums()));
    expect(await minimums()).toEqual({ android: 100 });
    await admin
      .post(`${path}/${android.id}/unpublish`, { lock_version: (await releases.read(android.id)).lock_version })
      .expect(200);
    await eventually(async () => !('android' in (await minimums())));
  });
});
