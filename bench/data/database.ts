import { MIGRATIONS } from '../../migrations';
import type pg from 'pg';
import { migrate } from '../programs/api';
import { inDatabase, type PostgresServer } from '../programs/postgres';
import type { StoredKeys } from './keys';
import { amountsOf } from './amounts';
import { seedArticles } from './articles';
import { whileIndexesRest } from './bulk';
import { seedInboxes } from './inboxes';
import { PASSWORD, SEED_VERSION, seedStatements } from './seed';

/** Migrated and with what an installation cannot do without; those that are seeded begin as copies of it. */
export const BASE_DATABASE = 'bench_base';

/** Seeded sessions live for 30 days. */
const KEPT_DAYS = 20;
const DAY_MS = 86_400_000;

interface Mark {
  readonly version: number;
  readonly migrations: readonly string[];
  /** The key of the seeded passwords. */
  readonly secret: string;
  readonly seededAt: string;
}

export interface Preparation {
  readonly directory: string;
  readonly postgres: PostgresServer;
  readonly keys: StoredKeys;
  readonly say: (what: string) => void;
}

/** A database with so many members: kept from an earlier run, or made. @returns its name. */
export async function prepareDatabase(preparation: Preparation, members: number): Promise<string> {
  const { postgres, keys, say } = preparation;
  const name = `bench_${members}`;
  const server = postgres.urlOf('superuser', 'postgres');
  const found = await markOf(server, name);
  if (isUsable(found, keys)) {
    if (found.migrations.join() !== migrationNames().join()) await bringForward(preparation, name, found);
    return name;
  }
  await ensureBase(preparation);
  say(`seeding ${members} members`);
  await inDatabase(server, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${BASE_DATABASE} OWNER bench_owner`);
  });
  // Half of the product comes with its hasher, which a run on kept data has no use for.
  const { hashPassword } = await import('./password-hash.js');
  const passwordHash = await hashPassword(keys, PASSWORD);
  await inDatabase(postgres.urlOf('superuser', name), async (client) => {
    const amounts = amountsOf(members);
    await client.query('BEGIN');
    await whileIndexesRest(client, async () => {
      for (const statement of seedStatements(amounts, passwordHash)) await client.query(statement);
      await seedInboxes(client, amounts);
    });
    await seedArticles(client, amounts.articles);
    await client.query('COMMIT');
    await settle(client);
    const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    await mark(client, name, { secret: keys.secret, seededAt: rows[0]?.now.toISOString() ?? '' });
  });
  return name;
}

/** What was seeded stays: a new version of the program meets rows that are there, as it does in production. */
async function bringForward(preparation: Preparation, name: string, found: Mark): Promise<void> {
  const { postgres, say } = preparation;
  say(`migrating ${name}`);
  // A migration that divides a table does not take over settings that its parts to come would lack.
  await inDatabase(postgres.urlOf('superuser', name), (client) => vacuumByItself(client, true));
  migrate({ ...preparation, database: name });
  await inDatabase(postgres.urlOf('superuser', name), async (client) => {
    await settle(client);
    await mark(client, name, found);
  });
}

/** Takes away what runs have written, and the dead rows that they left: each begins with the same tables. */
export async function restore(postgres: PostgresServer, name: string): Promise<void> {
  const url = postgres.urlOf('superuser', name);
  const seededAt = (await markOf(url, name))?.seededAt;
  await inDatabase(url, async (client) => {
    await client.query('DELETE FROM refresh_tokens WHERE issued_at > $1', [seededAt]);
    await client.query('UPDATE refresh_tokens SET consumed_at = NULL WHERE consumed_at IS NOT NULL');
    await client.query('DELETE FROM sessions WHERE created_at > $1', [seededAt]);
    await client.query('DELETE FROM login_events WHERE occurred_at > $1', [seededAt]);
    await client.query('TRUNCATE outbox_messages, login_throttles');
    for (const table of ['refresh_tokens', 'sessions', 'login_events', 'users', 'user_profiles', 'devices']) {
      await client.query(`VACUUM (ANALYZE) ${table}`);
    }
    await client.query('CHECKPOINT');
  });
}

async function ensureBase(preparation: Preparation): Promise<void> {
  const { postgres, say } = preparation;
  const server = postgres.urlOf('superuser', 'postgres');
  const isThere = await inDatabase(server, (client) => exists(client, BASE_DATABASE));
  if (isThere && (await isWhole(postgres.urlOf('superuser', BASE_DATABASE)))) return;
  say('migrating');
  await inDatabase(server, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${BASE_DATABASE} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${BASE_DATABASE} OWNER bench_owner`);
  });
  migrate({ ...preparation, database: BASE_DATABASE });
}

/** Not where a migration was broken off between the last table and the first App. */
async function isWhole(url: string): Promise<boolean> {
  return inDatabase(url, async (client) => {
    const { rows } = await client.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY id');
    const apps = await client.query('SELECT 1 FROM apps WHERE is_default');
    return apps.rows.length > 0 && rows.map(({ name }) => name).join() === migrationNames().join();
  }).catch(() => false);
}

/** Statistics of the planner, and no vacuum in the midst of a measurement. */
async function settle(client: pg.Client): Promise<void> {
  await vacuumByItself(client, false);
  await client.query('VACUUM (ANALYZE)');
  await client.query('CHECKPOINT');
}

async function vacuumByItself(client: pg.Client, isMeant: boolean): Promise<void> {
  const change = isMeant ? 'RESET (autovacuum_enabled)' : 'SET (autovacuum_enabled = false)';
  const { rows } = await client.query<{ name: string }>(
    // The parts of a table have such settings, the whole of them has none.
    `SELECT quote_ident(relname) AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of rows) await client.query(`ALTER TABLE ${name} ${change}`);
}

/** The last step: a database without it was not finished. */
async function mark(
  client: pg.Client,
  name: string,
  { secret, seededAt }: Pick<Mark, 'secret' | 'seededAt'>,
): Promise<void> {
  const content: Mark = { version: SEED_VERSION, migrations: migrationNames(), secret, seededAt };
  await client.query(`COMMENT ON DATABASE ${name} IS ${client.escapeLiteral(JSON.stringify(content))}`);
}

async function markOf(url: string, name: string): Promise<Mark | null> {
  return inDatabase(url, async (client) => {
    const { rows } = await client.query<{ mark: string | null }>(
      `SELECT shobj_description(oid, 'pg_database') AS mark FROM pg_database WHERE datname = $1`,
      [name],
    );
    return rows[0]?.mark ? (JSON.parse(rows[0].mark) as Mark) : null;
  });
}

/** Not where a later version of the program has been, as nothing leads back from there. */
function isUsable(found: Mark | null, { secret }: StoredKeys): found is Mark {
  if (found?.version !== SEED_VERSION || found.secret !== secret) return false;
  const days = (Date.now() - Date.parse(found.seededAt)) / DAY_MS;
  const known = new Set(migrationNames());
  return days < KEPT_DAYS && found.migrations.every((each) => known.has(each));
}

function migrationNames(): string[] {
  return MIGRATIONS.map(({ name }) => name);
}

async function exists(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  return rows.length > 0;
}
