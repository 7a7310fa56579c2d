import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Sweeps } from '@libs/foundation';
import { LANES, type LanePlaces } from '../../libs/foundation/src/outbox/outbox-lanes';
import { OutboxJobs } from '../../libs/foundation/src/outbox/outbox-jobs';
import { OutboxQueueCounts } from '../../libs/foundation/src/outbox/outbox-queue-counts';
import { OutboxStore } from '../../libs/foundation/src/outbox/outbox-store';
import { DueDeliveries } from '../../libs/notifications/src/infrastructure/deliveries/due-deliveries';
import { signedIn } from '../mobile/support/account';
import { clientOf } from '../mobile/support/journey';
import { insertMember } from '../mobile/support/new-member';
import { anEmail, PASSWORD, startTestApi, type TestApi } from '../support/api';
import { queryAs } from '../support/database';
import {
  describeWithSystemPostgres,
  type LoggedPlan,
  nodesOf,
  plansIn,
  rowsOf,
  startSystemPostgres,
  type SystemPostgres,
} from '../support/system-postgres';

/** In the partition of messages that had come before there were several. */
const OLD_ID = `('01980000' || substr(gen_random_uuid()::text, 9))::uuid`;

/** Most is done, or not due for long; the rest waits, of one tenant more than a step takes. */
const FILL = `
  SET session_replication_role = replica;
  ${['outbox_messages_first', 'notification_deliveries_first', 'sessions', 'refresh_tokens', 'login_events']
    .map((table) => `ALTER TABLE ${table} SET (autovacuum_enabled = false);`)
    .join(' ')}
  CREATE TEMP TABLE places AS
    SELECT k, ('00000000-0000-4000-8000-' || lpad(k::text, 12, '0'))::uuid AS id FROM generate_series(1, 20) k;
  INSERT INTO outbox_messages (tenant_id, id, type, data, available_at, completed_at, lane)
    SELECT id, ${OLD_ID}, 'test.done', '{}', now(), now() - n * interval '1 minute', 'mail'
      FROM places, generate_series(1, 3000) n;
  INSERT INTO outbox_messages (tenant_id, id, type, data, available_at, lane)
    SELECT id, ${OLD_ID}, 'test.later', '{}', now() + n * interval '1 hour', (ARRAY['default', 'mail', 'push:x'])[1 + n % 3]
      FROM places, generate_series(1, 1500) n;
  INSERT INTO outbox_messages (tenant_id, id, type, data, available_at, lane)
    SELECT id, ${OLD_ID}, 'test.paused', '{}', now() - n * interval '1 second', 'exports'
      FROM places, generate_series(1, 20000) n WHERE k = 1;
  INSERT INTO outbox_pauses (tenant_id, queue) SELECT id, 'exports' FROM places WHERE k = 1;
  INSERT INTO notification_deliveries (tenant_id, app_id, message_id, user_id, route, available_at)
    SELECT id, id, id, gen_random_uuid(), 'email', now() + n * interval '1 hour' FROM places, generate_series(1, 1000) n;
  INSERT INTO notification_deliveries (tenant_id, app_id, message_id, user_id, route, available_at)
    SELECT id, id, id, gen_random_uuid(), 'email', now() - n * interval '1 second'
      FROM places, generate_series(1, 20000) n WHERE k = 2;
  INSERT INTO sessions (tenant_id, id, surface, user_id, login_method, expires_at, absolute_expires_at)
    SELECT id, gen_random_uuid(), 'admin', gen_random_uuid(), 'password', now() + (n - 2000) * interval '1 day', now()
      FROM places, generate_series(1, 3000) n;
  INSERT INTO refresh_tokens (tenant_id, token_hash, session_id, expires_at, consumed_at, sealed_answer)
    SELECT id, decode(md5(k || '-' || n), 'hex'), gen_random_uuid(), now() + (n - 3000) * interval '1 hour',
           now() - n * interval '1 minute', CASE WHEN n > 1000 THEN '' END FROM places, generate_series(1, 4000) n;
  INSERT INTO login_events (tenant_id, id, user_id, identifier_key, result, method, occurred_at)
    SELECT id, gen_random_uuid(), id, '', 'failure', 'password', now() - n * interval '3 hours'
      FROM places, generate_series(1, 4000) n`;

/** Of the tables that grow with the installation, a statement reads what it is about. */
const LARGE = /^(?:outbox_messages_\w+|notification_deliveries_\w+|sessions|refresh_tokens|login_events)$/;
/** A step of a sweep takes 5,000 rows, and finds each a second time to delete it; there are ten times as many. */
const ROWS_AT_ONCE = 10_000;
/** Lists of jobs look at so many, and their counts at more. */
const ROWS_OF_A_LIST = 110_000;

const place = (k: number) => `00000000-0000-4000-8000-${String(k).padStart(12, '0')}`;

