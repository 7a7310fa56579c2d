import type { DataSource } from 'typeorm';
import type pg from 'pg';
import { ChangeFeed, Database, InvalidatedCache, type Logger, withAdvisoryLock } from '@libs/foundation';
import { DependencyUnavailableError } from '@libs/kernel';
import { createDataSource, createMigrationDataSource } from '../../libs/foundation/src/database/data-source';
import { eventually } from '../support/api';
import { copyTemplate, queryAs, silent, type TestDatabaseUrls } from '../support/database';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy';

const LIMIT_MS = 1_000;
/** Far less than two limits take, and far more than one takes. */
const ONE_LIMIT_MS = 1.9 * LIMIT_MS;

describe('A database that does not answer', () => {
  let urls: TestDatabaseUrls;
  let tenantId: string;
  let proxy: TcpProxy;
  let dataSource: DataSource;
  let database: Database;

  beforeAll(async () => {
    urls = await copyTemplate();
    const [tenant] = await queryAs<{ id: string }>(urls.superuserUrl, 'SELECT id FROM tenants');
    tenantId = tenant!.id;
  });
  afterAll(() => urls.drop());

  beforeEach(async () => {
    proxy = await startTcpProxy(Number(new URL(urls.applicationUrl).port));
    dataSource = await connections().initialize();
    database = new Database(dataSource, { preparedStatements: true });
  });
  afterEach(async () => {
    await dataSource.destroy();
    await proxy.close();
  });

  const throughProxy = (url: string) => url.replace(/:\d+\//, `:${proxy.port}/`);
  const pool = () => (dataSource.driver as unknown as { master: pg.Pool }).master;
  const counts = () => ({ total: pool().totalCount, idle: pool().idleCount, waiting: pool().waitingCount });
  const insert = (name: string) =>
    database.query(
      `INSERT INTO users (tenant_id, id, status, display_name) VALUES ($1, gen_random_uuid(), 'active', $2)`,
      [tenantId, name],
    );
  const named = (name: string) =>
    database.read(tenantId, 'SELECT 1 FROM users WHERE tenant_id = $1 AND display_name = $2', [tenantId, name]);

  /** How long it takes to be refused. */
  const refusal = async (work: () => Promise<unknown>): Promise<number> => {
    const begun = performance.now();
    const outcome = await work().catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(DependencyUnavailableError);
    expect((outcome as DependencyUnavailableError).retryAfterSeconds).toBeGreaterThan(0);
    return performance.now() - begun;
  };

  it.each([
    ['read', () => database.read(tenantId, 'SELECT 1')],
    ['write', () => database.write(tenantId, 'SELECT 1')],
    ['statement of a transaction', () => database.run(tenantId, () => database.query('SELECT 1'))],
    ['statement of TypeORM', () => database.run(tenantId, () => database.manager.query('SELECT 1'))],
  ])('refuses a %s after the limit, and its connection is thrown away', async (_, ask) => {
    await ask();
    proxy.freeze();
    const ms = await refusal(ask);
    expect(ms).toBeGreaterThan(LIMIT_MS * 0.9);
    expect(ms).toBeLessThan(ONE_LIMIT_MS);
    expect(counts()).toEqual({ total: 0, idle: 0, waiting: 0 });
    proxy.thaw();
    await ask();
    expect(counts()).toEqual({ total: 1, idle: 1, waiting: 0 });
    await eventually(async () => (await sessions()) === 1);
  });

  it('does not give the dead connection to the next in line', async () => {
    proxy.freeze();
    const first = database.read(tenantId, 'SELECT 1').finally(() => proxy.thaw());
    const others = Array.from({ length: 3 }, () => database.read(tenantId, 'SELECT 1 AS one'));
    const [refused, ...answers] = await Promise.allSettled([first, ...others]);
    expect(refused.status).toBe('rejected');
    expect(answers).toEqual(Array.from({ length: 3 }, () => ({ status: 'fulfilled', value: [{ one: 1 }] })));
  });

  it('gets no further statement of the transaction, and its rollback is not awaited', async () => {
    const waits: number[] = [];
    const total = await refusal(() =>
      database.run(tenantId, async () => {
        await insert('undone');
        proxy.freeze();
        for (let statement = 0; statement < 3; statement++) {
          const begun = performance.now();
          await database.query('SELECT 1').catch(() => undefined);
          waits.push(performance.now() - begun);
        }
        await database.run(tenantId, () => insert('undone'));
      }),
    );
    expect(total).toBeLessThan(ONE_LIMIT_MS);
    expect(Math.max(...waits.slice(1))).toBeLessThan(LIMIT_MS / 2);
    proxy.thaw();
    expect(await named('undone')).toEqual([]);
  });

  it('leaves the outcome of a commit open: nothing is announced, and nothing is repeated', async () => {
    let attempts = 0;
    let told = false;
    const total = await refusal(() =>
      database.run(tenantId, async () => {
        attempts++;
        database.afterCommit(() => (told = true));
        database.beforeCommit(() => Promise.resolve(proxy.freeze()));
        await insert('unknown');
      }),
    );
    expect([attempts, told]).toEqual([1, false]);
    expect(total).toBeLessThan(ONE_LIMIT_MS);
    proxy.thaw();
    // Here it was on its way and is executed once the way is free.
    await eventually(async () => (await named('unknown')).length === 1);
  });

  it('refuses in time while connections are opened in vain', async () => {
    proxy.freeze();
    await refusal(() => database.read(tenantId, 'SELECT 1'));
    const impatient = await connections({ acquireTimeoutMs: LIMIT_MS })
      .initialize()
      .catch((error: unknown) => error);
    expect(String(impatient)).toMatch(/timeout/);
  });

  it('is not mistaken for a busy one: each statement has a limit of its own', async () => {
    const slow = Array.from({ length: 3 }, () => 'SELECT pg_sleep(0.6)');
    await database.run(tenantId, () => Promise.all(slow.map((text) => database.query(text))));
    expect(counts()).toEqual({ total: 1, idle: 1, waiting: 0 });
  });

  it('is not mistaken for a process that was too busy to read the answer', async () => {
    // Not through the proxy, which is in this process and was busy, too.
    const direct = await connections({ url: urls.applicationUrl }).initialize();
    const answer = new Database(direct, { preparedStatements: true }).read(tenantId, 'SELECT 1 AS one');
    await new Promise((resolve) => setImmediate(resolve));
    const until = performance.now() + LIMIT_MS * 1.5;
    while (performance.now() < until);
    expect(await answer).toEqual([{ one: 1 }]);
    await direct.destroy();
  });

  it('gets its time again from a process that stood still, as the database may have stood still, too', async () => {
    await database.read(tenantId, 'SELECT 1');
    proxy.freeze();
    const answer = database.read(tenantId, 'SELECT 1 AS one');
    await new Promise((resolve) => setImmediate(resolve));
    const until = performance.now() + LIMIT_MS * 3;
    while (performance.now() < until);
    setTimeout(() => proxy.thaw(), LIMIT_MS / 4);
    expect(await answer).toEqual([{ one: 1 }]);
    proxy.freeze();
    expect(await refusal(() => database.read(tenantId, 'SELECT 1'))).toBeLessThan(ONE_LIMIT_MS);
  });

  it('gets more time from a transaction that asked for it, but not from the next one', async () => {
    await database.run(tenantId, async () => {
      await database.extendLimits(20);
      await database.query('SELECT pg_sleep(1.5)');
    });
    proxy.freeze();
    expect(await refusal(() => database.run(tenantId, () => database.query('SELECT 1')))).toBeLessThan(ONE_LIMIT_MS);
  });

  it('ends a migration after a limit of its own', async () => {
    const migrations = createMigrationDataSource(throughProxy(urls.ownerUrl), [], { queryTimeoutMs: 2 * LIMIT_MS });
    await migrations.initialize();
    try {
      await migrations.query('SELECT pg_sleep(1.5)');
      proxy.freeze();
      await expect(migrations.query('SELECT 1')).rejects.toThrow('did not answer');
    } finally {
      await migrations.destroy();
    }
  });

  it('is not awaited when a connection is closed: the change feed, advisory locks', async () => {
    const feed = new ChangeFeed(throughProxy(urls.applicationUrl), silent);
    await feed.start();
    expect(feed.live).toBe(true);
    const locked = withAdvisoryLock(throughProxy(urls.applicationUrl), 1, () => Promise.resolve(proxy.freeze()));
    await expect(locked).rejects.toThrow('did not answer');
    await feed.stop();
  }, 15_000);

  it('is no longer trusted by caches after a second, and trusted again once it answers', async () => {
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
      await queryAs(urls.superuserUrl, 'UPDATE tenants SET name = $2 WHERE id = $1', [tenantId, `${before}, renamed`]);
      const changed = performance.now();
      await eventually(async () => (await name()) !== before);
      expect(performance.now() - changed).toBeLessThan(3_000);
      expect(feed.live).toBe(false);
      proxy.thaw();
      await eventually(() => Promise.resolve(feed.live));
      expect(await name()).toBe(`${before}, renamed`);
      proxy.freeze();
      // A long silence ends the connection. A new one is made once there is an answer.
      await eventually(() => Promise.resolve(warn.mock.calls.length > 0), 20_000);
      proxy.thaw();
      await eventually(() => Promise.resolve(feed.live));
    } finally {
      await feed.stop();
      await direct.destroy();
    }
  }, 40_000);

  const connections = ({ url = throughProxy(urls.applicationUrl), acquireTimeoutMs = 20_000 } = {}) =>
    createDataSource(
      {
        url,
        poolSize: 1,
        acquireTimeoutMs,
        preparedStatements: true,
        assumeApplicationRole: false,
        applicationName: 'unanswered-statements',
        statementTimeoutMs: 10_000,
        queryTimeoutMs: LIMIT_MS,
      },
      [],
    );

  async function sessions(): Promise<number> {
    const [row] = await queryAs<{ count: number }>(
      urls.superuserUrl,
      `SELECT count(*)::integer AS count FROM pg_stat_activity WHERE datname = $1 AND application_name = $2`,
      [urls.name, 'unanswered-statements'],
    );
    return row!.count;
  }
});
