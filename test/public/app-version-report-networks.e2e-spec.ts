import { DROPPED_REPORTS, type DroppedReports } from '../../libs/foundation/src/diagnostics/channels';
import { asOwner } from '../admin/support/admin';
import { aManagedApp } from '../admin/support/apps';
import { later } from '../support/time-travel';
import { aDeviceKey, startTestApi, type TestApi } from '../support/api';
import { TestReleases } from './support/releases';
import { aReport, reporter, reportsOf } from '../support/reports';

describe('A network is heard 2,000 times a day at an App', () => {
  let apis: [TestApi, TestApi];
  let api: TestApi;
  let releases: TestReleases;
  let release: string;
  let network = 0;

  beforeAll(async () => {
    api = await startTestApi({ TRUST_PROXY: '1' });
    apis = [api, await startTestApi({ TRUST_PROXY: '1' }, api.urls)];
    releases = new TestReleases(api);
  });
  afterAll(async () => {
    await apis[1].close();
    await api.close();
  });
  beforeEach(async () => {
    await releases.clear();
    release = await releases.publish({ version_code: 20 });
    network += 1;
  });

  const address = (host: number) => `21.0.${network}.${(host % 254) + 1}`;
  /** Batches of invented installations, from all over the network and to both processes at once. */
  const invent = async (batches: number, size: number, from = address) => {
    const sent = Array.from({ length: batches }, (_, index) =>
      reporter(apis[index % 2]!)
        .send(reportsOf(release, 'offered', size), aDeviceKey(), from(index))
        .expect(202),
    );
    for (const { body } of await Promise.all(sent)) expect(body.data).toEqual({ accepted: size, duplicates: 0 });
  };
  const stored = async () => {
    const [row] = await releases.query(
      `SELECT (SELECT count(*)::int FROM release_reports) AS reports,
              (SELECT coalesce(sum(offered + failed + installed), 0)::int FROM release_report_days) AS counted,
              (SELECT count(*)::int FROM release_devices) AS devices,
              (SELECT count(*)::int FROM release_device_days) AS device_days,
              (SELECT count(*)::int FROM release_installations) AS installations,
              (SELECT count(*)::int FROM release_report_quotas) AS quotas,
              (SELECT count(*)::int FROM release_outcomes) AS outcomes`,
    );
    return row as Record<'reports' | 'counted' | 'devices' | 'quotas', number>;
  };

  it('exactly, however many installations are invented at the same time, and no answer tells of it', async () => {
    await invent(60, 47);
    expect(await stored()).toMatchObject({ reports: 2_000, counted: 2_000 });
    const [row] = await releases.query('SELECT used FROM release_report_networks');
    expect(row).toEqual({ used: 2_000 });
  }, 60_000);

  it('and what is beyond leaves no trace but a figure of the process', async () => {
    await invent(40, 50);
    const before = await stored();
    const dropped: DroppedReports[] = [];
    const hear = (one: unknown) => dropped.push(one as DroppedReports);
    DROPPED_REPORTS.subscribe(hear);
    const batch = ['failed', 'installed', 'first_run_ok'].map((status) => aReport(release, status));
    for (let invented = 0; invented < 20; invented++) {
      const { body } = await reporter(api).send(batch, aDeviceKey(), address(invented)).expect(202);
      expect(body.data).toEqual({ accepted: 3, duplicates: 0 });
    }
    DROPPED_REPORTS.unsubscribe(hear);
    expect(await stored()).toEqual(before);
    expect(dropped).toEqual(Array(20).fill({ budget: 'network', reports: 3 }));
    // What is wrong is still refused.
    await reporter(api)
      .send([aReport(aDeviceKey(), 'failed')], aDeviceKey(), address(1))
      .expect(422);
  }, 60_000);

  it('and other networks, other Apps and the next day have their own', async () => {
    await invent(40, 50);
    await invent(1, 50, () => `22.0.${network}.1`);
    await invent(1, 50, () => `2001:db8:${network.toString(16)}::1`);
    expect(await stored()).toMatchObject({ reports: 2_100 });
    const own = await aManagedApp(await asOwner(api));
    const theirs = await releases.add({ app_id: own.id });
    await reporter(api, own.id)
      .send([aReport(theirs)], aDeviceKey(), address(1))
      .expect(202);
    expect(await stored()).toMatchObject({ reports: 2_101 });
    await later(api, '25 hours');
    await invent(1, 50);
    expect(await stored()).toMatchObject({ reports: 2_151 });
  }, 60_000);
});
