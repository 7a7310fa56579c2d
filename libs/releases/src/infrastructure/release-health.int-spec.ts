import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Secrets } from '@libs/foundation';
import { newId } from '@libs/kernel';
import { queryAs } from '../../../../test/support/database';
import { rounds } from '../../../../test/support/rounds';
import { suiteDatabase } from '../../../../test/support/suite';
import type { ReleaseReport } from '../domain/release-report';
import { ReleaseHealth } from './release-health';
import { ReleaseReports } from './release-reports';

const NETWORKS = ['203.0.113.0/24', '198.51.100.0/24', '2001:db8:1::/48'];
const BLOCK = '2001:db8::/32';
const blockOf = (network: string) => (network.includes(':') ? BLOCK : null);
const MINUTE = 60_000;

describe('What a health gate reads', () => {
  const test = suiteDatabase();
  let app: { tenantId: string; id: string };
  let reports: ReleaseReports;
  let health: ReleaseHealth;

  beforeAll(async () => {
    const [row] = await queryAs<{ id: string; tenant_id: string }>(
      test.superuserUrl,
      'SELECT id, tenant_id FROM apps WHERE is_default',
    );
    app = { tenantId: row!.tenant_id, id: row!.id };
    reports = new ReleaseReports(test.database, new Secrets([{ id: 'test', bytes: randomBytes(32) }]));
    health = new ReleaseHealth(test.database);
  });

  /** Current, with a gate whose window is an hour. */
  const guarded = async (): Promise<string> => {
    const id = newId();
    await queryAs(
      test.superuserUrl,
      `INSERT INTO releases (tenant_id, id, app_id, platform, package_type, target_platforms, version_name, version_code,
                             upgrade_mode, title, release_notes, health_gate, first_published_at, published_at)
       SELECT $1, $2, $3, 'android', 'wgt', '{android}', '1.0', count(*) + 1, 'optional', '{}', '{}',
              '{"maxFailurePercent":5,"minReports":1000,"windowMinutes":60,"action":"notify"}', now(), now()
         FROM releases`,
      [app.tenantId, id, app.id],
    );
    await queryAs(
      test.superuserUrl,
      `INSERT INTO release_pointers (tenant_id, app_id, platform, package_type, release_id)
       VALUES ($1, $2, 'android', 'wgt', $3)
       ON CONFLICT (tenant_id, app_id, platform, package_type) DO UPDATE SET release_id = excluded.release_id`,
      [app.tenantId, app.id, id],
    );
    return id;
  };

  it('equals a count by hand, whatever is reported in whatever order', async () => {
    const event = fc.record({
      status: fc.constantFrom('failed' as const, 'first_run_ok' as const, 'installed' as const),
      // Well within the window, well beyond it, or in the future.
      minutesAgo: fc.oneof(fc.constant(-4), fc.integer({ min: 1, max: 55 }), fc.integer({ min: 65, max: 200 })),
      again: fc.option(fc.nat(30), { freq: 4 }),
    });
    const batch = fc.record({
      phone: fc.nat(11),
      network: fc.constantFrom(...NETWORKS),
      events: fc.array(event, { minLength: 1, maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 30 }), async (batches) => {
        const releaseId = await guarded();
        const phones = Array.from({ length: 12 }, () => newId());
        const told = new Set<string>();
        /** By phone: the network of its first report, and its last one. In the order of the first reports. */
        const heard = new Map<number, { network: string; at: number; status: string }>();
        for (const { phone, network, events } of batches) {
          const now = Date.now();
          const sent = events.map(({ status, minutesAgo, again }): ReleaseReport => ({
            eventId: (again === null ? undefined : [...told][again % Math.max(told.size, 1)]) ?? newId(),
            releaseId,
            status,
            errorCode: null,
            fromVersionCode: 0,
            occurredAt: new Date(now - minutesAgo * MINUTE),
          }));
          const device = { deviceKey: phones[phone]!, network, block: blockOf(network) };
          await test.database.run(app.tenantId, () => reports.add(app, device, sent));
          for (const { eventId, status, occurredAt } of sent) {
            if (told.has(eventId)) continue;
            told.add(eventId);
            if (status === 'installed') continue;
            const at = Math.min(occurredAt.getTime(), now);
            const before = heard.get(phone);
            if (!before) heard.set(phone, { network, at, status });
            else if (at >= before.at) heard.set(phone, { ...before, at, status });
          }
        }
        const within = [...heard.values()].filter(({ at }) => at > Date.now() - 60 * MINUTE);
        const counted = NETWORKS.flatMap((network) => within.filter((word) => word.network === network).slice(0, 3));
        expect(await health.read(app.tenantId, releaseId)).toMatchObject({
          failures: counted.filter(({ status }) => status === 'failed').length,
          reports: counted.length,
          heard: within.length,
        });
      }),
      { numRuns: rounds(60) },
    );
  }, 60_000);

  const failure = (releaseId: string): ReleaseReport => ({
    eventId: newId(),
    releaseId,
    status: 'failed',
    errorCode: null,
    fromVersionCode: 0,
    occurredAt: new Date(),
  });
  /** Invented installations, four in each of so many networks, each with a failure. */
  const invent = async (releaseId: string, networks: number, networkOf: (index: number) => string) => {
    for (let index = 0; index < networks * 4; index++) {
      const network = networkOf(Math.floor(index / 4));
      const device = { deviceKey: newId(), network, block: blockOf(network) };
      await test.database.run(app.tenantId, () => reports.add(app, device, [failure(releaseId)]));
    }
  };

  it('of the networks of one /32 is 30 installations, the first, however many networks it has', async () => {
    const releaseId = await guarded();
    await invent(releaseId, 12, (index) => `2001:db8:${(index + 10).toString(16)}::/48`);
    expect(await health.read(app.tenantId, releaseId)).toMatchObject({ failures: 30, reports: 30, heard: 48 });
    // Of IPv4 nobody has that many networks.
    await invent(releaseId, 12, (index) => `20.0.${index}.0/24`);
    expect(await health.read(app.tenantId, releaseId)).toMatchObject({ failures: 66, reports: 66, heard: 96 });
  });

  it('tells how many installations reported anything, where the gate would take the release away', async () => {
    const releaseId = await guarded();
    await invent(releaseId, 1, () => NETWORKS[0]!);
    const device = { deviceKey: newId(), network: NETWORKS[0]!, block: null };
    for (const status of ['offered', 'installed'] as const) {
      await test.database.run(app.tenantId, () => reports.add(app, device, [{ ...failure(releaseId), status }]));
    }
    expect(await health.read(app.tenantId, releaseId)).toMatchObject({ heard: 4, installations: null });
    await queryAs(
      test.superuserUrl,
      `UPDATE releases SET health_gate = health_gate || '{"action":"unpublish"}' WHERE id = $1`,
      [releaseId],
    );
    expect(await health.read(app.tenantId, releaseId)).toMatchObject({ failures: 3, installations: 5 });
  });
});
