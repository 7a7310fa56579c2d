import type { DataSource, MigrationInterface } from 'typeorm';
import { createMigrationDataSource } from './data-source';

/** Any fixed number: it names the lock that lets one migrator at a time work on a database. */
const MIGRATION_LOCK = 727_001;

/**
 * Applies the pending migrations, each in a transaction of its own, and returns their names. Processes that start
 * together wait for each other here.
 */
export async function migrate(url: string, migrations: (new () => MigrationInterface)[]): Promise<string[]> {
  return withMigrationDataSource(url, migrations, async (dataSource) => {
    const lock = dataSource.createQueryRunner();
    try {
      // A session lock on the only connection: the migrations run on that very connection, under the lock.
      await lock.query('SET lock_timeout = 0');
      await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
      await lock.query('SET lock_timeout = 2000');
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
  await withMigrationDataSource(url, migrations, async (dataSource) => {
    for (let reverted = 0; reverted < count; reverted++) await dataSource.undoLastMigration();
  });
}

async function withMigrationDataSource<T>(
  url: string,
  migrations: (new () => MigrationInterface)[],
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  const dataSource = await createMigrationDataSource(url, migrations).initialize();
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
