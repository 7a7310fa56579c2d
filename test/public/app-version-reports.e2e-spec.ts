import { randomUUID } from 'node:crypto';
import { asOwner } from '../admin/support/admin';
import { aManagedApp } from '../admin/support/apps';
import { expectProblem, reasons } from '../http/support/problem';
import { aDeviceKey, startTestApi, type TestApi } from '../support/api';
import { TestReleases } from './support/releases';
import { aReport, countsOf, REPORTS, reporter, reportsOf } from '../support/reports';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

describe('POST /api/v1/public/app-version/reports', () => {
  let api: TestApi;
  let releases: TestReleases;
  let release: string;
  let devices: ReturnType<typeof reporter>;

  beforeAll(async () => {
    api = await startTestApi();
    releases = new TestReleases(api);
    devices = reporter(api);
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    await releases.clear();
    release = await releases.publish({ version_code: 20 });
  });

  const dayRows = () =>
    releases.query<{ day: string; platform: string; status: Record<string, number> }>(
      `SELECT day::text, platform, offered::int, installed::int, failed::int, rolled_back::int
         FROM release_report_days ORDER BY day, platform`,
    );

  it('takes what a device went through, and counts it on the day on which it occurred', async () => {
    const [deviceKey, occurred_at] = [aDeviceKey(), ago(3 * DAY)];
    const statuses = [
      'offered',
      'download_started',
      'downloaded',
      'installed',
      'first_run_ok',
      'failed',
      'rolled_back',
    ];
    const batch = statuses.map((status) => aReport(release, status, { occurred_at }));
    const answer = await devices.send(batch, deviceKey.toUpperCase()).expect(202);
    expect(answer.body).toEqual({ data: { accepted: 7, duplicates: 0 } });
    expect(await countsOf(api, release)).toEqual({ reports: 7, counted: 7 });
    expect(await dayRows()).toEqual([
      { day: occurred_at.slice(0, 10), platform: 'android', offered: 1, installed: 1, failed: 1, rolled_back: 1 },
    ]);
    const kept = await releases.query<object>(
      `SELECT installation_id, platform, status, error_code, from_version_code, occurred_at FROM release_reports
        WHERE event_id = $1`,
      [batch[3]!.event_id],
    );
    expect(kept).toEqual([
      {
        // The key itself is personal and not kept.
        installation_id: expect.not.stringMatching(deviceKey),
        platform: 'android',
        status: 'installed',
        error_code: null,
        from_version_code: 10,
        occurred_at: new Date(occurred_at),
      },
    ]);
  });

  it('keeps the code of an error', async () => {
    const batch = ['E_NO_SPACE', '-1205', 'net:timeout.1', 'x'.repeat(64)].map((error_code) =>
      aReport(release, 'failed', { error_code }),
    );
    await devices.send(batch).expect(202);
    const rows = await releases.query<{ error_code: string }>('SELECT error_code FROM release_reports');
    expect(rows.map(({ error_code }) => error_code).sort()).toEqual(batch.map(({ error_code }) => error_code).sort());
  });

  describe('needs', () => {
    it('an App', async () => {
      const answer = await api.http.post(REPORTS).set('X-AK-Device-Key', aDeviceKey()).send({ reports: [] });
      expectProblem(answer, 400, 'APP.HEADER.REQUIRED');
      const unknown = await reporter(api, randomUUID()).send([aReport(release)]);
      expectProblem(unknown, 400, 'APP.HEADER.UNAVAILABLE');
    });

    it.each([
      [{}, 'X-AK-Device-Key required'],
      [{ 'X-AK-Device-Key': '' }, 'X-AK-Device-Key not_uuid'],
      [{ 'X-AK-Device-Key': 'my-phone' }, 'X-AK-Device-Key not_uuid'],
    ])('a device key: %j', async (headers, reason) => {
      const answer = await api.http
        .post(REPORTS)
        .set({ 'X-AppID': api.appId, ...headers })
        .send({ reports: [aReport(release)] });
      expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(answer.body)).toEqual([reason]);
    });

    it('JSON', async () => {
      const request = api.http.post(REPORTS).set({ 'X-AppID': api.appId, 'X-AK-Device-Key': aDeviceKey() });
      expectProblem(await request.type('text/plain').send('hello'), 415, 'REQUEST.UNSUPPORTED_MEDIA_TYPE');
    });

    it.each<[unknown, string]>([
      [undefined, 'reports required'],
      [null, 'reports required'],
      [{}, 'reports not_list'],
      [[], 'reports too_few_items'],
      [[1], 'reports.0 not_object'],
    ])('reports: %j', async (reports, reason) => {
      const answer = await devices.send(reports as object[]);
      expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(answer.body)).toEqual([reason]);
    });

    it('not more than 50 of them', async () => {
      await devices.send(reportsOf(release, 'offered', 50)).expect(202);
      const answer = await devices.send(reportsOf(release, 'offered', 51));
      expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(answer.body)).toEqual(['reports too_many_items']);
    });

    it.each<[object, string]>([
      [{ event_id: undefined }, 'event_id required'],
      [{ event_id: 'first' }, 'event_id not_uuid'],
      [{ release_id: undefined }, 'release_id required'],
      [{ release_id: 7 }, 'release_id not_string'],
      [{ status: undefined }, 'status required'],
      [{ status: 'launched' }, 'status not_allowed'],
      [{ from_version_code: undefined }, 'from_version_code required'],
      [{ from_version_code: -1 }, 'from_version_code out_of_range'],
      [{ from_version_code: 2 ** 31 }, 'from_version_code out_of_range'],
      [{ from_version_code: '10' }, 'from_version_code not_integer'],
      [{ occurred_at: undefined }, 'occurred_at required'],
      [{ occurred_at: '2026-11-21' }, 'occurred_at not_instant'],
      [{ occurred_at: 1_795_251_600 }, 'occurred_at not_string'],
      [{ error_code: '' }, 'error_code required'],
      [{ error_code: 'no space' }, 'error_code invalid'],
      [{ error_code: '<b>' }, 'error_code invalid'],
      [{ error_code: 'x'.repeat(65) }, 'error_code too_long'],
      [{ platform: 'windows' }, 'platform not_allowed'],
      [{ device: 'mine' }, 'device unknown_field'],
    ])('sound ones: %j is %s', async (changes, reason) => {
      const answer = await devices.send([aReport(release), { ...aReport(release), ...changes }]);
      expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(answer.body)).toEqual([`reports.1.${reason}`]);
      expect(await countsOf(api, release)).toEqual({ reports: 0, counted: 0 });
    });
  });

  it.each<[string, number, string | null]>([
    ['six minutes ahead', -6 * MINUTE, 'in_future'],
    ['four minutes ahead', -4 * MINUTE, null],
    ['almost 30 days old', 30 * DAY - MINUTE, null],
    ['more than 30 days old', 30 * DAY + MINUTE, 'too_old'],
    ['as old as our era', Date.now() - Date.parse('0000-01-01T00:00:00Z'), 'too_old'],
    ['as late as years are written', Date.now() - Date.parse('9999-12-30T00:00:00Z'), 'in_future'],
  ])('looks at the time: %s', async (_what, age, problem) => {
    const answer = await devices.send([aReport(release, 'installed', { occurred_at: ago(age) })]);
    expect([answer.status, ...reasons(answer.body)]).toEqual(
      problem === null ? [202] : [422, `reports.0.occurred_at ${problem}`],
    );
  });

  it('takes reports of releases only that the App has published, or else no report of the batch', async () => {
    const other = await aManagedApp(await asOwner(api));
    const draft = await releases.add({ published_at: null, first_published_at: null });
    const foreign = await releases.add({ app_id: other.id });
    const deleted = await releases.add({ deleted_at: '2026-11-21T09:00:00Z' });
    const offline = await releases.add();
    await devices.send([aReport(offline)]).expect(202);
    const batch = [aReport(release), aReport(draft), aReport(foreign), aReport(deleted), aReport(randomUUID())];
    const answer = await devices.send(batch);
    expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
    expect(reasons(answer.body)).toEqual([1, 2, 3, 4].map((place) => `reports.${place}.release_id unknown_release`));
    expect(await countsOf(api, release)).toEqual({ reports: 0, counted: 0 });
    await reporter(api, other.id)
      .send([aReport(foreign)])
      .expect(202);
  });

  it('counts for the platform that the device tells, or else for that of the release', async () => {
    const wgt = await releases.add({ package_type: 'wgt', target_platforms: ['android', 'ios'] });
    await devices.send([aReport(wgt, 'offered', { platform: 'ios' }), aReport(wgt, 'offered')]).expect(202);
    expect((await dayRows()).map(({ platform }) => platform)).toEqual(['android', 'ios']);
    const answer = await devices.send([aReport(wgt), aReport(wgt, 'offered', { platform: 'harmony' })]);
    expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
    expect(reasons(answer.body)).toEqual(['reports.1.platform not_a_target']);
  });

  describe('counts an event once', () => {
    it('however often a batch is sent', async () => {
      const [batch, key] = [reportsOf(release, 'installed', 5), aDeviceKey()];
      await devices.send(batch, key).expect(202);
      const before = await dayRows();
      for (const again of [batch, [...batch].reverse(), batch.slice(2)]) {
        const { body } = await devices.send(again, key).expect(202);
        expect(body.data).toEqual({ accepted: 0, duplicates: again.length });
      }
      expect(await dayRows()).toEqual(before);
      expect(await countsOf(api, release)).toEqual({ reports: 5, counted: 5 });
      const more = await devices.send([...batch, aReport(release)], key).expect(202);
      expect(more.body.data).toEqual({ accepted: 1, duplicates: 5 });
    });

    it('that stands twice in a batch: the first of both', async () => {
      const first = aReport(release, 'installed');
      const { body } = await devices.send([first, { ...first, status: 'failed' }, first]).expect(202);
      expect(body.data).toEqual({ accepted: 1, duplicates: 2 });
      expect(await releases.query('SELECT status FROM release_reports')).toEqual([{ status: 'installed' }]);
    });

    it('for each App', async () => {
      const other = await aManagedApp(await asOwner(api));
      const theirs = await releases.add({ app_id: other.id });
      const event_id = randomUUID();
      await devices.send([aReport(release, 'offered', { event_id })]).expect(202);
      const { body } = await reporter(api, other.id)
        .send([aReport(theirs, 'offered', { event_id: event_id.toUpperCase() })])
        .expect(202);
      expect(body.data.accepted).toBe(1);
    });

    it('when the same batch comes twenty times at once', async () => {
      const [batch, key] = [reportsOf(release, 'failed', 50), aDeviceKey()];
      const answers = await Promise.all(Array.from({ length: 20 }, () => devices.send(batch, key)));
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(202));
      const accepted = answers.map(({ body }) => (body as { data: { accepted: number } }).data.accepted);
      expect(accepted.reduce((sum, count) => sum + count, 0)).toBe(50);
      expect(await countsOf(api, release)).toEqual({ reports: 50, counted: 50 });
    }, 30_000);

    it('when batches overlap in any order, and none of them fails', async () => {
      const others = await Promise.all([releases.add(), releases.add({ platform: 'ios' })]);
      const pool = [release, ...others].flatMap((id) => [
        ...reportsOf(id, 'offered', 10),
        ...reportsOf(id, 'failed', 10),
      ]);
      const batches = Array.from({ length: 24 }, (_, index) => {
        const batch = pool.filter((_report, place) => (place * 7 + index) % 3 > 0);
        return index % 2 === 0 ? batch : batch.reverse();
      });
      const keys = [aDeviceKey(), aDeviceKey(), aDeviceKey()];
      const answers = await Promise.all(batches.map((batch, index) => devices.send(batch, keys[index % 3])));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
      for (const id of [release, ...others]) expect(await countsOf(api, id)).toEqual({ reports: 20, counted: 20 });
    }, 30_000);
  });

  it('is shut with the App', async () => {
    const admin = await asOwner(api);
    const own = await aManagedApp(admin);
    const theirs = await releases.add({ app_id: own.id });
    await admin.post(`apps/${own.id}/disable`, { lock_version: own.lock_version }).expect(200);
    await releases.known();
    expectProblem(await reporter(api, own.id).send([aReport(theirs)]), 400, 'APP.HEADER.UNAVAILABLE');
  });
});

describe('Reports, with RATE_LIMIT_ENABLED', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startTestApi({ RATE_LIMIT_ENABLED: 'true' });
  });
  afterAll(() => api.close());

  it('are limited for each installation', async () => {
    const [devices, key] = [reporter(api), aDeviceKey()];
    const answers = await Promise.all(Array.from({ length: 60 }, () => devices.send([], key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422]));
    const refused = await devices.send([], key.toUpperCase());
    expectProblem(refused, 429, 'REQUEST.RATE_LIMITED');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const other = await devices.send([], aDeviceKey());
    expect(other.status).toBe(422);
    expect(other.headers['ratelimit-policy']).toBe('"reports";q=1200;w=60, "installation_reports";q=60;w=60');
  });
});
