import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { migrate, revertMigrations, Secrets } from '@libs/foundation';
import { newId } from '@libs/kernel';
import { MIGRATIONS } from '../../../../migrations';
import { ReleaseAdoptionDays1763712000031 } from '../../../../migrations/1763712000031-release-adoption-days';
import { recount, STATUSES, type Told } from '../../../../test/admin/support/statistics';
import { queryAs } from '../../../../test/support/database';
import { rounds } from '../../../../test/support/rounds';
import { suiteDatabase } from '../../../../test/support/suite';
import { RELEASE_PLATFORMS } from '../domain/release-settings';
import { ReleaseReports } from './release-reports';
import { ReleaseStatistics } from './release-statistics';

const DAY = 86_400_000;
const PHONES = [...RELEASE_PLATFORMS, ...RELEASE_PLATFORMS];

/**
 * The tables that reports fill, with their time columns. Days are moved in two steps, so that no two collide on the
 * way.
 */
const TABLES: Readonly<Record<string, { readonly days?: string; readonly times?: readonly string[] }>> = {
  release_reports: { times: ['occurred_at', 'received_at'] },
  release_devices: { times: ['changed_at', 'last_reported_at'] },
  release_outcomes: { times: ['occurred_at', 'received_at', 'first_received_at'] },
  release_report_quotas: { times: ['expires_at'] },
  release_report_days: { days: 'day' },
  release_device_days: { days: 'day', times: ['changed_at'] },
  release_adoption_days: { days: 'day' },
};

