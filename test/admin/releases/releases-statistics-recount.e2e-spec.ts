import { assert, asyncProperty, array, constantFrom, integer, nat, option, record, uuid } from 'fast-check';
import { aReport, reporter } from '../../support/reports';
import { TestReleases } from '../../public/support/releases';
import { aDeviceKey } from '../../support/api';
import { queryAs } from '../../support/database';
import { rounds } from '../../support/rounds';
import { suiteApi } from '../../support/suite';
import { suiteOwner } from '../support/admin';
import { aManagedApp } from '../support/apps';
import { type Counts, recount, type StatisticsAnswer, STATUSES, type Told } from '../support/statistics';

const HOUR = 3_600_000;

describe('The statistics of a release', () => {
  const api = suiteApi();
  const stored = new TestReleases(api);
  const admin = suiteOwner(api);
  let appId: string;

  const aRelease = (columns: object = {}) => stored.add({ app_id: appId, ...columns });
  const read = async (id: string): Promise<StatisticsAnswer> =>
    (await admin.get(`apps/${appId}/mobile/releases/${id}/statistics`).expect(200)).body.data as StatisticsAnswer;

  it('equal a count by hand, whatever is reported in whatever order', async () => {
    const event = record({
      release: nat(3),
      status: constantFrom(...STATUSES),
      hoursAgo: integer({ min: 0, max: 29 * 24 }),
      /** A repetition of an earlier report. */
      again: option(nat(30), { freq: 4 }),
      id: uuid(),
    });
    const batch = record({ device: nat(4), events: array(event, { minLength: 1, maxLength: 12 }) });
    await assert(
      asyncProperty(array(batch, { minLength: 1, maxLength: 8 }), async (batches) => {
        appId = (await aManagedApp(admin)).id;
        const both = ['android', 'ios'];
        const android = [await aRelease(), await aRelease()];
        const wgts = [
          await aRelease({ package_type: 'wgt', target_platforms: both }),
          await aRelease({ package_type: 'wgt', target_platforms: both }),
        ];
        const all = [...android, ...wgts];
        const packageOf = new Map(all.map((id) => [id, wgts.includes(id) ? 'wgt' : 'native_app']));
        const phones = Array.from({ length: 5 }, (_, index) => ({
          key: aDeviceKey(),
          platform: index < 3 ? 'android' : 'ios',
        }));
        const told: Told[] = [];
        for (const { device, events } of batches) {
          const phone = phones[device]!;
          const own = told.filter((one) => one.device === phone.key);
          const reports = events.map(({ release, status, hoursAgo, again, id }) => {
            const repeated = again === null ? undefined : own[again % Math.max(own.length, 1)]?.report;
            // A phone with iOS gets only what targets iOS.
            const released = phone.platform === 'ios' ? wgts[release % 2]! : all[release]!;
            const occurred_at = new Date(Date.now() - hoursAgo * HOUR - 1_000).toISOString();
            return aReport(released, status, {
              occurred_at,
              event_id: repeated?.event_id ?? id,
              ...(wgts.includes(released) ? { platform: phone.platform } : {}),
            });
          });
          await reporter(api, appId).send(reports, phone.key).expect(202);
          told.push(...reports.map((report) => ({ report, device: phone.key, platform: phone.platform })));
        }
        for (const id of all) {
          const targets = wgts.includes(id) ? both : ['android'];
          expect(await read(id)).toMatchObject(recount(id, targets, packageOf, told));
        }
      }),
      { numRuns: rounds(20) },
    );
  }, 120_000);

  it('equal the stored reports, even when all devices report at once', async () => {
    appId = (await aManagedApp(admin)).id;
    const id = await aRelease();
    const phones = Array.from({ length: 12 }, () => aDeviceKey());
    const pool = Array.from({ length: 120 }, (_, index) => aReport(id, STATUSES[index % STATUSES.length]));
    const batches = Array.from({ length: 40 }, (_, index) =>
      pool.filter((_report, place) => (place + index) % 4 === 0),
    );
    const answers = await Promise.all(
      batches.map((batch, index) => reporter(api, appId).send(batch, phones[index % 12])),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    const [kept] = await queryAs<Counts>(
      api.urls.superuserUrl,
      `SELECT ${STATUSES.map((status) => `(count(*) FILTER (WHERE status = '${status}'))::int AS ${status}`).join(', ')}
         FROM release_reports WHERE release_id = $1`,
      [id],
    );
    const { totals, device_count } = await read(id);
    expect(totals).toEqual(kept);
    expect(Object.values(totals).reduce((sum, count) => sum + count, 0)).toBe(120);
    // Some of the phones may have reported nothing new.
    const [reporting] = await queryAs<{ count: number }>(
      api.urls.superuserUrl,
      'SELECT count(DISTINCT installation_id)::int AS count FROM release_reports WHERE release_id = $1',
      [id],
    );
    expect(device_count).toBe(reporting!.count);
  }, 30_000);
});
