import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { eventually } from '../support/api';
import { copyTemplate, type TestDatabaseUrls } from '../support/database';
import { launchProcess, MIGRATION, startServerProcess, WORKER } from '../support/server-process';
import { sideBySide } from '../support/side-by-side';
import { databasePort, messages, onFirst, onItsOwnWay, STEPS } from './support/start-behind-proxy';

/** A machine may be too busy to notice before a connection has taken too long. */
const LOST = /terminated|ECONNRESET|timeout/;

describe('a start on a database that is ready', () => {
  let urls: TestDatabaseUrls;

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
        await eventually(() => Promise.resolve(proxy.refused >= 4));
        proxy.target = databasePort();
        const server = await starting;
        const waits = messages(server, 'waiting for the database');
        // On a machine that is busy, a later step may have to wait as well.
        expect(waits.length).toBe(new Set(waits.map(({ step, reason }) => `${step} ${reason}`)).size);
        expect(waits[0]?.reason).toMatch(LOST);
        expect(messages(server, 'the database answers').length).toBeGreaterThan(0);
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
        expect(failed.log.at(-1)).toMatch(/^Error: the database was away for 2 s \(\w+\); cause: /);
        expect(failed.log.at(-1)).toMatch(LOST);
        expect(failed.log.filter((line) => !line.startsWith('{'))).toHaveLength(1);
      }),
    );
  }

  beside('ends the same way for a database that freezes in the middle of it', () =>
    onItsOwnWay(async ({ proxy, environmentOf }) => {
      onFirst(proxy, { listen: STEPS['listen']! }, () => proxy.freeze());
      const failed = launchProcess({ ...environmentOf(urls), STARTUP_WAIT_SECONDS: '8' });
      expect(await failed.ended).toBe(1);
      expect(failed.log.at(-1)).toMatch(
        /^Error: the database was away for 8 s \((connecting|listening for changes)\); cause: /,
      );
    }),
  );

  beside('names every cause of a failure, without waiting for what waiting cannot cure', () =>
    onItsOwnWay(async ({ environmentOf }) => {
      const environment = { ...environmentOf(urls), DATABASE_URL: urls.ownerUrl.replace(/:[^:@]+@/, ':wrong@') };
      const failed = launchProcess({ ...environment, RUN_MIGRATIONS: 'false' });
      expect(await failed.ended).toBe(1);
      expect(failed.log).toEqual([expect.stringContaining('password authentication failed')]);
    }),
  );

  for (const [what, command] of [
    ['an api', undefined],
    ['a worker', WORKER],
  ] as const) {
    beside(`of ${what} is refused where it would not hear of changes`, () =>
      onItsOwnWay(async ({ environmentOf }) => {
        const elsewhere = await copyTemplate();
        const environment = { ...environmentOf(urls), DATABASE_LISTEN_URL: elsewhere.applicationUrl };
        const failed = launchProcess({ ...environment, RUN_MIGRATIONS: 'false' }, command);
        expect(await failed.ended).toBe(78);
        expect(failed.log.at(-1)).toMatch(
          /^ {2}DATABASE_LISTEN_URL, or without it DATABASE_URL, must lead to the server/,
        );
        await elsewhere.drop();
      }),
    );
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    beside(`ends at ${signal} while it waits for a frozen database`, () =>
      onItsOwnWay(async ({ proxy, environmentOf }) => {
        proxy.freeze();
        // Longer than the test.
        const environment = { ...environmentOf(urls), STARTUP_WAIT_SECONDS: '3600' };
        const api = launchProcess({ ...environment, RUN_MIGRATIONS: 'true' });
        const migration = launchProcess(environment, MIGRATION);
        await eventually(() => Promise.resolve([api, migration].every(({ log }) => log.length > 0)));
        for (const { child } of [api, migration]) child.kill(signal);
        expect(await api.ended).toBe(0);
        // Whoever waits for a migration must not think that it was made.
        expect(await migration.ended).toBe(signal === 'SIGTERM' ? 143 : 130);
      }),
    );
  }

  beside('notices that its port is taken before it does anything else', () =>
    onItsOwnWay(async ({ directory }) => {
      const holder = createServer().listen(0, '127.0.0.1');
      await once(holder, 'listening');
      const { port } = holder.address() as AddressInfo;
      const data = join(directory, 'data');
      const api = launchProcess({ NODE_ENV: 'development', DATA_DIR: data, PORT: String(port) });
      expect(await api.ended).toBe(1);
      expect(api.log).toEqual([
        `Error: nothing can listen on HOST 127.0.0.1, PORT ${port}; ` +
          `cause: Error: listen EADDRINUSE: address already in use 127.0.0.1:${port}`,
      ]);
      expect(existsSync(join(data, 'postgres'))).toBe(false);
      holder.close();
    }),
  );
});
