import { Sweeps } from '@libs/foundation';
import { later } from '../support/time-travel';
import { aDeviceKey } from '../support/api';
import { suiteApi } from '../support/suite';
import { TestReleases } from './support/releases';
import { aReport, reporter, reportsOf } from '../support/reports';

const SWEPT = [
  'release_reports',
  'release_outcomes',
  'release_report_quotas',
  'release_report_networks',
  'release_installations',
];

describe('What clients report on releases', () => {
  const api = suiteApi();
  const releases = new TestReleases(api);
  let release: string;
  let devices: ReturnType<typeof reporter>;

  beforeAll(() => {
    devices = reporter(api);
  });
  beforeEach(async () => {
    await releases.clear();
    release = await releases.publish({ version_code: 20 });
  });

  it('is forgotten after 90 days, devices that have been silent after 400, but not what was counted', async () => {
    await devices.send(reportsOf(release, 'installed', 3)).expect(202);
    const left = async () => {
      await api.get(Sweeps).runAll();
      const [row] = await releases.query<{ reports: number; devices: number; counted: number }>(
        `SELECT (SELECT count(*)::int FROM release_reports) AS reports,
                (SELECT count(*)::int FROM release_devices) AS devices,
                (SELECT sum(installed)::int FROM release_report_days) AS counted`,
      );
      return row;
    };
    await later(api, '89 days');
    expect(await left()).toEqual({ reports: 3, devices: 1, counted: 3 });
    await later(api, '2 days');
    expect(await left()).toEqual({ reports: 0, devices: 1, counted: 3 });
    await later(api, '310 days');
    expect(await left()).toEqual({ reports: 0, devices: 0, counted: 3 });
  });

  it('is forgotten after 31 days where it tells how a first run went: no gate looks further back', async () => {
    const key = aDeviceKey();
    await devices.send([aReport(release, 'failed')], key).expect(202);
    await devices.send([aReport(release, 'failed')]).expect(202);
    const left = async () => {
      await api.get(Sweeps).runAll();
      return (await releases.query('SELECT FROM release_outcomes')).length;
    };
    await later(api, '20 days');
    await devices.send([aReport(release, 'first_run_ok')], key).expect(202);
    await later(api, '10 days');
    expect(await left()).toBe(2);
    await later(api, '2 days');
    expect(await left()).toBe(1);
    await later(api, '20 days');
    expect(await left()).toBe(0);
  });

  it('is deleted in one run once it is old, however much of it there is', async () => {
    const old = 23_456;
    await releases.query(
      `INSERT INTO release_reports (tenant_id, app_id, event_id, release_id, installation_id, platform, status,
                                    from_version_code, occurred_at, received_at)
       SELECT $1, $2, gen_random_uuid(), $3, gen_random_uuid(), 'android', 'failed', 0, at, at
         FROM generate_series(1, $4::int) AS n, LATERAL (SELECT now() - interval '91 days' - n * interval '1 s') AS t (at)`,
      [api.tenantId, api.appId, release, old],
    );
    await releases.query(
      `INSERT INTO release_outcomes (tenant_id, release_id, installation_id, network_id, status, occurred_at, received_at,
                                     first_received_at)
       SELECT tenant_id, release_id, installation_id, installation_id, status, occurred_at, received_at, received_at
         FROM release_reports`,
    );
    await releases.query(
      `INSERT INTO release_report_quotas (tenant_id, app_id, installation_id, used, expires_at)
       SELECT tenant_id, app_id, installation_id, 1, received_at FROM release_reports`,
    );
    await releases.query(
      `INSERT INTO release_report_networks (tenant_id, app_id, network_id, used, room, expires_at)
       SELECT tenant_id, app_id, installation_id, 1, 2000, received_at FROM release_reports`,
    );
    await releases.query(
      `INSERT INTO release_installations (tenant_id, release_id, installation_id, first_reported_at)
       SELECT tenant_id, release_id, installation_id, received_at FROM release_reports`,
    );
    // The sweep has a plan for empty tables by now, and would keep it. Elsewhere autovacuum counts the rows.
    await releases.query(`ANALYZE ${SWEPT.join(', ')}`);
    await devices.send([aReport(release, 'failed')]).expect(202);
    await api.get(Sweeps).runAll();
    for (const table of SWEPT) {
      expect([table, (await releases.query(`SELECT FROM ${table}`)).length]).toEqual([table, 1]);
    }
  }, 60_000);

  it('is not deleted if it is renewed at that very moment', async () => {
    const key = aDeviceKey();
    await devices.send([aReport(release, 'failed')], key).expect(202);
    await later(api, '401 days');
    const [written, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const revival = api.database.run(api.tenantId, async () => {
      await api.database.query(`UPDATE release_report_quotas SET expires_at = now() + interval '1 day'`);
      await api.database.query('UPDATE release_outcomes SET received_at = now()');
      await api.database.query('UPDATE release_devices SET last_reported_at = now()');
      written.resolve();
      await done.promise;
    });
    await written.promise;
    // Locked rows are skipped.
    await api.get(Sweeps).runAll();
    done.resolve();
    await revival;
    for (const table of ['release_report_quotas', 'release_outcomes', 'release_devices']) {
      expect([table, (await releases.query(`SELECT FROM ${table}`)).length]).toEqual([table, 1]);
    }
  });

  it('is kept of a device that goes on reporting', async () => {
    const key = aDeviceKey();
    await devices.send([aReport(release, 'installed')], key).expect(202);
    await later(api, '390 days');
    await devices.send([aReport(release, 'offered')], key).expect(202);
    await later(api, '20 days');
    await api.get(Sweeps).runAll();
    expect(await releases.query('SELECT release_id FROM release_devices')).toEqual([{ release_id: release }]);
  });
});
