import type { DataSource } from 'typeorm';
import type pg from 'pg';
import { ChangeFeed, Database, InvalidatedCache, type Logger, withAdvisoryLock } from '@libs/foundation';
import { DependencyUnavailableError } from '@libs/kernel';
import { createDataSource, createMigrationDataSource } from '../../libs/foundation/src/database/data-source';
import { eventually } from '../support/api';
import { queryAs, silent, type TestDatabaseUrls } from '../support/database';
import { sideBySide } from '../support/side-by-side';
import { suiteUrls } from '../support/suite';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy';

/** More than the stalls of a machine that is busy. */
const LIMIT_MS = 2_500;
/** Far below what it takes where a second limit is waited for, and far above what one takes. */
const ONE_LIMIT_MS = 1.9 * LIMIT_MS;

/** A way to the database of its own, with a pool of one connection on it. */
interface Way {
  readonly proxy: TcpProxy;
  readonly urls: TestDatabaseUrls;
  readonly tenantId: string;
  readonly database: Database;
  readonly connections: (options?: { url?: string; acquireTimeoutMs?: number }) => DataSource;
  readonly throughProxy: (url: string) => string;
  readonly counts: () => { total: number; idle: number; waiting: number };
  readonly insert: (name: string) => Promise<unknown>;
  readonly named: (name: string) => Promise<unknown[]>;
  readonly sessions: () => Promise<number>;
}

const urls = suiteUrls();
let tenantId: string;

beforeAll(async () => {
  const [tenant] = await queryAs<{ id: string }>(urls.superuserUrl, 'SELECT id FROM tenants');
  tenantId = tenant!.id;
});

let ways = 0;