describe('Adoption by day', () => {
  const test = suiteDatabase();
  let app: { tenantId: string; id: string };
  let reports: ReleaseReports;
  let statistics: ReleaseStatistics;
  /** Two wgts for all platforms, and two native apps. */
  let releases: { id: string; packageType: string; targets: readonly string[] }[];

  beforeAll(async () => {
    const [row] = await queryAs<{ id: string; tenant_id: string }>(
      test.superuserUrl,
      'SELECT id, tenant_id FROM apps WHERE is_default',
    );
    app = { tenantId: row!.tenant_id, id: row!.id };
    reports = new ReleaseReports(test.database, new Secrets([{ id: 'test', bytes: randomBytes(32) }]));
    statistics = new ReleaseStatistics(test.database);
    releases = ['wgt', 'wgt', 'native_app', 'native_app'].map((packageType) => ({
      id: newId(),
      packageType,
      targets: packageType === 'wgt' ? RELEASE_PLATFORMS : ['android'],
    }));
    for (const [index, { id, packageType, targets }] of releases.entries()) {
      await queryAs(
        test.superuserUrl,
        `INSERT INTO releases (tenant_id, id, app_id, platform, package_type, target_platforms, version_name, version_code,
                               upgrade_mode, title, release_notes, first_published_at, published_at)
         VALUES ($1, $2, $3, 'android', $4, $5, '1.0', $6, 'optional', '{}', '{}', now(), now())`,
        [app.tenantId, id, app.id, packageType, targets, index + 1],
      );
    }
  });

  const event = fc.record({
    release: fc.nat(3),
    status: fc.constantFrom(...STATUSES),
    hoursAgo: fc.integer({ min: 0, max: 29 * 24 }),
    /** A repetition of an earlier report. */
    again: fc.option(fc.nat(30), { freq: 6 }),
  });
  const batch = fc.record({
    phone: fc.nat(PHONES.length - 1),
    events: fc.array(event, { minLength: 1, maxLength: 6 }),
  });
  type Batch = typeof batch extends fc.Arbitrary<infer B> ? B : never;

  /** A new App without any reports. */
  const aWorld = async () => {
    const statements = Object.keys(TABLES).map((table) => `DELETE FROM ${table}`);
    await queryAs(test.superuserUrl, statements.join('; '));
    const phones = PHONES.map((platform) => ({ key: newId(), platform }));
    let told: Told[] = [];
    return {
      told: () => told,
      tell: async ({ phone: index, events }: Batch): Promise<void> => {
        const phone = phones[index]!;
        const own = told.filter(({ device }) => device === phone.key);
        const fresh = events.map(({ release, status, hoursAgo, again }, place) => {
          // A phone other than Android gets only what targets its platform.
          const { id } = releases[phone.platform === 'android' ? release : release % 2]!;
          const repeated = again === null ? undefined : own[again % Math.max(own.length, 1)];
          const occurredAt = new Date(Date.now() - hoursAgo * (DAY / 24) - place - 1_000);
          const more = { errorCode: null, fromVersionCode: 0, platform: phone.platform };
          return { eventId: repeated?.report.event_id ?? newId(), releaseId: id, status, occurredAt, ...more };
        });
        const device = { deviceKey: phone.key, network: '203.0.113.0/24', block: null };
        await test.database.run(app.tenantId, () => reports.add(app, device, fresh));
        const added = fresh.map(({ eventId, releaseId, status, occurredAt }): Told => ({
          report: {
            event_id: eventId,
            release_id: releaseId,
            status,
            from_version_code: 0,
            occurred_at: occurredAt.toISOString(),
          },
          device: phone.key,
          platform: phone.platform,
        }));
        told.push(...added);
      },
      pass: async (days: number): Promise<void> => {
        const statements = Object.entries(TABLES).flatMap(([table, { days: day, times = [] }]) => [
          ...times.map((time) => `UPDATE ${table} SET ${time} = ${time} - interval '${days} days'`),
          ...(day ? [`UPDATE ${table} SET ${day} = ${day} + 100000`] : []),
          ...(day ? [`UPDATE ${table} SET ${day} = ${day} - ${100_000 + days}`] : []),
        ]);
        await queryAs(test.superuserUrl, statements.join('; '));
        told = told.map(({ report, ...whose }) => {
          const occurred_at = new Date(Date.parse(report.occurred_at) - days * DAY).toISOString();
          return { ...whose, report: { ...report, occurred_at } };
        });
      },
    };
  };
  const rateOf = ({ devices, adopted }: { devices: number; adopted: number }) =>
    devices === 0 ? null : adopted / devices;
  const expectRecounted = async (told: readonly Told[]): Promise<void> => {
    const packageOf = new Map(releases.map(({ id, packageType }) => [id, packageType]));
    for (const { id, targets } of releases) {
      const { byDay, byPlatform } = await statistics.get(app.tenantId, app.id, id, {});
      const { by_day, by_platform } = recount(id, targets, packageOf, told);
      expect(byDay.map((day) => [day.date, day.platform, rateOf(day)])).toEqual(
        by_day.map(({ date, platform, adoption_rate }) => [date, platform, adoption_rate]),
      );
      expect(byPlatform.map(({ platform, devices, adopted }) => [platform, devices, adopted])).toEqual(
        by_platform.map(({ platform, device_count, adopted_count }) => [platform, device_count, adopted_count]),
      );
    }
  };

  it('equals a count by hand, whatever is reported in whatever order, as days, weeks and months pass', async () => {
    const days = fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 45 }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 3, arbitrary: batch }, days), { minLength: 1, maxLength: 14 }),
        async (steps) => {
          const { told, tell, pass } = await aWorld();
          for (const step of steps) await (typeof step === 'number' ? pass(step) : tell(step));
          await expectRecounted(told());
        },
      ),
      { numRuns: rounds(40) },
    );
  }, 120_000);

  it('is the same when phones report at once, and none of them blocks another', async () => {
    const { told, tell } = await aWorld();
    const batches = fc.sample(batch, 60);
    const deadlocks = async () => {
      const [row] = await queryAs<{ deadlocks: string }>(
        test.superuserUrl,
        'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
      );
      return row!.deadlocks;
    };
    const before = await deadlocks();
    await Promise.all(
      PHONES.map(async (_, phone) => {
        for (const one of batches.filter((some) => some.phone === phone)) await tell(one);
      }),
    );
    await expectRecounted(told());
    expect(await deadlocks()).toBe(before);
  });

  it('loses a device on the 31st day after its last report, and counts it again when it reports', async () => {
    const { tell, pass } = await aWorld();
    const report = { release: 0, hoursAgo: 0, again: null };
    const onAndroid = async () => {
      const { byPlatform } = await statistics.get(app.tenantId, app.id, releases[0]!.id, {});
      const { devices, adopted } = byPlatform.find(({ platform }) => platform === 'android')!;
      return [devices, adopted];
    };
    await tell({ phone: 0, events: [{ ...report, status: 'installed' }] });
    await pass(30);
    expect(await onAndroid()).toEqual([1, 1]);
    await pass(1);
    expect(await onAndroid()).toEqual([0, 0]);
    await pass(200);
    await tell({ phone: 0, events: [{ ...report, release: 1, status: 'offered' }] });
    expect(await onAndroid()).toEqual([1, 1]);
  });

  it('catches up with the next report on reports to a process of the previous version, which counted no days', async () => {
    const { told, tell } = await aWorld();
    const report = { release: 0, hoursAgo: 0, again: null };
    const days = ['release_device_days', 'release_adoption_days'];
    const tellVersionBefore = async (one: Batch) => {
      await queryAs(
        test.superuserUrl,
        days.map((table) => `CREATE TABLE ${table}_before AS TABLE ${table}`).join('; '),
      );
      await tell(one);
      const restored = days.map(
        (table) => `DELETE FROM ${table}; INSERT INTO ${table} TABLE ${table}_before; DROP TABLE ${table}_before`,
      );
      await queryAs(test.superuserUrl, restored.join('; '));
    };
    await tell({ phone: 0, events: [{ ...report, status: 'installed', hoursAgo: 200 }] });
    await tellVersionBefore({ phone: 0, events: [{ ...report, release: 1, status: 'installed', hoursAgo: 100 }] });
    await tellVersionBefore({ phone: 3, events: [{ ...report, status: 'installed', hoursAgo: 50 }] });
    for (const phone of [0, 3, 0]) await tell({ phone, events: [{ ...report, status: 'offered' }] });
    await expectRecounted(told());
  });

  it('keeps only the days of a device that late reports may change', async () => {
    const { tell, pass } = await aWorld();
    for (let day = 0; day < 50; day++) {
      await tell({ phone: 0, events: [{ release: day % 2, status: 'installed', hoursAgo: 0, again: null }] });
      await pass(1);
    }
    const [kept] = await queryAs<{ count: number }>(
      test.superuserUrl,
      'SELECT count(*)::int AS count FROM release_device_days',
    );
    expect(kept!.count).toBeLessThanOrEqual(34);
  }, 60_000);

  it('is counted by the migration from earlier reports', async () => {
    const since = MIGRATIONS.indexOf(ReleaseAdoptionDays1763712000031);
    const counted = () =>
      Promise.all([
        queryAs(
          test.superuserUrl,
          `SELECT package_type, platform, release_id, day::text, slot, sum(change)::int AS change FROM release_adoption_days
            GROUP BY 1, 2, 3, 4, 5 HAVING sum(change) <> 0 ORDER BY 1, 2, 3, 4, 5`,
        ),
        queryAs(test.superuserUrl, 'SELECT * FROM release_device_days ORDER BY installation_id, package_type, day'),
      ]);
    for (const batches of fc.sample(fc.array(batch, { minLength: 10, maxLength: 20 }), 3)) {
      const { told, tell } = await aWorld();
      for (const one of batches) await tell(one);
      const before = await counted();
      await revertMigrations(test.ownerUrl, MIGRATIONS, MIGRATIONS.length - since);
      await migrate(test.ownerUrl, MIGRATIONS);
      expect(await counted()).toEqual(before);
      await expectRecounted(told());
    }
  }, 60_000);
});
