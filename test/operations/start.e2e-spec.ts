import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../support/api';
import { copyTemplate, type TestDatabaseUrls } from '../support/database';
import { launchProcess, MIGRATION, startServerProcess, WORKER } from '../support/server-process';
import { sideBySide } from '../support/side-by-side';
import { databasePort, messages, onFirst, onItsOwnWay, STEPS } from './support/start-behind-proxy';

/** A start waits for a minute if nothing else is said. */
const LESS_THAN_ITS_WAIT_MS = 40_000;

/** The statement by which each step of a start is recognised, in their order. */
const STEPS: Readonly<Record<string, RegExp>> = {
  migrate: /pg_try_advisory_lock/,
  'migrate on': /INSERT INTO "schema_migrations"/,
  'look at the role': /rolbypassrls/,
  connect: /appkernel-api/,
  listen: /LISTEN appkernel_changes/,
  'begin to seed': /pg_advisory_lock/,
  'import regions': /INSERT INTO regions/,
  'make a tenant': /INSERT INTO "tenants"/,
  'make an App': /INSERT INTO "apps"/,
  'make an administrator': /INSERT INTO "login_identifiers"/,
  'load regions': /FROM regions WHERE code/,
};

describe('a start', () => {
  let proxy: TcpProxy;
  let directory: string;

  beforeAll(async () => {
    urls = await copyTemplate();
  });
  const beside = sideBySide(4);
  afterAll(() => urls.drop());

  for (const [what, command] of [
    ['an api', undefined],
    ['a worker', WORKER],
  ] as const) {
    beside(`of ${what} waits for a database that comes up later, and says why once`, () =>
      onItsOwnWay(async ({ proxy, environmentOf }) => {
        proxy.target = null;
        const starting = startServerProcess({ ...environmentOf(urls), RUN_MIGRATIONS: 'false' }, command);
        await eventually(() => Promise.resolve(proxy.refused >= 4), 60_000);
        proxy.target = databasePort();
        const server = await starting;
        const waits = messages(server, 'waiting for the database');
        expect(waits.length).toBe(new Set(waits.map(({ reason }) => reason)).size);
        expect(waits[0]?.reason).toMatch(/Connection terminated|ECONNRESET/);
        expect(messages(server, 'the database answers')).toHaveLength(1);
        expect(await server.kill('SIGTERM')).toBe(0);
      }),
    );
  }

  for (const [what, command] of [
    ['an api', undefined],
    ['a worker', WORKER],
    ['a migration', MIGRATION],
  ] as const) {
    beside(`of ${what} ends with code 1 when the wait is over, and its reason is the last line`, () =>
      onItsOwnWay(async ({ proxy, environmentOf }) => {
        proxy.target = null;
        const failed = launchProcess({ ...environmentOf(urls), STARTUP_WAIT_SECONDS: '2' }, command);
        expect(await failed.ended).toBe(1);
        expect(failed.log.at(-1)).toMatch(
          /^Error: the database was away for 2 s \(\w+\); cause: .*(terminated|ECONNRESET)/,
        );
        expect(failed.log.filter((line) => !line.startsWith('{'))).toHaveLength(1);
      }),
    );
  }

    beforeEach(async () => {
      const server = testPostgres();
      const name = `empty_${randomBytes(6).toString('hex')}`;
      await queryAs(server.superuserUrl, `CREATE DATABASE ${name} OWNER appkernel_owner`);
      const at = (url: string) => url.replace(/\/[^/]*$/, `/${name}`);
      urls = {
        applicationUrl: at(server.applicationUrl),
        ownerUrl: at(server.ownerUrl),
        superuserUrl: at(server.superuserUrl),
      };
    });
    afterEach(async () => {
      const name = new URL(urls.superuserUrl).pathname.slice(1);
      await queryAs(testPostgres().superuserUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    });

    it('waits for a database that stalls in each of its steps, and comes up', async () => {
      const stalled = onFirst(STEPS, () => {
        proxy.freeze();
        setTimeout(() => proxy.thaw(), STALL_MS);
      });
      const server = await startServerProcess({ ...environmentOf(urls), RUN_MIGRATIONS: 'true' });
      await supertest(server.url).get('/internal/v1/health/ready').expect(200);
      expect(stalled.sort()).toEqual(Object.keys(STEPS).sort());
      expect(server.log.join('\n')).not.toContain('cannot be loaded');
      expect(messages(server, 'waiting for the database').length).toBeGreaterThan(0);
      for (const { reason } of messages(server, 'waiting for the database'))
        expect(reason).toMatch(/timeout|timed out/i);
      expect(await server.kill('SIGTERM')).toBe(0);
      const [regions] = await queryAs<{ count: number }>(urls.superuserUrl, 'SELECT count(*)::int FROM regions');
      expect(regions?.count).toBeGreaterThan(40_000);
    }, 180_000);

    it('repeats a step in which the connection is lost', async () => {
      const lost = onFirst(STEPS, () => proxy.cut());
      const migration = launchProcess(environmentOf(urls), MIGRATION);
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
    }, 120_000);
  });

  describe('on a database that is ready', () => {
    let urls: TestDatabaseUrls;

    beforeAll(async () => {
      urls = await copyTemplate();
    });
    afterAll(() => urls.drop());

    it.each([
      ['an api', undefined],
      ['a worker', WORKER],
    ])('of %s waits for a database that comes up later, and says why once', async (_what, command) => {
      proxy.target = null;
      const refusedBefore = proxy.refused;
      const starting = startServerProcess({ ...environmentOf(urls), RUN_MIGRATIONS: 'false' }, command);
      await eventually(() => Promise.resolve(proxy.refused >= refusedBefore + 4), 60_000);
      proxy.target = Number(new URL(urls.applicationUrl).port);
      const server = await starting;
      const waits = messages(server, 'waiting for the database');
      expect(waits.length).toBe(new Set(waits.map(({ reason }) => reason)).size);
      expect(waits[0]?.reason).toMatch(/Connection terminated|ECONNRESET/);
      expect(messages(server, 'the database answers')).toHaveLength(1);
      expect(await server.kill('SIGTERM')).toBe(0);
    });

    it.each([
      ['an api', undefined],
      ['a worker', WORKER],
      ['a migration', MIGRATION],
    ])('of %s ends with code 1 when the wait is over, and its reason is the last line', async (_what, command) => {
      proxy.target = null;
      const failed = launchProcess({ ...environmentOf(urls), STARTUP_WAIT_SECONDS: '2' }, command);
      expect(await failed.ended).toBe(1);
      expect(failed.log.at(-1)).toMatch(
        /^Error: the database was away for 2 s \(\w+\); cause: .*(terminated|ECONNRESET)/,
      );
      expect(failed.log.filter((line) => !line.startsWith('{'))).toHaveLength(1);
    });

    it('ends the same way for a database that freezes in the middle of it', async () => {
      onFirst({ listen: STEPS['listen']! }, () => proxy.freeze());
      const failed = launchProcess({ ...environmentOf(urls), STARTUP_WAIT_SECONDS: '3' });
      expect(await failed.ended).toBe(1);
      expect(failed.log.at(-1)).toMatch(
        /^Error: the database was away for 3 s \((connecting|listening for changes)\); cause: /,
      );
    }),
  );

    it('names every cause of a failure, without waiting for what waiting cannot cure', async () => {
      const environment = { ...environmentOf(urls), DATABASE_URL: urls.applicationUrl.replace(/:[^:@]+@/, ':wrong@') };
      const failed = launchProcess({ ...environment, RUN_MIGRATIONS: 'false' });
      expect(await failed.ended).toBe(1);
      expect(failed.log).toEqual([expect.stringContaining('password authentication failed')]);
    }),
  );

    it.each(['SIGTERM', 'SIGINT'] as const)('ends at %s while it waits for a frozen database', async (signal) => {
      proxy.freeze();
      const api = launchProcess({ ...environmentOf(urls), RUN_MIGRATIONS: 'true' });
      const migration = launchProcess(environmentOf(urls), MIGRATION);
      await eventually(() => Promise.resolve([api, migration].every(({ log }) => log.length > 0)), 30_000);
      const told = Date.now();
      for (const { child } of [api, migration]) child.kill(signal);
      expect(await api.ended).toBe(0);
        // Whoever waits for a migration must not think that it was made.
      expect(await migration.ended).toBe(signal === 'SIGTERM' ? 143 : 130);
      expect(Date.now() - told).toBeLessThan(20_000);
    });

    it('notices that its port is taken before it does anything else', async () => {
      const first = await startServerProcess({ ...environmentOf(urls), RUN_MIGRATIONS: 'false' });
      const { port } = new URL(first.url);
      const data = join(directory, 'second');
      const second = launchProcess({ NODE_ENV: 'development', DATA_DIR: data, PORT: port });
      expect(await second.ended).toBe(1);
      expect(second.log).toEqual([
        `Error: nothing can listen on HOST 127.0.0.1, PORT ${port}; ` +
          `cause: Error: listen EADDRINUSE: address already in use 127.0.0.1:${port}`,
      ]);
      expect(existsSync(join(data, 'postgres'))).toBe(false);
      expect(await first.kill('SIGTERM')).toBe(0);
    });
  });

  /** Calls `act` when a pattern first occurs. @returns the names of those seen so far. */
  function onFirst(patterns: Readonly<Record<string, RegExp>>, act: () => void): string[] {
    const seen: string[] = [];
    proxy.onRequest = (text) => {
      const name = Object.keys(patterns).find((one) => !seen.includes(one) && patterns[one]?.test(text));
      if (name === undefined) return;
      seen.push(name);
      act();
    };
    return seen;
  }
});
