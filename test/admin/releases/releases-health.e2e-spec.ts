import { Sweeps } from '@libs/foundation';
import { later } from '../../support/time-travel';
import { reportsOf } from '../../support/reports';
import { eventually } from '../../support/api';
import { suiteApi } from '../../support/suite';
import { suiteOwner } from '../support/admin';
import { aGuardedApp, checked, type GuardedApp, recordsOfSystem } from '../support/health';
import { pointersOf, releaseEventsOf } from '../support/releases';

describe('The health gate of a release', () => {
  const api = suiteApi({ TRUST_PROXY: '1' });
  const admin = suiteOwner(api);
  let app: GuardedApp;

  beforeEach(async () => {
    app = await aGuardedApp(api, admin);
  });

  describe('acts when more fail than it bears:', () => {
    it('notify emits an event, and changes nothing', async () => {
      const { id, lock_version } = await app.guarded();
      await app.tell(id, 3, 7);
      await eventually(async () => (await app.trips(id)).length > 0);
      const [trip] = await app.trips(id);
      expect(trip!.data).toEqual({
        release_id: id,
        app_id: app.appId,
        platform: 'android',
        package_type: 'wgt',
        target_platforms: ['android'],
        version_name: '1.2.10',
        version_code: expect.any(Number),
        upgrade_mode: 'recommended',
        rollout_percent: 100,
        rollout_paused: false,
        publish_status: 'online',
        published_platforms: ['android'],
        fallback_platforms: [],
        published_at: expect.stringMatching(/Z$/),
        lock_version,
        action: 'notify',
        failures: 3,
        reports: 10,
        failure_rate: 0.3,
        max_failure_percent: 20,
        min_reports: 10,
        window_minutes: 60,
      });
      expect(await app.releases.read(id)).toMatchObject({
        publish_status: 'online',
        rollout_paused: false,
        lock_version,
      });
      const { health_tripped_at } = await app.statistics(id);
      expect(health_tripped_at).toMatch(/Z$/);
      expect(await recordsOfSystem(api, id)).toEqual([
        {
          action: 'releases.publish',
          outcome: 'success',
          actor_id: null,
          route: 'releases.health_gate',
          changes: [
            { path: 'health_tripped_at', before: null, after: health_tripped_at },
            { path: 'health_action', before: null, after: 'notify' },
            { path: 'health_failures', before: null, after: 3 },
            { path: 'health_reports', before: null, after: 10 },
          ],
        },
      ]);
    });

    it('pause keeps the release from new devices', async () => {
      const old = await app.releases.create({ version_code: 10 });
      await app.releases.publish(old.id);
      const { id, lock_version } = await app.guarded({ action: 'pause' }, { version_code: 20 });
      const versionOffered = async () => {
        const query = { platform: 'android', package_type: 'wgt' };
        const { body } = await api.http.get('/api/v1/public/app-version').query(query).set('X-AppID', app.appId);
        return (body as { data?: { version_code: number } }).data?.version_code;
      };
      await eventually(async () => (await versionOffered()) === 20);
      await app.tell(id, 3, 7);
      await eventually(async () => (await versionOffered()) === 10);
      expect(await app.releases.read(id)).toMatchObject({
        publish_status: 'online',
        rollout_paused: true,
        lock_version: lock_version + 1,
      });
      expect(await app.trips(id)).toMatchObject([
        { data: { action: 'pause', rollout_paused: true, publish_status: 'online', lock_version: lock_version + 1 } },
      ]);
      const [record, ...more] = await recordsOfSystem(api, id);
      expect(more).toEqual([]);
      expect(record!.changes).toContainEqual({ path: 'rollout_paused', before: false, after: true });
    });

    it('pause leaves a paused release alone, and emits an event', async () => {
      const { id } = await app.guarded({ action: 'pause' });
      const { lock_version } = await app.releases.rollOut(id, { paused: true });
      await app.tell(id, 10);
      await eventually(async () => (await app.trips(id)).length > 0);
      expect(await app.releases.read(id)).toMatchObject({ rollout_paused: true, lock_version });
    });

    it('unpublish withdraws the release from all its platforms, and nothing replaces it', async () => {
      const old = await app.releases.create();
      await app.releases.publish(old.id);
      const { id, lock_version } = await app.guarded({ action: 'unpublish' }, { target_platforms: ['android', 'ios'] });
      await app.tell(id, 3, 7);
      await eventually(async () => (await app.trips(id)).length > 0);
      expect(await pointersOf(api, app.appId)).toEqual([]);
      expect(await app.releases.read(id)).toMatchObject({ publish_status: 'offline', lock_version: lock_version + 1 });
      const told = (await releaseEventsOf(api, app.appId)).slice(-2);
      expect(told).toMatchObject([
        { type: 'release.unpublished', data: { publish_status: 'offline', published_platforms: [] } },
        { type: 'release.health.tripped', data: { action: 'unpublish', publish_status: 'offline' } },
      ]);
      const [record, ...more] = await recordsOfSystem(api, id);
      expect(more).toEqual([]);
      expect(record!.changes).toContainEqual({ path: 'publish_status', before: 'online', after: 'offline' });
      await eventually(async () => {
        const query = { platform: 'ios', package_type: 'wgt' };
        return (await api.http.get('/api/v1/public/app-version').query(query).set('X-AppID', app.appId)).status === 503;
      });
    });
  });

  it('tolerates exactly its limit', async () => {
    const { id } = await app.guarded();
    await app.tell(id, 2, 8);
    await checked(api);
    expect(await app.trips(id)).toEqual([]);
    await app.tell(id, 1);
    await eventually(async () => (await app.trips(id)).length > 0);
    expect((await app.trips(id))[0]!.data).toMatchObject({ failures: 3, reports: 11 });
  });

  it('waits for as many reports as it needs, be the last one a success', async () => {
    const { id } = await app.guarded();
    await app.tell(id, 9);
    await checked(api);
    expect(await app.trips(id)).toEqual([]);
    await app.devices.send([...reportsOf(id, 'offered', 20), ...reportsOf(id, 'rolled_back', 20)]).expect(202);
    await checked(api);
    expect(await app.trips(id)).toEqual([]);
    await app.tell(id, 0, 1);
    await eventually(async () => (await app.trips(id)).length > 0);
    expect((await app.trips(id))[0]!.data).toMatchObject({ failures: 9, reports: 10 });
  });

  it('looks no further back than its window', async () => {
    const { id } = await app.guarded();
    await app.tell(id, 9);
    await checked(api);
    await later(api, '61 minutes');
    await app.tell(id, 9);
    await checked(api);
    expect(await app.trips(id)).toEqual([]);
    await later(api, '59 minutes');
    await app.tell(id, 1);
    await eventually(async () => (await app.trips(id)).length > 0);
    expect((await app.trips(id))[0]!.data).toMatchObject({ failures: 10, reports: 10 });
  });

  it('uses the times of events, not those of reports', async () => {
    const { id } = await app.guarded();
    const occurred_at = new Date(Date.now() - 61 * 60_000).toISOString();
    for (const report of reportsOf(id, 'failed', 20)) await app.devices.send([{ ...report, occurred_at }]).expect(202);
    await checked(api);
    expect(await app.trips(id)).toEqual([]);
  });

  it('counts an event once', async () => {
    const { id } = await app.guarded();
    const reports = reportsOf(id, 'failed', 9);
    for (let count = 0; count < 3; count++) {
      // The same events, each time from unknown devices.
      for (const report of reports) await app.devices.send([report]).expect(202);
    }
    await checked(api);
    expect(await app.trips(id)).toEqual([]);
  });

  it('ignores reports of another release', async () => {
    const { id } = await app.guarded();
    const bad = await app.releases.publish((await app.releases.create({ platform: 'ios' })).id);
    await app.tell(bad.id, 20);
    await app.tell(id, 1, 9);
    await checked(api);
    expect([await app.trips(id), await app.trips(bad.id)]).toEqual([[], []]);
  });

  it('acts for a rollout that falls back to the release, and no longer once it is neither current nor a fallback', async () => {
    const { id } = await app.guarded({ action: 'unpublish' });
    const other = await app.guarded({ action: 'unpublish' });
    const next = await app.releases.publish((await app.releases.create()).id);
    expect(await pointersOf(api, app.appId)).toMatchObject([{ release_id: next.id, fallback_release_id: other.id }]);
    for (const each of [id, other.id]) await app.tell(each, 20);
    await checked(api);
    await api.get(Sweeps).runAll();
    expect(await app.trips(id)).toEqual([]);
    expect(await app.trips(other.id)).toHaveLength(1);
    expect(await pointersOf(api, app.appId)).toMatchObject([{ release_id: next.id, fallback_release_id: null }]);
  });
});
