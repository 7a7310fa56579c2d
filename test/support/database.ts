import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { ChangeFeed, Database, Logger } from '@libs/foundation';
import { ENTITIES } from '../../apps/entities';
import { createDataSource } from '../../libs/foundation/src/database/data-source';
import { OwnChanges } from '../../libs/foundation/src/database/own-changes';
import { TEMPLATES } from './templates';

export interface TestPostgres {
  readonly directory: string;
  /** Where databases lie: in memory if there is room. */
  readonly data: string;
  readonly ownerUrl: string;
  readonly applicationUrl: string;
  readonly superuserUrl: string;
}

/** A database of a suite's own, made from the migrated and seeded template. */
export interface TestDatabaseUrls {
  readonly name: string;
  readonly ownerUrl: string;
  readonly applicationUrl: string;
  readonly superuserUrl: string;
  drop(): Promise<void>;
}

export interface TestDatabase extends Omit<TestDatabaseUrls, 'drop'> {
  readonly database: Database;
  readonly changeFeed: ChangeFeed;
  close(): Promise<void>;
}

/** The change feeds under test, which hear of what suites change behind their backs. */
export const feedsUnderTest = new Set<ChangeFeed>();

export const silent = new Logger('silent');

export function testPostgres(): TestPostgres {
  const description = process.env['TEST_POSTGRES'];
  if (!description) throw new Error('The global setup has not started PostgreSQL');
  return JSON.parse(description) as TestPostgres;
}

/** The settings of an api or a worker that runs in the process of its suite. */
export function settingsOn({ applicationUrl }: Pick<TestDatabaseUrls, 'applicationUrl'>): Record<string, string> {
  return {
    NODE_ENV: 'test',
    DATABASE_URL: applicationUrl,
    DATA_DIR: testPostgres().directory,
    // Suites share few cores, on which a new connection may take a while.
    DATABASE_ACQUIRE_TIMEOUT_MS: '20000',
    RUN_MIGRATIONS: 'false',
    LOG_LEVEL: 'error',
  };
}

/** How many of the regions a database has. The index of all takes a second to load, and again after each change. */
export interface RegionsWanted {
  readonly regions?: keyof typeof TEMPLATES;
}

export async function copyTemplate({ regions = 'none' }: RegionsWanted = {}): Promise<TestDatabaseUrls> {
  const server = testPostgres();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asSuperuser(
    server,
    `CREATE DATABASE ${name} TEMPLATE ${TEMPLATES[regions]} OWNER appkernel_owner STRATEGY file_copy`,
  );
  const urls = {
    ownerUrl: named(server.ownerUrl, name),
    applicationUrl: named(server.applicationUrl, name),
    superuserUrl: named(server.superuserUrl, name),
  };
  return {
    name,
    ...urls,
    drop: async () => {
      await closeConnectionsTo(Object.values(urls));
      await asSuperuser(server, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** The same with the product's own `Database`, for suites below HTTP. */
export async function createTestDatabase(options: RegionsWanted = {}): Promise<TestDatabase> {
  const { drop, ...urls } = await copyTemplate(options);
  const ownChanges = new OwnChanges();
  const dataSource = await createDataSource(
    {
      url: urls.applicationUrl,
      poolSize: 10,
      acquireTimeoutMs: 20_000,
      preparedStatements: true,
      assumeApplicationRole: false,
      applicationName: 'appkernel-test',
      statementTimeoutMs: 10_000,
      queryTimeoutMs: 11_000,
      ownChanges,
    },
    ENTITIES,
  ).initialize();
  const changeFeed = new ChangeFeed(urls.applicationUrl, silent, ownChanges);
  await changeFeed.start();
  feedsUnderTest.add(changeFeed);
  return {
    ...urls,
    database: new Database(dataSource, { preparedStatements: true }),
    changeFeed,
    close: async () => {
      feedsUnderTest.delete(changeFeed);
      await changeFeed.stop();
      await dataSource.destroy();
      await drop();
    },
  };
}

/** Kept for the next statements: a connection costs more than most of them. */
const connections = new Map<string, pg.Pool>();
const KEPT_FOR_MS = 10_000;

/**
 * Runs statements as the superuser of the test server, as no part of the product may. Returns when the apis of this
 * process have heard of it, as they would within moments: suites are about what holds then.
 */
export async function queryAs<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = await connectionsTo(url).connect();
  let isAnnounced = false;
  const hear = () => (isAnnounced = true);
  client.on('notice', hear);
  let isClean = false;
  try {
    const { rows } = await client.query<Row>(text, values);
    isClean = await leavesNothing(client, text);
    if (isAnnounced) await feedsHaveHeard();
    return rows;
  } finally {
    client.off('notice', hear);
    client.release(!isClean);
  }
}

/** Several statements may set something for the session, which the next must not find; or leave a transaction open. */
function leavesNothing(client: pg.PoolClient, text: string): Promise<boolean> {
  if (!text.includes(';')) return Promise.resolve(true);
  return client.query('DISCARD ALL').then(
    () => true,
    () => false,
  );
}

/** Waits until the apis of this process have heard of all changes so far, as another one has within a second. */
export async function feedsHaveHeard(): Promise<void> {
  await Promise.all([...feedsUnderTest].map(caughtUp));
}

/** Announcements arrive before the answer to a later question. */
async function caughtUp(feed: ChangeFeed): Promise<void> {
  const client = Reflect.get(feed, 'client') as pg.Client | null;
  await client?.query('SELECT 1').catch(() => undefined);
}

function connectionsTo(url: string): pg.Pool {
  const open = connections.get(url);
  if (open) return open;
  const pool = new pg.Pool({ connectionString: url, idleTimeoutMillis: KEPT_FOR_MS, allowExitOnIdle: true });
  // A connection that the server closes while it is idle is replaced by the next.
  pool.on('error', () => undefined);
  connections.set(url, pool);
  return pool;
}

async function closeConnectionsTo(urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    const pool = connections.get(url);
    connections.delete(url);
    await pool?.end();
  }
}

async function asSuperuser(server: TestPostgres, statement: string): Promise<void> {
  await queryAs(server.superuserUrl, statement);
}

function named(url: string, database: string): string {
  const copy = new URL(url);
  copy.pathname = `/${database}`;
  return copy.toString();
}
