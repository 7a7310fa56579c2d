import { expectProblem, reasons } from '../../http/support/problem';
import { aReport, reporter } from '../../support/reports';
import { TestReleases } from '../../public/support/releases';
import { aDeviceKey } from '../../support/api';
import { suiteApi } from '../../support/suite';
import { adminClient, asOwner, asRoles, suiteOwner } from '../support/admin';
import { aManagedApp, anotherTenant } from '../support/apps';
import { releaseClient } from '../support/releases';
import { NONE, type StatisticsAnswer } from '../support/statistics';

const HOUR = 3_600_000;
const UNKNOWN = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be9ff';

describe('GET …/mobile/releases/{id}/statistics', () => {
  const api = suiteApi();
  const stored = new TestReleases(api);
  const admin = suiteOwner(api);
  let appId: string;
  let path: string;
  let devices: ReturnType<typeof reporter>;

  beforeEach(async () => {
    appId = (await aManagedApp(admin)).id;
    path = `apps/${appId}/mobile/releases`;
    devices = reporter(api, appId);
  });

  const aRelease = (columns: object = {}) => stored.add({ app_id: appId, ...columns });
  const read = async (id: string, query = ''): Promise<StatisticsAnswer> =>
    (await admin.get(`${path}/${id}/statistics${query}`).expect(200)).body.data as StatisticsAnswer;

  it('of a release without reports', async () => {
    const { id } = await releaseClient(admin, path).create({ target_platforms: ['android', 'ios'] });
    const nothing = { ...NONE, failure_rate: null, device_count: 0, adopted_count: 0, adoption_rate: null };
    expect(await read(id)).toEqual({
      release_id: id,
      from: null,
      to: null,
      totals: NONE,
      failure_rate: null,
      device_count: 0,
      adopted_count: 0,
      adoption_rate: null,
      download_count: 0,
      health_tripped_at: null,
      by_platform: [
        { platform: 'android', ...nothing },
        { platform: 'ios', ...nothing },
      ],
      by_day: [],
      errors: [],
    });
  });

  it('count reports, downloads, failures and adoption', async () => {
    const id = await aRelease({ package_type: 'wgt', target_platforms: ['android', 'ios'] });
    const occurred_at = new Date().toISOString();
    const on = (platform: string, ...statuses: string[]) =>
      statuses.map((status) =>
        aReport(id, status, { platform, occurred_at, ...(status === 'failed' ? { error_code: 'E1' } : {}) }),
      );
    await devices.send(on('android', 'offered', 'installed', 'first_run_ok')).expect(202);
    await devices.send(on('android', 'offered', 'failed')).expect(202);
    await devices.send(on('android', 'installed', 'rolled_back')).expect(202);
    await devices.send(on('ios', 'offered', 'download_started', 'downloaded', 'installed')).expect(202);
    await stored.query(
      `INSERT INTO release_downloads (tenant_id, release_id, day, count) VALUES ($1, $2, '2026-01-01', 5000000000)`,
      [api.tenantId, id],
    );
    const today = occurred_at.slice(0, 10);
    const android = { ...NONE, offered: 2, installed: 2, first_run_ok: 1, failed: 1, rolled_back: 1 };
    const ios = { ...NONE, offered: 1, download_started: 1, downloaded: 1, installed: 1 };
    expect(await read(id)).toEqual({
      release_id: id,
      from: null,
      to: null,
      totals: { ...android, offered: 3, download_started: 1, downloaded: 1, installed: 3 },
      failure_rate: 0.5,
      device_count: 4,
      adopted_count: 2,
      adoption_rate: 0.5,
      download_count: 5_000_000_000,
      health_tripped_at: null,
      by_platform: [
        { platform: 'android', ...android, failure_rate: 0.5, device_count: 3, adopted_count: 1, adoption_rate: 1 / 3 },
        { platform: 'ios', ...ios, failure_rate: null, device_count: 1, adopted_count: 1, adoption_rate: 1 },
      ],
      by_day: [
        { date: today, platform: 'android', ...android, failure_rate: 0.5, adoption_rate: 1 / 3 },
        { date: today, platform: 'ios', ...ios, failure_rate: null, adoption_rate: 1 },
      ],
      errors: [{ error_code: 'E1', count: 1 }],
    });
  });

  it('lose a device to the next release that it installs, whichever report comes first', async () => {
    const [old, next] = [await aRelease(), await aRelease()];
    const key = aDeviceKey();
    const at = (hours: number) => ({ occurred_at: new Date(Date.now() - hours * HOUR).toISOString() });
    await devices.send([aReport(next, 'installed', at(1))], key).expect(202);
    await devices.send([aReport(old, 'installed', at(2))], key).expect(202);
    expect([(await read(old)).adoption_rate, (await read(next)).adoption_rate]).toEqual([0, 1]);
    await devices.send([aReport(next, 'rolled_back', at(0)), aReport(next, 'failed', at(0.5))], key).expect(202);
    expect([(await read(old)).adoption_rate, (await read(next)).adoption_rate]).toEqual([0, 0]);
  });

  it('count the devices of the App on the platform, whichever release they reported on', async () => {
    const [id, other] = [await aRelease(), await aRelease()];
    const [wgt, ios] = [await aRelease({ package_type: 'wgt' }), await aRelease({ platform: 'ios' })];
    for (const released of [id, other, other, wgt, ios])
      await devices.send([aReport(released, 'installed')]).expect(202);
    expect(await read(id)).toMatchObject({ device_count: 3, adopted_count: 1, adoption_rate: 1 / 3 });
  });

  it('name the most frequent errors', async () => {
    const id = await aRelease();
    const failures = Array.from({ length: 66 }, (_, index) => {
      // E1 once, E2 twice, … E11 eleven times.
      const error_code = `E${Math.ceil((Math.sqrt(8 * (index + 1) + 1) - 1) / 2)}`;
      return aReport(id, 'failed', { error_code });
    });
    await devices.sendAll([...failures, aReport(id, 'failed'), aReport(id, 'failed'), aReport(id, 'failed')]);
    const { errors } = await read(id);
    expect(errors).toEqual([
      ...[11, 10, 9, 8, 7, 6, 5, 4, 3].map((count) => ({ error_code: `E${count}`, count })),
      { error_code: null, count: 3 },
    ]);
  });

  describe('of a range of days', () => {
    const DAYS = ['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02'];

    const aCountedRelease = async (): Promise<string> => {
      const id = await aRelease();
      for (const [index, day] of DAYS.entries()) {
        await stored.query(
          `INSERT INTO release_report_days (tenant_id, release_id, day, platform, slot, offered, download_started,
                                            downloaded, installed, first_run_ok, failed, rolled_back)
           VALUES ($1, $2, $3, 'android', 0, $4, 0, 0, 0, 0, 0, 0), ($1, $2, $3, 'android', 7, $4, 0, 0, 0, 0, 0, 0)`,
          [api.tenantId, id, day, 10 ** index],
        );
        await stored.query(
          'INSERT INTO release_downloads (tenant_id, release_id, day, count) VALUES ($1, $2, $3, $4)',
          [api.tenantId, id, day, 10 ** index],
        );
      }
      return id;
    };

    it.each<[string, number, number]>([
      ['', 4, 1_111],
      ['?from=2026-10-31', 3, 1_110],
      ['?to=2026-11-01', 3, 111],
      ['?from=2026-10-31&to=2026-11-01', 2, 110],
      ['?from=2026-11-01&to=2026-11-01', 1, 100],
      ['?from=2027-01-01', 0, 0],
      ['?to=0001-01-01', 0, 0],
      ['?from=0001-01-01&to=9999-12-31', 4, 1_111],
    ])('%s', async (query, days, sum) => {
      const answer = await read(await aCountedRelease(), query);
      expect(answer.totals.offered).toBe(sum * 2);
      expect(answer['download_count']).toBe(sum);
      expect(answer.by_day).toHaveLength(days);
    });

    it.each([
      ['from=yesterday', 'from not_date'],
      ['from=2026-02-30', 'from not_date'],
      ['to=0000-01-01', 'to not_date'],
      ['to=2026-11-01T00:00:00Z', 'to not_date'],
      ['from=2026-11-02&to=2026-11-01', 'to before_from'],
      ['from=2026-11-02&from=2026-11-01', 'from repeated'],
    ])('refuses %s', async (query, reason) => {
      const answer = await admin.get(`${path}/${await aRelease()}/statistics?${query}`);
      expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(answer.body)).toEqual([reason]);
    });
  });

  it('are of the releases of the App only', async () => {
    const own = await aRelease();
    const other = (await aManagedApp(admin)).id;
    const deleted = await aRelease({ deleted_at: '2026-11-21T09:00:00Z' });
    for (const place of [
      `${path}/${UNKNOWN}/statistics`,
      `${path}/${deleted}/statistics`,
      `${path}/explanation/statistics`,
      `apps/${other}/mobile/releases/${own}/statistics`,
      `apps/${UNKNOWN}/mobile/releases/${own}/statistics`,
      `mobile/releases/${own}/statistics`,
    ]) {
      const { status, body } = await admin.get(place).set('X-AppID', appId);
      expect([place, status, (body as { code: string }).code]).toEqual([
        place,
        404,
        place.startsWith('mobile') ? 'ROUTE.NOT_FOUND' : 'RESOURCE.NOT_FOUND',
      ]);
    }
    const away = await asOwner(api, { 'X-Tenant-ID': await anotherTenant(api) });
    expectProblem(await away.get(`${path}/${own}/statistics`), 404, 'RESOURCE.NOT_FOUND');
  });

  it('need releases.read', async () => {
    const id = await aRelease();
    expectProblem(await adminClient(api).get(`${path}/${id}/statistics`), 401, 'IAM.TOKEN.MISSING');
    await (await asRoles(api, 'auditor')).get(`${path}/${id}/statistics`).expect(200);
    const refused = await (await asRoles(api, 'content_editor')).get(`${path}/${id}/statistics`);
    expectProblem(refused, 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
  });
});
