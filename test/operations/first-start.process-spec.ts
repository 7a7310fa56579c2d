import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import supertest from 'supertest';
import { eventually } from '../support/api';
import { queryAs, testPostgres } from '../support/database';
import { isLong } from '../support/rounds';
import { launchProcess, MIGRATION, startServerProcess } from '../support/server-process';
import { sideBySide } from '../support/side-by-side';
import { messages, onFirst, onItsOwnWay, STEPS } from './support/start-behind-proxy';

/** Long enough to be noticed. */
const STALL_MS = 3_200;
/** A connection is waited for so long: less than the database stalls, and enough for one to a database that is busy. */
const ACQUIRE_TIMEOUT_MS = 2_500;

/** The whole data set of regions takes as long as the rest of the start. That of a newcomer has it in any case. */
const REGIONS: { readonly count: number; readonly environment: Readonly<Record<string, string>> } = isLong
  ? { count: 49_205, environment: {} }
  : { count: 3, environment: { NODE_OPTIONS: `--require ${join(process.cwd(), 'test/support/few-regions.cjs')}` } };

describe('a start on an empty database', () => {
  const beside = sideBySide(2);

  beside(
    'waits for one that stalls in each step, and passes under the application role as its only URL is a superuser’s',
    () =>
      onEmptyDatabase(({ superuserUrl }) =>
        onItsOwnWay(async ({ proxy, environmentOf }) => {
          const { DATABASE_MIGRATION_URL: _none, ...environment } = environmentOf({
            applicationUrl: superuserUrl,
            ownerUrl: superuserUrl,
          });
          const stalled = onFirst(proxy, STEPS, () => {
            proxy.freeze();
            setTimeout(() => proxy.thaw(), STALL_MS);
          });
          const server = await startServerProcess({
            ...environment,
            ...REGIONS.environment,
            RUN_MIGRATIONS: 'true',
            DATABASE_ACQUIRE_TIMEOUT_MS: String(ACQUIRE_TIMEOUT_MS),
            STARTUP_WAIT_SECONDS: '600',
          });
          // Requests are accepted before the regions are loaded; those for regions wait.
          await supertest(server.url).get('/internal/v1/health/live').expect(200);
          await eventually(() => Promise.resolve(stalled.includes('load regions')));
          await eventually(async () => (await supertest(server.url).get('/internal/v1/health/ready')).status === 200);
          expect(stalled.sort()).toEqual(Object.keys(STEPS).sort());
          // Loads in the background, which changes began during a stall, may fail. This one waits.
          expect(messages(server, 'the regions are not loaded yet')).toEqual([]);
          expect(messages(server, 'waiting for the database').length).toBeGreaterThan(0);
          for (const { reason } of messages(server, 'waiting for the database'))
            expect(reason).toMatch(/timeout|timed out|did not answer/i);
          const connected = await queryAs(
            superuserUrl,
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'appkernel-api'`,
          );
          expect(connected.length).toBeGreaterThan(0);
          expect(await server.kill('SIGTERM')).toBe(0);
          const [table] = await queryAs<{ owner: string }>(
            superuserUrl,
            `SELECT tableowner AS owner FROM pg_tables WHERE tablename = 'apps'`,
          );
          expect(table?.owner).toBe('postgres');
          const [regions] = await queryAs<{ count: number }>(superuserUrl, 'SELECT count(*)::int FROM regions');
          expect(regions?.count).toBe(REGIONS.count);
        }),
      ),
  );

  beside('repeats a step in which the connection is lost', () =>
    onEmptyDatabase((urls) =>
      onItsOwnWay(async ({ proxy, environmentOf }) => {
        const lost = onFirst(proxy, STEPS, () => proxy.cut());
        const migration = launchProcess({ ...environmentOf(urls), ...REGIONS.environment }, MIGRATION);
        expect(await migration.ended).toBe(0);
        for (const step of ['connect', 'listen', 'begin to seed', 'import regions', 'make an App']) {
          expect(lost).toContain(step);
        }
        expect(messages(migration, 'waiting for the database').length).toBeGreaterThan(0);
        const [counts] = await queryAs(
          urls.superuserUrl,
          `SELECT (SELECT count(*)::int FROM tenants) AS tenants, (SELECT count(*)::int FROM apps) AS apps,
                  (SELECT count(*)::int FROM user_roles WHERE role_code = 'owner') AS owners`,
        );
        expect(counts).toEqual({ tenants: 1, apps: 1, owners: 1 });
      }),
    ),
  );
});

interface EmptyDatabase {
  readonly applicationUrl: string;
  readonly ownerUrl: string;
  readonly superuserUrl: string;
}

async function onEmptyDatabase(start: (urls: EmptyDatabase) => Promise<void>): Promise<void> {
  const server = testPostgres();
  const name = `empty_${randomBytes(6).toString('hex')}`;
  await queryAs(server.superuserUrl, `CREATE DATABASE ${name} OWNER appkernel_owner`);
  const at = (url: string) => url.replace(/\/[^/]*$/, `/${name}`);
  try {
    await start({
      applicationUrl: at(server.applicationUrl),
      ownerUrl: at(server.ownerUrl),
      superuserUrl: at(server.superuserUrl),
    });
  } finally {
    await queryAs(server.superuserUrl, `DROP DATABASE ${name} WITH (FORCE)`);
  }
}
