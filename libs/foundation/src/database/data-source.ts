import { DataSource, type EntitySchema, type MigrationInterface } from 'typeorm';
import { LimitedClient, type QueryLimit } from './limited-client';
import { MigrationDataSource } from './migration-data-source';
import { NamingClient } from './naming-client';
import type { OwnChanges } from './own-changes';
import { readUuidListsFast } from './uuid-lists';

/** The group role that owns nothing and is bound by row-level security; migrations grant it what the api needs. */
export const APPLICATION_ROLE = 'appkernel_app';

export interface DataSourceSettings extends QueryLimit {
  readonly url: string;
  readonly poolSize: number;
  /** The time after which a request without a connection is refused. */
  readonly acquireTimeoutMs: number;
  readonly preparedStatements: boolean;
  /** Whether connections switch to the application role, because the login role has more rights than the api needs. */
  readonly assumeApplicationRole: boolean;
  readonly applicationName: string;
  /** The server's limit for a statement; the client waits a little longer (`queryTimeoutMs`). */
  readonly statementTimeoutMs: number;
  readonly ownChanges?: OwnChanges;
}

/** Building an index on a large table may take long; after this time the server counts as lost. */
const MIGRATION_QUERY_TIMEOUT_MS = 3_600_000;

/**
 * Settings that statements rely on, whatever the server, the database or the role sets: no JIT compilation, and the date
 * formats of the program. A pooler in transaction mode drops them: docs/operations.md sets them for the role.
 */
const SESSION = ['-c jit=off', '-c TimeZone=UTC', '-c DateStyle=ISO', '-c IntervalStyle=postgres'];

/** The pool of the api and the worker. */
export function createDataSource(settings: DataSourceSettings, entities: EntitySchema[]): DataSource {
  readUuidListsFast();
  return new DataSource({
    type: 'postgres',
    url: settings.url,
    entities,
    entitySkipConstructor: true,
    installExtensions: false,
    synchronize: false,
    logging: false,
    applicationName: settings.applicationName,
    extra: poolSettings(settings),
  });
}

/** What the driver's pool is made with. */
export function poolSettings(settings: Omit<DataSourceSettings, 'url' | 'applicationName'>) {
  const parameters = [
    `-c statement_timeout=${settings.statementTimeoutMs}`,
    '-c lock_timeout=2000',
    '-c idle_in_transaction_session_timeout=10000',
    ...SESSION,
    ...(settings.assumeApplicationRole ? [`-c role=${APPLICATION_ROLE}`] : []),
  ];
  return {
    Client: settings.preparedStatements ? NamingClient : LimitedClient,
    queryTimeoutMs: settings.queryTimeoutMs,
    onChange: settings.ownChanges?.tell,
    pipeline: true,
    max: settings.poolSize,
    connectionTimeoutMillis: settings.acquireTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    options: parameters.join(' '),
  };
}

interface MigrationDataSourceOptions extends Partial<QueryLimit> {
  /** Compared with the tables to draft a migration. */
  readonly entities?: EntitySchema[];
}

/** A single connection of the owner role, for migrations. */
export function createMigrationDataSource(
  url: string,
  migrations: (new () => MigrationInterface)[],
  { entities = [], queryTimeoutMs = MIGRATION_QUERY_TIMEOUT_MS }: MigrationDataSourceOptions = {},
): DataSource {
  return new MigrationDataSource({
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
    extra: {
      Client: LimitedClient,
      queryTimeoutMs,
      max: 1,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      options: ['-c lock_timeout=2000', ...SESSION].join(' '),
    },
  });
}
