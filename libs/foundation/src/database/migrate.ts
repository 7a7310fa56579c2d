import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { createMigrationDataSource } from './data-source';
import type { QueryLimit } from './limited-client';

/** Any fixed number: it names the lock that lets one migrator at a time work on a database. */
const MIGRATION_LOCK = 727_001;
const LOCK_POLL_MS = 100;

/** Without it a server goes on with what a connection was cut for, under all its locks. Not every system can tell. */
const NOTICE_END = `SELECT set_config('client_connection_check_interval', '2s', false)`;

/**
 * Applies the pending migrations, each in a transaction of its own, and returns their names. Processes that start
 * together wait for each other here.
 */
export async function migrate(
  url: string,
  migrations: (new () => MigrationInterface)[],
  limit: Partial<QueryLimit> = {},
): Promise<string[]> {
  return withMigrationDataSource(url, migrations, limit, async (dataSource) => {
    const lock = dataSource.createQueryRunner();
    try {
      await lock.query(NOTICE_END).catch(() => undefined);
      // A session lock on the only connection: the migrations run on that very connection, under the lock. Asked for
      // again and again, as an index that is built beside the traffic waits for every statement that waits.
      while (!(await takeLock(lock))) await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS));
    } finally {
      await lock.release();
    }
    const applied = await dataSource.runMigrations();
    return applied.map(({ name }) => name);
  });
}

/** Takes back the newest migrations, `count` of them. For tests of `down` and for operators. */
export async function revertMigrations(
  url: string,
  migrations: (new () => MigrationInterface)[],
  count: number,
): Promise<void> {
  await withMigrationDataSource(url, migrations, {}, async (dataSource) => {
    for (let reverted = 0; reverted < count; reverted++) await dataSource.undoLastMigration();
  });
}

async function takeLock(runner: QueryRunner): Promise<boolean> {
  const rows = (await runner.query('SELECT pg_try_advisory_lock($1) AS taken', [MIGRATION_LOCK])) as {
    taken: boolean;
  }[];
  return rows[0]?.taken === true;
}

async function withMigrationDataSource<T>(
  url: string,
  migrations: (new () => MigrationInterface)[],
  limit: Partial<QueryLimit>,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  const dataSource = await createMigrationDataSource(url, migrations, limit).initialize();
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
