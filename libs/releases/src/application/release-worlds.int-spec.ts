import { randomBytes } from 'node:crypto';
import { assert, asyncProperty, array, constantFrom, integer, oneof, record, subarray } from 'fast-check';
import type { AppSnapshot } from '@libs/apps';
import { FileAssetCache } from '@libs/files';
import { ChangeFeed, Secrets, Sweeps } from '@libs/foundation';
import {
  type AuditTrail,
  type DomainEvent,
  newId,
  type Outbox,
  type SystemAudit,
  ValidationFailedError,
  VersionConflictError,
} from '@libs/kernel';
import { silent } from '../../../../test/support/database';
import { aTenantWithApp, startTestFiles, type TestFiles } from '../../../../test/support/files';
import { type Move, ReleaseModel } from '../../../../test/support/release-model';
import { rounds } from '../../../../test/support/rounds';
import { READER } from '../../../../test/support/list-request';
import type { ReleaseApp } from '../domain/release';
import { HealthCheckRequested } from '../domain/release.events';
import { type HealthAction, type Platform, RELEASE_PLATFORMS } from '../domain/release-settings';
import { ReleaseStateError } from '../domain/releases.errors';
import { PublishedReleases } from '../infrastructure/published-releases';
import { ReleaseDevices } from '../infrastructure/release-devices';
import { ReleaseHealth } from '../infrastructure/release-health';
import { ReleasePointers } from '../infrastructure/release-pointers';
import { ReleaseQueries } from '../infrastructure/release-queries';
import { ReleaseReports } from '../infrastructure/release-reports';
import { TypeOrmReleaseRepository } from '../infrastructure/typeorm-release.repository';
import { VersionNames } from '../infrastructure/version-names';
import { HealthChecksHandler } from './health-checks.handler';
import { HealthGatesService } from './health-gates.service';
import { ReleasePublicationService } from './release-publication.service';
import { ReleaseReportsService } from './release-reports.service';
import { ReleasesService } from './releases.service';
import { VersionedReleases } from './versioned-releases';
import { UpgradeDecisions } from './upgrade-decisions';

/** This many devices fail at once, which is enough for every gate. */
const FAILURES = 3;
const DEVICES = Array.from({ length: 3 }, () => newId());

const gateOf = (action: HealthAction) => ({ maxFailurePercent: 20, minReports: FAILURES, windowMinutes: 60, action });

interface Start {
  readonly targets: Platform[];
  readonly gate: HealthAction | null;
}
interface Step {
  readonly move: Move;
  readonly release: number;
  readonly isStale: boolean;
}

/** Cases seldom generated: each gate acts on the current release, the fallback, and one that is neither. */
const EXAMPLES = (['pause', 'unpublish', 'notify'] as const).flatMap((gate): [Start[], Step[]][] => {
  const starts = Array.from({ length: 4 }, (): Start => ({ targets: [...RELEASE_PLATFORMS], gate }));
  const steps = (...moves: [Move, number][]) =>
    moves.map(([move, release]): Step => ({ move, release, isStale: false }));
  return [
    [starts, steps(['publish', 0], ['publish', 1], ['fail', 1], ['publish', 2], [{ rolloutPercent: 50 }, 2])],
    [starts, steps(['publish', 0], [{ rolloutPercent: 50 }, 1], ['publish', 1], ['fail', 1], [{ paused: false }, 1])],
    [starts, steps(['publish', 0], [{ rolloutPercent: 50 }, 1], ['publish', 1], ['fail', 0], ['publish', 2])],
    [starts, steps(['publish', 0], ['unpublish', 0], ['fail', 0], ['publish', 0], ['look', 0], ['fail', 0])],
    [starts, steps(['publish', 0], [{ gate: null }, 0], ['fail', 0], [{ gate }, 0], ['look', 0], ['look', 0])],
  ];
});

