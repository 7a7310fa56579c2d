import {
  type AuditedChange,
  type AuditTrail,
  type DomainEvent,
  newId,
  type Outbox,
  VersionConflictError,
} from '@libs/kernel';
import { aTenantWithApp, startTestFiles, type TestFiles } from '../../../../test/support/files';
import type { ReleaseApp } from '../domain/release';
import { type Platform, RELEASE_PLATFORMS } from '../domain/release-settings';
import { ReleaseVersionDuplicateError } from '../domain/releases.errors';
import { ReleasePointers } from '../infrastructure/release-pointers';
import { ReleaseQueries } from '../infrastructure/release-queries';
import { TypeOrmReleaseRepository } from '../infrastructure/typeorm-release.repository';
import { ReleasePublicationService } from './release-publication.service';
import { ReleasesService } from './releases.service';
import { VersionedReleases } from './versioned-releases';

describe('The publication of releases in PostgreSQL', () => {
  let files: TestFiles;
  let releases: ReleasesService;
  let publication: ReleasePublicationService;
  let queries: ReleaseQueries;
  let events: DomainEvent[];
  let audited: AuditedChange[];
  let app: ReleaseApp;
  let versionCode = 1;
  let refuseEvents = false;

  beforeAll(async () => {
    files = await startTestFiles();
    const { database } = files.test;
    const outbox: Outbox = {
      add: (event) =>
        refuseEvents ? Promise.reject(new Error('No events')) : Promise.resolve(void events.push(event)),
      withdraw: () => Promise.resolve(),
    };
    const audit: AuditTrail = { record: (change) => void audited.push(change) };
    const [repository, pointers] = [new TypeOrmReleaseRepository(database), new ReleasePointers(database)];
    queries = new ReleaseQueries(database);
    const versioned = new VersionedReleases(database, repository, queries, audit);
    releases = new ReleasesService(database, repository, versioned, files.usages, outbox, audit);
    publication = new ReleasePublicationService(database, versioned, pointers, files.usages, outbox);
  });
  afterAll(() => files.close());

  beforeEach(async () => {
    [events, audited, refuseEvents] = [[], [], false];
    app = await anApp();
  });

  const anApp = async (): Promise<ReleaseApp> => {
    const { tenantId, appId } = await aTenantWithApp(files);
    return { tenantId, id: appId, defaultLocale: 'zh-CN' };
  };
  const create = (targets: readonly Platform[] = ['android'], input: object = {}) =>
    releases.create(
      app,
      {
        platform: targets[0]!,
        packageType: 'wgt',
        targetPlatforms: targets,
        versionName: '1.0',
        versionCode: versionCode++,
        upgradeMode: 'optional',
        title: { 'zh-CN': '更新' },
        releaseNotes: { 'zh-CN': '修复' },
        externalUrl: 'https://example.com',
        ...input,
      },
      newId(),
    );
  const publish = (id: string, lockVersion = 1) => publication.publish(app.tenantId, app.id, id, lockVersion);
  const unpublish = (id: string, lockVersion: number) => publication.unpublish(app.tenantId, app.id, id, lockVersion);
  const pointers = async () => {
    const rows = await files.test.database.read<{ platform: Platform; current: string; fallback: string | null }>(
      app.tenantId,
      `SELECT platform, release_id AS current, fallback_release_id AS fallback FROM release_pointers
        WHERE tenant_id = $1 AND app_id = $2`,
      [app.tenantId, app.id],
    );
    return new Map(rows.map(({ platform, ...pointer }) => [platform, pointer]));
  };

  it('keeps the fallback when a program of the previous version publishes, which knows of none', async () => {
    const publishAsBefore = (id: string) =>
      files.test.database.write(
        app.tenantId,
        `UPDATE release_pointers SET release_id = $2, replaced_release_id = release_id WHERE tenant_id = $1`,
        [app.tenantId, id],
      );
    const [a, b, c] = [await create(), await create(['android'], { rolloutPercent: 10 }), await create()];
    await publish(a.id);
    await publishAsBefore(b.id);
    expect(await pointers()).toEqual(new Map([['android', { current: b.id, fallback: a.id }]]));
    await publishAsBefore(c.id);
    expect(await pointers()).toEqual(new Map([['android', { current: c.id, fallback: a.id }]]));
    await publishAsBefore(a.id);
    expect(await pointers()).toEqual(new Map([['android', { current: a.id, fallback: c.id }]]));
  });

  it('moves all pointers or none', async () => {
    const [old, next] = [await create(RELEASE_PLATFORMS), await create(RELEASE_PLATFORMS)];
    await publish(old.id);
    const before = await pointers();
    refuseEvents = true;
    await expect(publish(next.id)).rejects.toThrow('No events');
    await expect(unpublish(old.id, 2)).rejects.toThrow('No events');
    expect(await pointers()).toEqual(before);
    expect(await queries.get(app.tenantId, app.id, next.id)).toEqual(next);
    expect(await queries.get(app.tenantId, app.id, old.id)).toMatchObject({ publishStatus: 'online', lockVersion: 2 });
  });

  it('lets one of many concurrent publications with the same version succeed, and emits one event', async () => {
    const { id } = await create(RELEASE_PLATFORMS);
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => publish(id)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(VersionConflictError);
    }
    expect(events.filter(({ type }) => type === 'release.published')).toHaveLength(1);
    expect(audited.filter(({ after }) => 'publish_status' in (after ?? {}))).toHaveLength(2);
  });

  it('waits for another publication of the App, and for none of another App', async () => {
    const inThis = await create();
    const busy = app;
    const { database } = files.test;
    const [held, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holder = database.run(busy.tenantId, async () => {
      await new ReleasePointers(database).lock(busy.tenantId, busy.id);
      held.resolve();
      await done.promise;
    });
    await held.promise;
    let isPublished = false;
    const waiting = publication.publish(busy.tenantId, busy.id, inThis.id, 1).then(() => (isPublished = true));
    app = await anApp();
    const other = await create();
    expect(await publish(other.id)).toMatchObject({ publishStatus: 'online' });
    expect(isPublished).toBe(false);
    done.resolve();
    await Promise.all([holder, waiting]);
    expect(isPublished).toBe(true);
  });

  it('never gives one version_code to two concurrent releases', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => create(['ios'], { versionCode: 1 })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(ReleaseVersionDuplicateError);
    }
  });

  it('shows a tenant its own rows only, even to a query without scope', async () => {
    const { id } = await create();
    await publish(id);
    const { tenantId } = await anApp();
    for (const table of ['releases', 'release_pointers', 'release_downloads']) {
      expect(await files.test.database.read(tenantId, `SELECT * FROM ${table}`)).toEqual([]);
    }
    await expect(queries.get(tenantId, app.id, id)).rejects.toThrow();
  });

  it('keeps all fields as they were given', async () => {
    const given = {
      minSupportedVersionCode: 3,
      minNativeVersionCode: 4,
      rolloutPercent: 0.29,
      healthGate: { maxFailurePercent: 2.5, minReports: 1, windowMinutes: 60, action: 'notify' },
      requiredRuntimeVersion: '4.29',
      runtimeMatch: 'exact',
      storeLinks: [{ name: 'a', scheme: 'b', url: 'https://c.example.com', priority: 1, enabled: false }],
    };
    const created = await create(['android'], given);
    expect(created).toMatchObject(given);
    expect(await queries.get(app.tenantId, app.id, created.id)).toEqual(created);
    expect(await queries.newest(app.tenantId, app.id, 1)).toEqual([created]);
  });
});