describeWithSystemPostgres('A PostgreSQL of the system, with its defaults', () => {
  let postgres: SystemPostgres;
  let api: TestApi;
  let isAbleToCompile: boolean;

  beforeAll(async () => {
    postgres = await startSystemPostgres();
    const keys = mkdtempSync(join(tmpdir(), 'appkernel-system-postgres-'));
    execFileSync(process.execPath, [join(__dirname, '../../apps/api/src/migrate.js')], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        NODE_ENV: 'test',
        DATABASE_URL: postgres.applicationUrl,
        DATABASE_MIGRATION_URL: postgres.ownerUrl,
        DATA_DIR: keys,
        PASSWORD_BCRYPT_COST: '4',
        LOG_LEVEL: 'error',
      },
    });
    await queryAs(postgres.superuserUrl, FILL);
    const [server] = await queryAs<{ able: boolean }>(postgres.superuserUrl, 'SELECT pg_jit_available() AS able');
    isAbleToCompile = server!.able;
    api = await startTestApi({ RUN_WORKER: 'true', DATA_DIR: keys }, postgres);
  });
  afterAll(async () => {
    await api?.close();
    await postgres?.drop();
  });

  /** The plans of what is done meanwhile by the program: statements of the superuser are not its. */
  const plansOf = async (work: () => Promise<unknown>): Promise<LoggedPlan[]> => {
    const before = postgres.log().length;
    await work();
    return plansIn(postgres.log().slice(before));
  };

  /** What reads a large table as a whole, reads too many rows, or was compiled. */
  const faultsOf = (plans: readonly LoggedPlan[], rowsAtMost = ROWS_AT_ONCE): string[] =>
    plans.flatMap(({ Plan, JIT, 'Query Text': text }) => {
      const scans = nodesOf(Plan).filter((node) => node['Node Type'].endsWith('Scan'));
      const large = scans.filter((node) => LARGE.test(node['Relation Name'] ?? ''));
      const rows = large.reduce((sum, node) => sum + rowsOf(node), 0);
      const faults = [
        ...(JIT ? ['compiled'] : []),
        ...(large.some((node) => node['Node Type'] === 'Seq Scan' && rowsOf(node) > 0) ? ['sequential'] : []),
        ...(rows > rowsAtMost ? [`${rows} rows`] : []),
      ];
      return faults.length > 0 ? [`${faults.join(', ')}: ${text.trim().slice(0, 200)}`] : [];
    });

  const families = Object.entries<LanePlaces>(LANES).map(([family, { places, together = places }]) => ({
    family,
    ...{ places, together, share: places, isBegun: true },
  }));

  it('compiles what is estimated to cost much, and says so', async () => {
    const [settings] = await queryAs<{ jit: string }>(postgres.superuserUrl, `SELECT current_setting('jit') AS jit`);
    const costly = `SET jit_above_cost = 0; SELECT count(*) FROM outbox_messages`;
    const plans = await plansOf(() => queryAs(postgres.superuserUrl, costly));
    expect([settings!.jit === 'on' && isAbleToCompile, plans.some(({ JIT }) => JIT)]).toEqual([
      isAbleToCompile,
      isAbleToCompile,
    ]);
  });

  describe.each(['without statistics', 'with statistics'])('%s', (statistics) => {
    beforeAll(async () => {
      if (statistics === 'with statistics') await queryAs(postgres.superuserUrl, 'ANALYZE');
    });

    it('is asked by the outbox for what is due, by the indexes', async () => {
      const store = api.get(OutboxStore);
      const plans = await plansOf(async () => {
        await store.claim(families, [], true);
        await store.nextDueMs();
      });
      expect(plans.filter(({ 'Query Text': text }) => text.includes('outbox_messages')).length).toBeGreaterThan(1);
      expect(faultsOf(plans, 500)).toEqual([]);
    });

    it('is asked for deliveries that are due, by the index', async () => {
      const scope = { tenantId: place(2), appId: place(2) };
      const plans = await plansOf(() => api.get(DueDeliveries).claim(scope, 'email', 200));
      expect(plans.filter(({ 'Query Text': text }) => text.includes('notification_deliveries'))).not.toEqual([]);
      expect(faultsOf(plans, 2_000)).toEqual([]);
    });

    it('is swept in steps, by the indexes', async () => {
      const sweeps = api.get(Sweeps);
      const plans = await plansOf(async () => {
        // One step of each: the rest is for the other state of the statistics.
        for (const name of sweeps.names) expect(await sweeps.run(name, 1, 0)).toMatchObject({ error: null });
      });
      expect(plans.length).toBeGreaterThan(sweeps.names.length);
      expect(faultsOf(plans)).toEqual([]);
    });

    it('tells administrators of the outbox without reading all of it', async () => {
      const plans = await plansOf(async () => {
        await api.get(OutboxQueueCounts).ofAll();
        await api.get(OutboxQueueCounts).ofTenant(place(1));
        for (const state of [undefined, 'ready', 'delayed', 'failed', 'dead'] as const) {
          await api.get(OutboxJobs).list(place(1), { state }, { page: 1, pageSize: 20 });
        }
      });
      expect(faultsOf(plans, ROWS_OF_A_LIST)).toEqual([]);
    });

    it('answers members: sign-in, session, refresh and inbox', async () => {
      const member = { email: anEmail(), password: PASSWORD };
      await insertMember(api, member, api.appId);
      const plans = await plansOf(async () => {
        const { pair } = await signedIn(api, member);
        const refreshed = await clientOf(api).refresh(pair.refresh_token).expect(200);
        const { access_token } = (refreshed.body as { data: typeof pair }).data;
        const headers = { 'X-AppID': api.appId, Authorization: `Bearer ${access_token}` };
        for (const path of ['me', 'me/sessions', 'me/notifications', 'me/notifications/unread-count']) {
          await api.http.get(`/api/v1/${path}`).set(headers).expect(200);
        }
      });
      expect(faultsOf(plans, 500)).toEqual([]);
    });
  });
});
