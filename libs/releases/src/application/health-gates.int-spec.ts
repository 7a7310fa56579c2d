import { randomBytes } from 'node:crypto';
import { Secrets } from '@libs/foundation';
import {
  type AuditedChange,
  type AuditTrail,
  type DomainEvent,
  newId,
  type Outbox,
  type SystemAudit,
} from '@libs/kernel';
import { queryAs } from '../../../../test/support/database';
import { aTenantWithApp, startTestFiles, type TestFiles } from '../../../../test/support/files';
import type { ReleaseApp } from '../domain/release';
import type { HealthAction } from '../domain/release-settings';
import { ReleaseHealth } from '../infrastructure/release-health';
import { ReleasePointers } from '../infrastructure/release-pointers';
import { ReleaseQueries } from '../infrastructure/release-queries';
import { ReleaseReports } from '../infrastructure/release-reports';
import { TypeOrmReleaseRepository } from '../infrastructure/typeorm-release.repository';
import { HealthGatesService } from './health-gates.service';
import { ReleasePublicationService } from './release-publication.service';
import { ReleaseReportsService } from './release-reports.service';
import { ReleasesService } from './releases.service';
import { VersionedReleases } from './versioned-releases';

describe('Health gates in PostgreSQL', () => {
  let files: TestFiles;
  let releases: ReleasesService;
  let publication: ReleasePublicationService;
  let reports: ReleaseReportsService;
  let gates: HealthGatesService;
  let health: ReleaseHealth;
  let queries: ReleaseQueries;
  let app: ReleaseApp;
  let events: DomainEvent[];
  let audited: AuditedChange[];
  let refused: string | null;

  beforeAll(async () => {
    files = await startTestFiles();
    const { database } = files.test;
    const secrets = new Secrets([{ id: 'test', bytes: randomBytes(32) }]);
    const outbox: Outbox = {
      add: (event) => {
        if (event.type === refused) return Promise.reject(new Error('No such event'));
        database.afterCommit(() => events.push(event));
        return Promise.resolve();
      },
      withdraw: () => Promise.resolve(),
    };
    const audit: AuditTrail = { record: (change) => database.afterCommit(() => audited.push(change)) };
    const systemAudit: SystemAudit = { perform: (_job, work) => work() };
    const [repository, pointers] = [new TypeOrmReleaseRepository(database), new ReleasePointers(database)];
    queries = new ReleaseQueries(database);
    health = new ReleaseHealth(database);
    const versioned = new VersionedReleases(database, repository, queries, audit);
    releases = new ReleasesService(database, repository, versioned, files.usages, outbox, audit);
    publication = new ReleasePublicationService(database, versioned, pointers, files.usages, outbox);
    reports = new ReleaseReportsService(database, new ReleaseReports(database, secrets), health, outbox);
    gates = new HealthGatesService(database, repository, pointers, health, versioned, publication, outbox, systemAudit);
  });
  afterAll(() => files.close());

  beforeEach(async () => {
    [events, audited, refused] = [[], [], null];
    const { tenantId, appId } = await aTenantWithApp(files);
    app = { tenantId, id: appId, defaultLocale: 'zh-CN' };
  });

  const guarded = async (action: HealthAction, minReports = 10): Promise<string> => {
    const { id } = await releases.create(
      app,
      {
        platform: 'android',
        packageType: 'wgt',
        versionName: '1.0',
        versionCode: 1,
        upgradeMode: 'optional',
        title: { 'zh-CN': '更新' },
        releaseNotes: { 'zh-CN': '修复' },
        externalUrl: 'https://example.com',
        healthGate: { maxFailurePercent: 20, minReports, windowMinutes: 60, action },
      },
      newId(),
    );
    await publication.publish(app.tenantId, app.id, id, 1);
    return id;
  };
  /** This many devices, each in a network of its own. */
  const fail = async (releaseId: string, count: number) => {
    for (let device = 0; device < count; device++) {
      const report = {
        eventId: newId(),
        releaseId,
        status: 'failed' as const,
        errorCode: null,
        fromVersionCode: 0,
        occurredAt: new Date(),
      };
      await reports.accept(app, { deviceKey: newId(), network: newId(), block: null }, [report]);
    }
  };
  const check = (id: string) => gates.check(app.tenantId, app.id, id, newId());
  const told = () => events.map(({ type }) => type);
  const asked = () => told().filter((type) => type === 'releases.health_check_requested').length;

  it.each<[HealthAction, string]>([
    ['unpublish', 'release.unpublished'],
    ['unpublish', 'release.health.tripped'],
    ['pause', 'release.health.tripped'],
  ])('%s happens as a whole or not at all, and then at the next look', async (action, event) => {
    const id = await guarded(action);
    await fail(id, 10);
    const before = await queries.get(app.tenantId, app.id, id);
    const recorded = audited.length;
    refused = event;
    await expect(check(id)).rejects.toThrow('No such event');
    expect(await queries.get(app.tenantId, app.id, id)).toEqual(before);
    expect(audited).toHaveLength(recorded);
    expect(told()).not.toContain('release.health.tripped');
    refused = null;
    await check(id);
    expect(told().filter((type) => type === 'release.health.tripped')).toHaveLength(1);
    expect((await queries.get(app.tenantId, app.id, id)).lockVersion).toBe(before.lockVersion + 1);
  });

  it('acts once, however many check at the same time', async () => {
    const id = await guarded('unpublish');
    await fail(id, 10);
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => (index % 5 === 0 ? gates.checkAll(newId()) : check(id))),
    );
    expect(told().filter((type) => type.startsWith('release.'))).toEqual([
      'release.created',
      'release.published',
      'release.unpublished',
      'release.health.tripped',
    ]);
    expect(await queries.get(app.tenantId, app.id, id)).toMatchObject({ publishStatus: 'offline', lockVersion: 3 });
  });

  it('requests one check until it has begun, and another one after it', async () => {
    const id = await guarded('notify', 1_000);
    await fail(id, 3);
    await fail(id, 3);
    expect(asked()).toBe(1);
    await check(id);
    await fail(id, 3);
    await fail(id, 3);
    expect(asked()).toBe(2);
  });

  it('does not lose reports between two checks', async () => {
    const id = await guarded('notify');
    const [written, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await fail(id, 5);
    // The next reports are not committed yet when the requested check begins: it has to wait for them.
    const late = files.test.database.run(app.tenantId, async () => {
      await fail(id, 5);
      written.resolve();
      await done.promise;
    });
    await written.promise;
    let isOver = false;
    const checking = check(id).then(() => (isOver = true));
    await waitUntilBlocked();
    expect(isOver).toBe(false);
    done.resolve();
    await Promise.all([late, checking]);
    expect(told()).toContain('release.health.tripped');
    expect(asked()).toBe(1);
  });

  it('lets a gate with many reports rest between two checks', async () => {
    const id = await guarded('notify', 1_000_000);
    const hear = (installations: number) =>
      queryAs(
        files.test.superuserUrl,
        `INSERT INTO release_outcomes (tenant_id, release_id, installation_id, network_id, status, occurred_at,
                                       received_at, first_received_at)
         SELECT $1, $2, gen_random_uuid(), gen_random_uuid(), 'failed', now(), now(), now()
           FROM generate_series(1, $3::int)`,
        [app.tenantId, id, installations],
      );
    const rest = (change: string) =>
      queryAs(
        files.test.superuserUrl,
        `UPDATE release_health_checks SET resting_until = resting_until + $2::interval WHERE release_id = $1`,
        [id, change],
      );
    await hear(20_000);
    await fail(id, 1);
    await check(id);
    // It rests from the next check on: by then it is known how many there are.
    await fail(id, 1);
    await check(id);
    await rest('1 hour');
    await fail(id, 3);
    expect(asked()).toBe(2);
    await rest('-2 hours');
    await fail(id, 3);
    expect(asked()).toBe(3);
    await queryAs(files.test.superuserUrl, 'DELETE FROM release_outcomes WHERE release_id = $1', [id]);
    await check(id);
    await rest('-1 hour');
    for (let round = 1; round <= 3; round++) {
      await fail(id, 1);
      await check(id);
      expect(asked()).toBe(3 + round);
    }
  });

  it('requests none if there is no gate, or it has acted', async () => {
    const id = await guarded('notify');
    await fail(id, 10);
    await check(id);
    await fail(id, 10);
    const { id: bare } = await releases.create(
      app,
      {
        platform: 'ios',
        packageType: 'wgt',
        versionName: '1.0',
        versionCode: 1,
        upgradeMode: 'optional',
        title: { 'zh-CN': '更新' },
        releaseNotes: { 'zh-CN': '修复' },
        externalUrl: 'https://example.com',
      },
      newId(),
    );
    await publication.publish(app.tenantId, app.id, bare, 1);
    await fail(bare, 10);
    expect(asked()).toBe(1);
  });

  const waitUntilBlocked = async () => {
    for (;;) {
      const waiting = await files.test.database.readAsSystem(
        `SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'UPDATE release_health_checks%'`,
      );
      if (waiting.length > 0) return;
    }
  };
});