async function onItsOwnWay(test: (way: Way) => Promise<void>): Promise<void> {
  const proxy = await startTcpProxy(Number(new URL(urls.applicationUrl).port));
  const applicationName = `unanswered-statements-${++ways}`;
  const throughProxy = (url: string) => url.replace(/:\d+\//, `:${proxy.port}/`);
  const connections = ({ url = throughProxy(urls.applicationUrl), acquireTimeoutMs = 20_000 } = {}) =>
    createDataSource(
      {
        url,
        poolSize: 1,
        acquireTimeoutMs,
        preparedStatements: true,
        assumeApplicationRole: false,
        applicationName,
        statementTimeoutMs: 60_000,
        queryTimeoutMs: LIMIT_MS,
      },
      [],
    );
  const dataSource = await connections().initialize();
  const database = new Database(dataSource, { preparedStatements: true });
  const { master: pool } = dataSource.driver as unknown as { master: pg.Pool };
  try {
    await test({
      proxy,
      urls,
      tenantId,
      database,
      connections,
      throughProxy,
      counts: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
      insert: (name) =>
        database.query(
          `INSERT INTO users (tenant_id, id, status, display_name) VALUES ($1, gen_random_uuid(), 'active', $2)`,
          [tenantId, name],
        ),
      named: (name) =>
        database.read(tenantId, 'SELECT 1 FROM users WHERE tenant_id = $1 AND display_name = $2', [tenantId, name]),
      sessions: async () => {
        const [row] = await queryAs<{ count: number }>(
          urls.superuserUrl,
          `SELECT count(*)::integer AS count FROM pg_stat_activity WHERE datname = $1 AND application_name = $2`,
          [urls.name, applicationName],
        );
        return row!.count;
      },
    });
  } finally {
    await dataSource.destroy();
    await proxy.close();
  }
}

/** Unless it hears something meanwhile. */
function isLiveASecondLater(feed: ChangeFeed): boolean {
  const later = performance.now() + 1_000;
  const clock = jest.spyOn(performance, 'now').mockReturnValue(later);
  const { live } = feed;
  clock.mockRestore();
  return live;
}

/** Without using the processor, which others need: by then it was held all the same. */
function holdThisProcess(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** How long it takes to be refused: in all, and where this process does not stand still, after which a limit begins anew. */
async function refusal(work: () => Promise<unknown>): Promise<{ ms: number; withoutStallsMs: number }> {
  const begun = performance.now();
  let stallsMs = 0;
  let before = begun;
  const watch = setInterval(() => {
    const stallMs = performance.now() - before;
    if (stallMs > LIMIT_MS / 8) stallsMs += stallMs + LIMIT_MS;
    before = performance.now();
  }, LIMIT_MS / 80);
  const outcome = await work()
    .catch((error: unknown) => error)
    .finally(() => clearInterval(watch));
  expect(outcome).toBeInstanceOf(DependencyUnavailableError);
  expect((outcome as DependencyUnavailableError).retryAfterSeconds).toBeGreaterThan(0);
  const ms = performance.now() - begun;
  return { ms, withoutStallsMs: ms - stallsMs };
}

describe('A database that does not answer', () => {
  const beside = sideBySide(6);

  beside('is no longer trusted by caches after a second, and trusted again once it answers', () =>
    onItsOwnWay(async ({ urls, tenantId, proxy, connections, throughProxy }) => {
      const warn = jest.fn();
      const feed = new ChangeFeed(throughProxy(urls.applicationUrl), { warn } as unknown as Logger);
      const direct = await connections({ url: urls.applicationUrl }).initialize();
      const source = new Database(direct, { preparedStatements: true });
      const names = new InvalidatedCache<{ name: string }>(feed, { subject: 'tenant', sizeOf: () => 1, maxBytes: 10 });
      const name = async () =>
        (await names.get(tenantId, tenantId, async () => {
          const [row] = await source.read<{ name: string }>(tenantId, 'SELECT name FROM tenants WHERE id = $1', [
            tenantId,
          ]);
          return row ?? null;
        }))!.name;
      await feed.start();
      try {
        const before = await name();
        proxy.freeze();
        await queryAs(urls.superuserUrl, 'UPDATE tenants SET name = $2 WHERE id = $1', [
          tenantId,
          `${before}, renamed`,
        ]);
        expect(isLiveASecondLater(feed)).toBe(false);
        await eventually(async () => (await name()) !== before);
        expect(feed.live).toBe(false);
        proxy.thaw();
        await eventually(() => Promise.resolve(feed.live));
        expect(await name()).toBe(`${before}, renamed`);
        proxy.freeze();
        // A silence of some length ends the connection. A new one is made once there is an answer.
        await eventually(() => Promise.resolve(warn.mock.calls.length > 0));
        proxy.thaw();
        await eventually(() => Promise.resolve(feed.live));
      } finally {
        await feed.stop();
        await direct.destroy();
      }
    }),
  );

  for (const [what, ask] of [
    ['read', ({ database, tenantId }) => database.read(tenantId, 'SELECT 1')],
    ['write', ({ database, tenantId }) => database.write(tenantId, 'SELECT 1')],
    [
      'statement of a transaction',
      ({ database, tenantId }) => database.run(tenantId, () => database.query('SELECT 1')),
    ],
    [
      'statement of TypeORM',
      ({ database, tenantId }) => database.run(tenantId, () => database.manager.query('SELECT 1')),
    ],
  ] satisfies [string, (way: Way) => Promise<unknown>][]) {
    beside(`refuses a ${what} after the limit, and its connection is thrown away`, () =>
      onItsOwnWay(async (way) => {
        const { proxy, counts, sessions } = way;
        await ask(way);
        proxy.freeze();
        const { ms, withoutStallsMs } = await refusal(() => ask(way));
        expect(ms).toBeGreaterThan(LIMIT_MS * 0.9);
        expect(withoutStallsMs).toBeLessThan(ONE_LIMIT_MS);
        expect(counts()).toEqual({ total: 0, idle: 0, waiting: 0 });
        proxy.thaw();
        await ask(way);
        expect(counts()).toEqual({ total: 1, idle: 1, waiting: 0 });
        await eventually(async () => (await sessions()) === 1);
      }),
    );
  }

  beside('does not give the dead connection to the next in line', () =>
    onItsOwnWay(async ({ tenantId, proxy, database }) => {
      proxy.freeze();
      const first = database.read(tenantId, 'SELECT 1').finally(() => proxy.thaw());
      const others = Array.from({ length: 3 }, () => database.read(tenantId, 'SELECT 1 AS one'));
      const [refused, ...answers] = await Promise.allSettled([first, ...others]);
      expect(refused.status).toBe('rejected');
      expect(answers).toEqual(Array.from({ length: 3 }, () => ({ status: 'fulfilled', value: [{ one: 1 }] })));
    }),
  );

  beside('gets no further statement of the transaction, and its rollback is not awaited', () =>
    onItsOwnWay(async ({ tenantId, proxy, database, insert, named }) => {
      const { withoutStallsMs } = await refusal(() =>
        database.run(tenantId, async () => {
          await insert('undone');
          proxy.freeze();
          for (let statement = 0; statement < 3; statement++) {
            await database.query('SELECT 1').catch(() => undefined);
          }
          await database.run(tenantId, () => insert('undone'));
        }),
      );
      expect(withoutStallsMs).toBeLessThan(ONE_LIMIT_MS);
      proxy.thaw();
      expect(await named('undone')).toEqual([]);
    }),
  );

  beside('leaves the outcome of a commit open: nothing is announced, and nothing is repeated', () =>
    onItsOwnWay(async ({ tenantId, proxy, database, insert, named }) => {
      let attempts = 0;
      let told = false;
      const { withoutStallsMs } = await refusal(() =>
        database.run(tenantId, async () => {
          attempts++;
          database.afterCommit(() => (told = true));
          database.beforeCommit(() => Promise.resolve(proxy.freeze()));
          await insert('unknown');
        }),
      );
      expect([attempts, told]).toEqual([1, false]);
      expect(withoutStallsMs).toBeLessThan(ONE_LIMIT_MS);
      proxy.thaw();
      // Here it was on its way and is done once the way is free.
      await eventually(async () => (await named('unknown')).length === 1);
    }),
  );

  beside('refuses in time while connections are opened in vain', () =>
    onItsOwnWay(async ({ tenantId, proxy, database, connections }) => {
      proxy.freeze();
      await refusal(() => database.read(tenantId, 'SELECT 1'));
      const impatient = await connections({ acquireTimeoutMs: LIMIT_MS })
        .initialize()
        .catch((error: unknown) => error);
      expect(String(impatient)).toMatch(/timeout/);
    }),
  );

  beside('is not mistaken for a busy one: each statement has a limit of its own', () =>
    onItsOwnWay(async ({ tenantId, database, counts }) => {
      const slow = Array.from({ length: 6 }, () => `SELECT pg_sleep(${(0.2 * LIMIT_MS) / 1_000})`);
      await database.run(tenantId, () => Promise.all(slow.map((text) => database.query(text))));
      expect(counts()).toEqual({ total: 1, idle: 1, waiting: 0 });
    }),
  );

  beside('gets more time from a transaction that asked for it, but not from the next one', () =>
    onItsOwnWay(async ({ tenantId, proxy, database }) => {
      await database.run(tenantId, async () => {
        await database.extendLimits(20);
        await database.query(`SELECT pg_sleep(${(1.5 * LIMIT_MS) / 1_000})`);
      });
      proxy.freeze();
      const { withoutStallsMs } = await refusal(() => database.run(tenantId, () => database.query('SELECT 1')));
      expect(withoutStallsMs).toBeLessThan(ONE_LIMIT_MS);
    }),
  );

  beside('ends a migration after a limit of its own', () =>
    onItsOwnWay(async ({ urls, proxy, throughProxy }) => {
      const migrations = createMigrationDataSource(throughProxy(urls.ownerUrl), [], { queryTimeoutMs: 2 * LIMIT_MS });
      await migrations.initialize();
      try {
        await migrations.query(`SELECT pg_sleep(${(1.5 * LIMIT_MS) / 1_000})`);
        proxy.freeze();
        await expect(migrations.query('SELECT 1')).rejects.toThrow('did not answer');
      } finally {
        await migrations.destroy();
      }
    }),
  );

  beside('is not awaited when a connection is closed: the change feed, advisory locks', () =>
    onItsOwnWay(async ({ urls, proxy, throughProxy }) => {
      const feed = new ChangeFeed(throughProxy(urls.applicationUrl), silent);
      await feed.start();
      expect(feed.live).toBe(true);
      const locked = withAdvisoryLock(throughProxy(urls.applicationUrl), 1, () => Promise.resolve(proxy.freeze()));
      await expect(locked).rejects.toThrow('did not answer');
      await feed.stop();
    }),
  );
});

// They hold the process, which is what they are about: none of the others may be under way.
describe('A database that does not answer to a process that was held', () => {
  it('is not mistaken for a process that was too busy to read the answer', () =>
    onItsOwnWay(async ({ urls, tenantId, connections }) => {
      // Not by way of the proxy, which is in this process and was as busy.
      const direct = await connections({ url: urls.applicationUrl }).initialize();
      const answer = new Database(direct, { preparedStatements: true }).read(tenantId, 'SELECT 1 AS one');
      await new Promise((resolve) => setImmediate(resolve));
      holdThisProcess(LIMIT_MS * 1.5);
      expect(await answer).toEqual([{ one: 1 }]);
      await direct.destroy();
    }));

  it('gets its time again from a process that stood still, as the database may have stood still, too', () =>
    onItsOwnWay(async ({ tenantId, proxy, database }) => {
      await database.read(tenantId, 'SELECT 1');
      proxy.freeze();
      const answer = database.read(tenantId, 'SELECT 1 AS one');
      await new Promise((resolve) => setImmediate(resolve));
      holdThisProcess(LIMIT_MS * 3);
      setTimeout(() => proxy.thaw(), LIMIT_MS / 4);
      expect(await answer).toEqual([{ one: 1 }]);
      proxy.freeze();
      const { withoutStallsMs } = await refusal(() => database.read(tenantId, 'SELECT 1'));
      expect(withoutStallsMs).toBeLessThan(ONE_LIMIT_MS);
    }));
});