describe('Releases that are published, held back, stopped and withdrawn', () => {
  let files: TestFiles;
  let releases: ReleasesService;
  let publication: ReleasePublicationService;
  let reports: ReleaseReportsService;
  let gates: HealthGatesService;
  let checks: HealthChecksHandler;
  let queries: ReleaseQueries;
  let decisions: UpgradeDecisions;
  let app: ReleaseApp;
  let asked: DomainEvent[];
  let versionCode = 1;

  beforeAll(async () => {
    files = await startTestFiles();
    const { database } = files.test;
    asked = [];
    const outbox: Outbox = {
      add: (event) => {
        if (event.type === HealthCheckRequested.type) asked.push(event);
        return Promise.resolve();
      },
      withdraw: () => Promise.resolve(),
    };
    const audit: AuditTrail = { record: () => undefined };
    const systemAudit: SystemAudit = { perform: (_job, work) => work() };
    const [repository, pointers, health] = [
      new TypeOrmReleaseRepository(database),
      new ReleasePointers(database),
      new ReleaseHealth(database),
    ];
    queries = new ReleaseQueries(database);
    const versioned = new VersionedReleases(database, repository, queries, audit);
    releases = new ReleasesService(database, repository, versioned, files.usages, outbox, audit);
    publication = new ReleasePublicationService(database, versioned, pointers, files.usages, outbox);
    const secrets = new Secrets([{ id: 'test', bytes: randomBytes(32) }]);
    reports = new ReleaseReportsService(database, new ReleaseReports(database, secrets), health, outbox);
    gates = new HealthGatesService(database, repository, pointers, health, versioned, publication, outbox, systemAudit);
    checks = new HealthChecksHandler(new Sweeps(silent), gates);
    // Never started, so that nothing is cached.
    const feed = new ChangeFeed(files.test.applicationUrl, silent);
    const published = new PublishedReleases(database, new FileAssetCache(files.assets, feed), feed);
    decisions = new UpgradeDecisions(published, new VersionNames(database, feed), new ReleaseDevices(database));
  });
  afterAll(() => files.close());

  const anApp = async (): Promise<ReleaseApp> => {
    const { tenantId, appId } = await aTenantWithApp(files);
    return { tenantId, id: appId, defaultLocale: 'zh-CN' };
  };
  const create = (targets: readonly Platform[], gate: HealthAction | null) =>
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
        healthGate: gate && gateOf(gate),
      },
      newId(),
    );
  /** This many devices, each in a network of its own, and the checks that they trigger. */
  const fail = async (releaseId: string): Promise<void> => {
    for (let device = 0; device < FAILURES; device++) {
      const of = { status: 'failed' as const, errorCode: null, fromVersionCode: 0 };
      const report = { eventId: newId(), releaseId, occurredAt: new Date(), ...of };
      await reports.accept(app, { deviceKey: newId(), network: newId(), block: null }, [report]);
    }
    for (const { type, tenantId, data } of asked.splice(0)) {
      await checks.handle({
        id: newId(),
        type,
        tenantId: tenantId,
        appId: app.id,
        data,
        createdAt: new Date(),
        attempt: 1,
      });
    }
  };
  const act = async (id: string, lockVersion: number, move: Move): Promise<unknown> => {
    const scope = [app.tenantId, app.id, id, lockVersion] as const;
    if (move === 'publish') return publication.publish(...scope);
    if (move === 'unpublish') return publication.unpublish(...scope);
    if (move === 'fail') return fail(id);
    if (move === 'look') return gates.checkAll(newId());
    if (!('gate' in move)) return publication.rollOut(...scope, move);
    return releases.update(app, id, lockVersion, { healthGate: move.gate && gateOf(move.gate) });
  };
  const pointers = async () => {
    const rows = await files.test.database.read<{ platform: Platform; current: string; fallback: string | null }>(
      app.tenantId,
      `SELECT platform, release_id AS current, fallback_release_id AS fallback FROM release_pointers
        WHERE tenant_id = $1 AND app_id = $2`,
      [app.tenantId, app.id],
    );
    return new Map(rows.map(({ platform, ...pointer }) => [platform, pointer]));
  };
  const trippedGates = async () => {
    const rows = await files.test.database.read<{ id: string }>(
      app.tenantId,
      'SELECT id FROM releases WHERE tenant_id = $1 AND app_id = $2 AND health_tripped_at IS NOT NULL',
      [app.tenantId, app.id],
    );
    return new Set(rows.map(({ id }) => id));
  };
  /** What each device gets on each platform. */
  const offers = async (): Promise<(string | null)[]> => {
    const upgrade = { blockedVersions: [], reviewVersions: [], maintenance: { active: false } };
    const snapshot = { ...app, upgrade } as unknown as AppSnapshot;
    const client = { version: null, native: null, runtimeVersion: null };
    const found: (string | null)[] = [];
    for (const platform of RELEASE_PLATFORMS) {
      for (const deviceKey of [null, ...DEVICES]) {
        const answer = await decisions.decide(snapshot, platform, 'wgt', { ...client, deviceKey });
        found.push(answer?.verdict.offered?.release.id ?? null);
      }
    }
    return found;
  };

  it('follow the model, and reach the devices it predicts, whatever is done in whatever order', async () => {
    const start = record({
      targets: oneof(constantFrom([...RELEASE_PLATFORMS]), subarray([...RELEASE_PLATFORMS], { minLength: 1 })),
      gate: constantFrom<HealthAction | null>('pause', 'pause', 'unpublish', 'notify', null),
    });
    const change = constantFrom<Move>(
      { paused: true },
      { paused: false },
      { rolloutPercent: 50 },
      { rolloutPercent: 100 },
      { gate: 'pause' },
      { gate: 'unpublish' },
      { gate: 'notify' },
      { gate: null },
    );
    const verb = constantFrom<Move>('publish', 'publish', 'publish', 'unpublish', 'fail', 'fail', 'look');
    const step = record({
      move: oneof({ weight: 5, arbitrary: verb }, { weight: 3, arbitrary: change }),
      release: integer({ min: 0, max: 3 }),
      isStale: oneof({ weight: 9, arbitrary: constantFrom(false) }, { weight: 1, arbitrary: constantFrom(true) }),
    });
    const reached = new Set<string>();
    await assert(
      asyncProperty(
        array(start, { minLength: 4, maxLength: 4 }),
        array(step, { minLength: 1, maxLength: 25 }),
        async (starts, steps) => {
          app = await anApp();
          const model = new ReleaseModel();
          const { releases: known } = model;
          for (const { targets, gate } of starts) model.add((await create(targets, gate)).id, targets, gate);
          for (const { move, release: index, isStale } of steps) {
            const release = known[index]!;
            const isVersioned = move !== 'fail' && move !== 'look';
            if (isStale && isVersioned) {
              await expect(act(release.id, release.lockVersion + 1, move)).rejects.toThrow(VersionConflictError);
            } else {
              const outcome = act(release.id, release.lockVersion, move);
              const isPossible = model.follow(release, move);
              if (isPossible) await outcome;
              else await expect(outcome).rejects.toThrow(isVersioned ? ReleaseStateError : ValidationFailedError);
            }
            for (const { gate, hasTripped } of known) if (hasTripped) reached.add(`tripped: ${gate}`);
            expect(await pointers()).toEqual(model.pointers);
            const { items } = await queries.list(app.tenantId, app.id, {}, { page: 1, pageSize: 10, ...READER });
            const tripped = await trippedGates();
            const found = items.map((one) => ({
              id: one.id,
              publishStatus: one.publishStatus,
              publishedPlatforms: one.publishedPlatforms,
              fallbackPlatforms: one.fallbackPlatforms,
              lockVersion: one.lockVersion,
              rolloutPaused: one.rolloutPaused,
              hasTripped: tripped.has(one.id),
            }));
            const expected = known.map((one) => ({
              id: one.id,
              publishStatus: model.statusOf(one),
              publishedPlatforms: model.heldBy(one),
              fallbackPlatforms: model.fallenBackTo(one),
              lockVersion: one.lockVersion,
              rolloutPaused: one.isPaused,
              hasTripped: one.hasTripped,
            }));
            expect(found.sort(byId)).toEqual(expected.sort(byId));
            const expectedOffers = RELEASE_PLATFORMS.flatMap((platform) =>
              [null, ...DEVICES].map((device) => model.offeredTo(device, platform)),
            );
            expect(await offers()).toEqual(expectedOffers);
          }
        },
      ),
      { numRuns: EXAMPLES.length + rounds(15), examples: EXAMPLES },
    );
    expect([...reached].sort()).toEqual(['tripped: notify', 'tripped: pause', 'tripped: unpublish']);
  }, 120_000);
});

function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? -1 : 1;
}
