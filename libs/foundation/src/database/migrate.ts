import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { createMigrationDataSource } from './data-source';
import type { QueryLimit } from './limited-client';

/** An arbitrary fixed number for the lock that lets only one migrator at a time work on a database. */
const MIGRATION_LOCK = 727_001;
const LOCK_POLL_MS = 100;

/**
 * Makes the server notice a cut connection; otherwise it would finish the statement and hold all its locks. Not every
 * operating system supports this.
 */
const NOTICE_END = `SELECT set_config('client_connection_check_interval', '2s', false)`;

/**
 * Applies the pending migrations, each in a transaction of its own, and returns their names. Processes that start
 * together take turns here.
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
      // A session lock on the only connection: the migrations run on that same connection. Polled rather than awaited
      // in the server, because an index that is built concurrently waits for every statement that waits.
      while (!(await takeLock(lock))) await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS));
    } finally {
      await lock.release();
    }
    const applied = await dataSource.runMigrations();
    return applied.map(({ name }) => name);
  });
}

/** Reverts the newest `count` migrations, for operators and for tests of `down`. */
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
