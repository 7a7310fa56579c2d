import { DataSource, type EntitySchema, type MigrationInterface } from 'typeorm';
import { NamingClient } from './naming-client';

/** The group role that owns nothing and is bound by row-level security; migrations grant it what the api needs. */
export const APPLICATION_ROLE = 'appkernel_app';

export interface DataSourceSettings {
  readonly url: string;
  readonly poolSize: number;
  /** How long a request waits for a connection, before it is refused. */
  readonly acquireTimeoutMs: number;
  readonly preparedStatements: boolean;
  /** Take the application role on every connection, because the login role is more powerful than the api should be. */
  readonly assumeApplicationRole: boolean;
  readonly applicationName: string;
  readonly statementTimeoutMs: number;
}

/** The pool of the api and the worker. */
export function createDataSource(settings: DataSourceSettings, entities: EntitySchema[]): DataSource {
  const parameters = [
    `-c statement_timeout=${settings.statementTimeoutMs}`,
    '-c lock_timeout=2000',
    '-c idle_in_transaction_session_timeout=10000',
    ...(settings.assumeApplicationRole ? [`-c role=${APPLICATION_ROLE}`] : []),
  ];
  return new DataSource({
    type: 'postgres',
    url: settings.url,
    entities,
    entitySkipConstructor: true,
    installExtensions: false,
    synchronize: false,
    logging: false,
    applicationName: settings.applicationName,
    extra: {
      ...(settings.preparedStatements ? { Client: NamingClient } : {}),
      pipeline: true,
      max: settings.poolSize,
      connectionTimeoutMillis: settings.acquireTimeoutMs,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      options: parameters.join(' '),
    },
  });
}

/** A single connection of the owner role, for migrations. The entities are for a comparison with the tables. */
export function createMigrationDataSource(
  url: string,
  migrations: (new () => MigrationInterface)[],
  entities: EntitySchema[] = [],
): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    migrations,
    entities,
    entitySkipConstructor: true,
    migrationsTableName: 'schema_migrations',
    migrationsTransactionMode: 'each',
    installExtensions: false,
    synchronize: false,
    logging: false,
    applicationName: 'appkernel-migrations',
    extra: { max: 1, options: '-c lock_timeout=2000' },
  });
}
