import { Sweeps } from '@libs/foundation';
import { later } from '../../support/time-travel';
import { TestReleases } from '../../public/support/releases';
import { reporter, reportsOf } from '../../support/reports';
import { eventually, startTestApi, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { asOwner, type AdminClient } from '../support/admin';
import { auditOf } from '../support/apps';
import { aGuardedApp, checked, GATE, type GuardedApp, recordsOfSystem } from '../support/health';
import { releaseEventsOf } from '../support/releases';

describe('The health gate of a release', () => {
  let api: TestApi;
  let other: TestApi;
  let admin: AdminClient;
  let app: GuardedApp;

  beforeAll(async () => {
    api = await startTestApi({ TRUST_PROXY: '1' });
    other = await startTestApi({ TRUST_PROXY: '1' }, api.urls);
    admin = await asOwner(api);
  });
  afterAll(async () => {
    await other.close();
    await api.close();
  });

  beforeEach(async () => {
    app = await aGuardedApp(api, admin);
  });

  describe('acts once', () => {
    it('however many report at the same time, to however many processes', async () => {
      const { id } = await app.guarded({ action: 'unpublish', min_reports: 25 });
      const there = reporter(other, app.appId);
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          (index % 2 === 0 ? app.devices : there).send(reportsOf(id, 'failed', 2)),
        ),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
      await Promise.all([api, other].map((process) => process.get(Sweeps).runAll()));
      await checked(api);
      expect(await app.trips(id)).toHaveLength(1);
      expect(await recordsOfSystem(api, id)).toHaveLength(1);
      const events = (await releaseEventsOf(api, app.appId)).map(({ type }) => type);
      expect(events).toEqual(['release.created', 'release.published', 'release.unpublished', 'release.health.tripped']);
      expect(await app.releases.read(id)).toMatchObject({ publish_status: 'offline', lock_version: 3 });
    }, 60_000);

    it('requests fewer checks than there are failures, and leaves none pending', async () => {
      const { id } = await app.guarded({ max_failure_percent: 100 });
      await Promise.all(Array.from({ length: 30 }, () => app.devices.send(reportsOf(id, 'failed', 10)).expect(202)));
      await checked(api);
      const [row] = await queryAs<{ asked: number; left: number }>(
        api.urls.superuserUrl,
        `SELECT (SELECT count(*)::int FROM outbox_messages
                  WHERE type = 'releases.health_check_requested' AND data ->> 'release_id' = $1) AS asked,
                (SELECT count(*)::int FROM release_health_checks WHERE release_id::text = $1) AS left`,
        [id],
      );
      expect(row!.asked).toBeGreaterThan(0);
      expect(row!.asked).toBeLessThanOrEqual(30);
      expect(row!.left).toBe(0);
    }, 30_000);

    it('and not again when the rollout is resumed', async () => {
      const { id } = await app.guarded({ action: 'pause' });
      await app.tell(id, 10);
      await eventually(async () => (await app.releases.read(id))['rollout_paused']);
      await app.releases.rollOut(id, { paused: false });
      await app.tell(id, 10);
      await checked(api);
      await api.get(Sweeps).runAll();
      expect(await app.releases.read(id)).toMatchObject({ rollout_paused: false });
      expect(await app.trips(id)).toHaveLength(1);
    });

    it('and again once it was changed, but not when the same is set', async () => {
      const { id } = await app.guarded();
      await app.tell(id, 10);
      await eventually(async () => (await app.trips(id)).length === 1);
      await app.releases.patch(id, { health_gate: GATE, title: { 'zh-CN': '新' } });
      await api.get(Sweeps).runAll();
      expect(await app.trips(id)).toHaveLength(1);
      await app.releases.patch(id, { health_gate: { action: 'pause' } });
      expect(await app.statistics(id)).toMatchObject({ health_tripped_at: null });
      await api.get(Sweeps).runAll();
      expect(await app.trips(id)).toMatchObject([{ data: { action: 'notify' } }, { data: { action: 'pause' } }]);
      expect(await app.releases.read(id)).toMatchObject({ rollout_paused: true });
    });

    it('and again once the release was published again, by what is reported since', async () => {
      const { id } = await app.guarded({ action: 'unpublish' });
      await app.tell(id, 10);
      await eventually(async () => (await app.releases.read(id)).publish_status === 'offline');
      await app.releases.publish(id);
      expect(await app.statistics(id)).toMatchObject({ health_tripped_at: null });
      await app.tell(id, 9);
      await checked(api);
      await api.get(Sweeps).runAll();
      expect(await app.releases.read(id)).toMatchObject({ publish_status: 'online' });
      await app.tell(id, 1);
      await eventually(async () => (await app.releases.read(id)).publish_status === 'offline');
      expect(await app.trips(id)).toHaveLength(2);
    });
  });

  it('is checked without a report, for conditions that became true otherwise', async () => {
    const { id } = await app.releases.create();
    await app.releases.publish(id);
    await app.tell(id, 10);
    await app.releases.patch(id, { health_gate: { ...GATE, action: 'pause' } });
    await checked(api);
    expect(await app.trips(id)).toEqual([]);
    await api.get(Sweeps).runAll();
    expect(await app.releases.read(id)).toMatchObject({ rollout_paused: true });
    expect(await app.trips(id)).toHaveLength(1);
  });

  it('is asked for again when a message was lost', async () => {
    const { id } = await app.guarded();
    await queryAs(
      api.urls.superuserUrl,
      `INSERT INTO release_health_checks (tenant_id, release_id, requested_at) VALUES ($1, $2, now())`,
      [api.tenantId, id],
    );
    await later(api, '11 minutes');
    await api.get(Sweeps).runAll();
    await app.tell(id, 10);
    await eventually(async () => (await app.trips(id)).length === 1);
  });

  it('of one tenant does not affect another', async () => {
    const { id } = await app.guarded();
    await app.tell(id, 9);
    await checked(api);
    const [tenant] = await queryAs<{ id: string }>(
      api.urls.superuserUrl,
      `INSERT INTO tenants (id, code, name, status, is_platform)
       VALUES (gen_random_uuid(), 'health', 'Health', 'active', false) RETURNING id`,
    );
    for (const table of ['release_reports', 'release_report_days', 'release_devices', 'release_health_checks']) {
      expect(await api.database.read(tenant!.id, `SELECT * FROM ${table}`)).toEqual([]);
      expect((await api.database.read(api.tenantId, `SELECT * FROM ${table}`)).length).toBeGreaterThan(0);
    }
  });

  it('works for any releases in the database, whoever wrote them', async () => {
    const stored = new TestReleases(api);
    const id = await stored.publish(
      {
        app_id: app.appId,
        health_gate: { maxFailurePercent: 0, minReports: 1, windowMinutes: 1, action: 'notify' },
      },
      { appId: app.appId },
    );
    await app.tell(id, 1);
    await eventually(async () => (await app.trips(id)).length === 1);
  });
});

describe('What a health gate did', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startTestApi({ TRUST_PROXY: '1' });
  });
  afterAll(() => api.close());

  it('is recorded in the audit log, whose chain is intact, with the system as the actor', async () => {
    const admin = await asOwner(api);
    const app = await aGuardedApp(api, admin);
    const { id } = await app.guarded({ action: 'pause' });
    await app.tell(id, 10);
    await eventually(async () => (await app.releases.read(id))['rollout_paused']);
    expect((await admin.post('audit/verify').expect(200)).body.data).toMatchObject({ ok: true });
    const { body } = await admin.get(`audit/logs?resource_id=${id}`).expect(200);
    expect(body.data.items[0]).toMatchObject({
      actor: { type: 'system', id: null, display: 'system' },
      action: 'releases.publish',
      method: 'JOB',
      route: 'releases.health_gate',
      resource_type: 'release',
      app_id: app.appId,
      ip: null,
    });
    expect(await auditOf(api, id)).toHaveLength(3);
  });
});
