import { Sweeps } from '@libs/foundation';
import { aReport, anAddress, reporter, reportsOf } from '../../support/reports';
import { aDeviceKey, eventually } from '../../support/api';
import { queryAs } from '../../support/database';
import { isLong } from '../../support/rounds';
import { suiteApi } from '../../support/suite';
import { suiteOwner } from '../support/admin';
import { aGuardedApp, checked, type GuardedApp } from '../support/health';

/** Far more than are heard of a network. */
const KEYS = isLong ? 1_000 : 50;

describe('A health gate counts installations:', () => {
  const api = suiteApi({ TRUST_PROXY: '1' });
  const admin = suiteOwner(api);
  let app: GuardedApp;

  beforeEach(async () => {
    app = await aGuardedApp(api, admin);
  });

  /** How often its gate has acted, once all pending checks are done. */
  const trips = async (id: string) => {
    await checked(api);
    await api.get(Sweeps).runAll();
    return app.trips(id);
  };
  /** This many invented keys, each with a failure, from the addresses in turn. */
  const invent = async (id: string, keys: number, addressOf: (index: number) => string, devices = app.devices) => {
    for (let start = 0; start < keys; start += 50) {
      const some = Array.from({ length: Math.min(50, keys - start) }, (_, index) =>
        devices.send([aReport(id, 'failed')], aDeviceKey(), addressOf(start + index)).expect(202),
      );
      await Promise.all(some);
    }
  };

  it('each once, whatever it invents', async () => {
    const { id } = await app.guarded({ action: 'unpublish', min_reports: 2 });
    const key = aDeviceKey();
    for (let batch = 0; batch < 10; batch++) {
      // From any address it likes.
      await app.devices.send(reportsOf(id, 'failed', 50), key).expect(202);
    }
    expect(await trips(id)).toEqual([]);
    expect(await app.releases.read(id)).toMatchObject({ publish_status: 'online' });
    await app.devices.send([aReport(id, 'first_run_ok')]).expect(202);
    await eventually(async () => (await app.trips(id)).length > 0);
    expect((await app.trips(id))[0]!.data).toMatchObject({ failures: 1, reports: 2 });
  });

  it.each<[string, (index: number) => string]>([
    ['/24', (index) => `198.51.100.${index % 256}`],
    ['/24, told as IPv6', (index) => `::ffff:198.51.100.${index % 256}`],
    ['/48', (index) => `2001:db8:77:${(index * 13).toString(16)}::${(index + 1).toString(16)}`],
  ])(
    'of all keys that one network (%s) invents, three',
    async (_network, addressOf) => {
      const { id } = await app.guarded({ action: 'unpublish', min_reports: 4 });
      await invent(id, KEYS, addressOf);
      expect(await trips(id)).toEqual([]);
      expect(await app.releases.read(id)).toMatchObject({ publish_status: 'online' });
      await app.tell(id, 1);
      await eventually(async () => (await app.trips(id)).length > 0);
      expect((await app.trips(id))[0]!.data).toMatchObject({ failures: 4, reports: 4, min_reports: 4 });
    },
    120_000,
  );

  it('three of each network, so that enough networks are heard', async () => {
    const { id } = await app.guarded({ min_reports: 12 });
    for (const address of [anAddress(), '2001:db8:1::1', '2001:db8:2::1']) await invent(id, 5, () => address);
    expect(await trips(id)).toEqual([]);
    const last = anAddress();
    await invent(id, 5, () => last);
    const [trip, ...more] = await trips(id);
    expect(more).toEqual([]);
    expect(trip!.data).toMatchObject({ failures: 12, reports: 12 });
  });

  it('the first three of a network, whatever follows', async () => {
    const { id } = await app.guarded({ action: 'pause', min_reports: 4, max_failure_percent: 25 });
    const [address, neighbours] = ['198.51.100.7', [aDeviceKey(), aDeviceKey(), aDeviceKey()]];
    for (const key of neighbours) await app.devices.send([aReport(id, 'first_run_ok')], key, address).expect(202);
    await invent(id, KEYS, (index) => `198.51.100.${index % 256}`);
    await app.tell(id, 1);
    expect(await trips(id)).toEqual([]);
    await app.devices.send([aReport(id, 'failed')], neighbours[0], address).expect(202);
    await eventually(async () => (await app.trips(id)).length > 0);
    expect((await app.trips(id))[0]!.data).toMatchObject({ failures: 2, reports: 4 });
  });

  describe('by the last report of each,', () => {
    it('a success after a failure', async () => {
      const { id } = await app.guarded({ min_reports: 10 });
      const keys = Array.from({ length: 9 }, () => aDeviceKey());
      for (const key of keys) await app.devices.send([aReport(id, 'failed')], key).expect(202);
      for (const key of keys) await app.devices.send([aReport(id, 'first_run_ok')], key).expect(202);
      await app.tell(id, 2);
      expect(await trips(id)).toEqual([]);
      await app.tell(id, 1);
      await eventually(async () => (await app.trips(id)).length > 0);
      expect((await app.trips(id))[0]!.data).toMatchObject({ failures: 3, reports: 12 });
    });

    it('a failure after a success, also of one moment in one batch', async () => {
      const { id } = await app.guarded({ min_reports: 3 });
      const at = { occurred_at: new Date().toISOString() };
      const both = () => [aReport(id, 'first_run_ok', at), aReport(id, 'failed', at)];
      await app.devices.send(both().reverse()).expect(202);
      await app.devices.send(both()).expect(202);
      await app.devices.send([aReport(id, 'failed'), aReport(id, 'offered')]).expect(202);
      const [trip] = await trips(id);
      expect(trip!.data).toMatchObject({ failures: 2, reports: 3 });
    });

    it('which is the one of the latest event, and a future time does not pin it', async () => {
      const { id } = await app.guarded({ min_reports: 3 });
      const at = (minutesAgo: number) => ({ occurred_at: new Date(Date.now() - minutesAgo * 60_000).toISOString() });
      const [late, ahead] = [aDeviceKey(), aDeviceKey()];
      // Its queue was sent in the wrong order.
      await app.devices.send([aReport(id, 'first_run_ok', at(1))], late).expect(202);
      await app.devices.send([aReport(id, 'failed', at(30))], late).expect(202);
      // Its clock is wrong at first, and then right.
      await app.devices.send([aReport(id, 'failed', at(-4))], ahead).expect(202);
      await app.devices.send([aReport(id, 'first_run_ok', at(-0.05))], ahead).expect(202);
      await app.tell(id, 0, 1);
      expect(await trips(id)).toEqual([]);
    });
  });

  it('without storing addresses, or anything that reveals one without the key', async () => {
    const { id } = await app.guarded();
    await app.devices.send([aReport(id, 'failed')], aDeviceKey(), '203.0.113.77').expect(202);
    await app.devices.send([aReport(id, 'failed')], aDeviceKey(), '2001:db8:4d:1::77').expect(202);
    const tables = await queryAs<{ name: string }>(
      api.urls.superuserUrl,
      `SELECT table_name AS name FROM information_schema.tables
        WHERE table_schema = 'public' AND table_name LIKE 'release%'`,
    );
    for (const { name } of tables) {
      const rows = await queryAs<{ row: string }>(api.urls.superuserUrl, `SELECT t::text AS row FROM ${name} t`);
      for (const { row } of rows) expect(row).not.toMatch(/203\.0\.113|2001:0?db8|cb0071/i);
    }
    // The same network has a different id in each App.
    const other = await aGuardedApp(api, admin);
    const { id: theirs } = await other.guarded();
    await reporter(api, other.appId)
      .send([aReport(theirs, 'failed')], aDeviceKey(), '203.0.113.77')
      .expect(202);
    const names = await queryAs(
      api.urls.superuserUrl,
      'SELECT DISTINCT network_id FROM release_outcomes WHERE release_id = ANY ($1)',
      [[id, theirs]],
    );
    expect(names).toHaveLength(3);
  });
});
