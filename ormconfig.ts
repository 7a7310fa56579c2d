import 'reflect-metadata';
import { join, resolve } from 'node:path';
import { createMigrationDataSource, loadConfig, startEmbeddedPostgres } from '@libs/foundation';
import type { DataSource } from 'typeorm';
import { ENTITIES } from './apps/entities';
import { MIGRATIONS } from './migrations';

/** The database that TypeORM's command line works on, as the owner of the tables: the configured, else the embedded. */
export default open();

async function open(): Promise<DataSource> {
  const { dataDirectory, database } = loadConfig(process.env);
  const url = database.migrationUrl ?? database.url;
  if (url) return createMigrationDataSource(url, MIGRATIONS, { entities: ENTITIES });
  const embedded = await startEmbeddedPostgres({ directory: join(resolve(dataDirectory), 'postgres') });
  const dataSource = createMigrationDataSource(embedded.ownerUrl, MIGRATIONS, { entities: ENTITIES });
  const disconnect = dataSource.destroy.bind(dataSource);
  // The command line ends with this call, and the server is ours to stop.
  dataSource.destroy = async () => {
    await disconnect();
    await embedded.stop();
  };
  return dataSource;
}
