import { Sweeps } from '@libs/foundation';
import { asOwner } from '../admin/support/admin';
import { aManagedApp } from '../admin/support/apps';
import { later } from '../support/time-travel';
import { aDeviceKey, startTestApi, type TestApi } from '../support/api';
import { TestReleases } from './support/releases';
import { aReport, countsOf, type Report, reporter, reportsOf } from '../support/reports';

describe('An installation is heard 200 times a day', () => {
  let apis: [TestApi, TestApi];
  let api: TestApi;
  let releases: TestReleases;
  let release: string;
  let key: string;
  let devices: ReturnType<typeof reporter>;

  beforeAll(async () => {
    api = await startTestApi();
    apis = [api, await startTestApi({}, api.urls)];
    releases = new TestReleases(api);
    devices = reporter(api);
  });
  afterAll(async () => {
    await apis[1].close();
    await api.close();
  });
  beforeEach(async () => {
    await releases.clear();
    release = await releases.publish({ version_code: 20 });
    key = aDeviceKey();
  });

  const tell = async (reports: readonly Report[], deviceKey = key) => {
    const { body } = await devices.send(reports, deviceKey).expect(202);
    return body.data as { accepted: number; duplicates: number };
  };
  /** Spends this much of the day's quota. */
  const spend = async (count: number, deviceKey = key) => {
    for (let left = count; left > 0; left -= 50)
      await tell(reportsOf(release, 'offered', Math.min(50, left)), deviceKey);
  };
  const counted = async () => (await countsOf(api, release)).counted;
  const kept = async (reports: readonly Report[]) => {
    const rows = await releases.query<{ event_id: string }>(
      'SELECT event_id FROM release_reports WHERE event_id = ANY ($1)',
      [reports.map(({ event_id }) => event_id)],
    );
    return reports.map(({ event_id }) => rows.some((row) => row.event_id === event_id));
  };

  it('however many batches come at the same time, to however many processes; no answer tells of it', async () => {
    const batches = Array.from({ length: 40 }, () => reportsOf(release, 'offered', 17));
    const answers = await Promise.all(
      batches.map((batch, index) =>
        reporter(apis[index % 2]!)
          .send(batch, key)
          .expect(202),
      ),
    );
    for (const { body } of answers) expect(body.data).toEqual({ accepted: 17, duplicates: 0 });
    expect(await countsOf(api, release)).toEqual({ reports: 200, counted: 200 });
    const [quota] = await releases.query('SELECT used FROM release_report_quotas');
    expect(quota).toEqual({ used: 200 });
  }, 60_000);

  it('and what it repeats is not heard again, nor does it spend anything', async () => {
    const known = reportsOf(release, 'offered', 50);
    await tell(known);
    await spend(100);
    const repeats = Array.from({ length: 20 }, (_, index) =>
      reporter(apis[index % 2]!)
        .send(known, key)
        .expect(202),
    );
    for (const { body } of await Promise.all(repeats)) expect(body.data).toEqual({ accepted: 0, duplicates: 50 });
    const more = reportsOf(release, 'offered', 40);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        reporter(apis[index % 2]!)
          .send([...known.slice(0, 10), ...more], key)
          .expect(202),
      ),
    );
    const accepted = answers.map(({ body }) => (body as { data: { accepted: number } }).data.accepted);
    expect(accepted.sort((a, b) => b - a)).toEqual([40, ...Array<number>(9).fill(0)]);
    expect(await counted()).toBe(190);
  }, 30_000);

  it('and of the batch that goes beyond it the first are kept', async () => {
    await spend(180);
    const known = reportsOf(release, 'installed', 1);
    await tell(known);
    const batch = [...known, ...reportsOf(release, 'offered', 40), ...known];
    expect(await tell(batch)).toEqual({ accepted: 40, duplicates: 2 });
    expect(await kept(batch.slice(1, -1))).toEqual([
      ...Array<boolean>(19).fill(true),
      ...Array<boolean>(21).fill(false),
    ]);
    expect(await counted()).toBe(200);
  });

  it('and what is dropped leaves no trace: no count, no device, no outcome', async () => {
    await spend(200);
    const traces = () =>
      releases.query(
        `SELECT (SELECT count(*)::int FROM release_reports) AS reports,
                (SELECT sum(offered + failed + installed)::int FROM release_report_days) AS counted,
                (SELECT count(release_id)::int FROM release_devices) AS holders,
                (SELECT count(*)::int FROM release_outcomes) AS outcomes`,
      );
    expect(await traces()).toEqual([{ reports: 200, counted: 200, holders: 0, outcomes: 0 }]);
    await tell([aReport(release, 'failed'), aReport(release, 'installed'), aReport(release, 'first_run_ok')]);
    expect(await traces()).toEqual([{ reports: 200, counted: 200, holders: 0, outcomes: 0 }]);
  });

  it('and a batch with something wrong spends nothing', async () => {
    await spend(150);
    const wrong = [...reportsOf(release, 'offered', 49), aReport(aDeviceKey(), 'offered')];
    for (let count = 0; count < 3; count++) await devices.send(wrong, key).expect(422);
    await spend(50);
    expect(await counted()).toBe(200);
  });

  it('each for itself, in each App, and again when its day is over', async () => {
    await spend(200);
    const dropped = reportsOf(release, 'offered', 5);
    await tell(dropped);
    await spend(50, aDeviceKey());
    expect(await counted()).toBe(250);
    const other = await aManagedApp(await asOwner(api));
    const theirs = await releases.add({ app_id: other.id });
    await reporter(api, other.id)
      .send([aReport(theirs)], key)
      .expect(202);
    expect((await countsOf(api, theirs)).counted).toBe(1);

    await later(api, '23 hours');
    await tell(dropped);
    expect(await counted()).toBe(250);
    await later(api, '61 minutes');
    // As they were dropped, they are unknown.
    expect(await tell(dropped)).toEqual({ accepted: 5, duplicates: 0 });
    expect(await counted()).toBe(255);
    await spend(200);
    expect(await counted()).toBe(450);
  });

  it('and nothing is left of it once the day is over', async () => {
    await spend(1);
    const left = async () => {
      await api.get(Sweeps).runAll();
      return (await releases.query('SELECT FROM release_report_quotas')).length;
    };
    expect(await left()).toBe(1);
    await later(api, '25 hours');
    expect(await left()).toBe(0);
  });
});
