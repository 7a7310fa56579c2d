import { join, resolve } from 'node:path';
import pg from 'pg';
import type { MigrationInterface } from 'typeorm';
import { ConfigurationError, type Config } from '../config/config';
import { generatedKeys } from '../config/generated-keys';
import type { SecretKey, SigningKey } from '../config/keys';
import { APPLICATION_ROLE } from '../database/data-source';
import { DatabaseWait } from '../database/database-wait';
import { inspectLoginRole, type LoginRole } from '../database/login-role';
import { migrate } from '../database/migrate';
import { expectTexts } from '../database/server-texts';
import { withClient } from '../database/with-client';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres';
import type { Logger } from '../logging/logger';
import { reasonOf } from '../logging/reason';

/** What a process needs, besides its configuration, to compose its modules. */
export interface Runtime {
  readonly config: Config;
  readonly signingKeys: readonly SigningKey[];
  readonly secretKeys: readonly SecretKey[];
  readonly databaseUrl: string;
  readonly listenUrl: string;
  /** Whether connections switch to the application role, because their login role has more rights than the api needs. */
  readonly assumeApplicationRole: boolean;
  /** The names of the migrations applied by this start. */
  readonly migrated: readonly string[];
  /** Waits for the database during the remaining steps of the start. */
  readonly wait: DatabaseWait;
  /** Stops the embedded PostgreSQL, if it was started. */
  stop(): Promise<void>;
}

type Migrations = (new () => MigrationInterface)[];

interface DatabaseUrls {
  readonly application: string;
  readonly owner: string;
  stop(): Promise<void>;
}

/** The part of `Lifetime` that the database needs. */
interface Life {
  readonly stopping: AbortSignal;
  endWith(reason: unknown): void;
}

interface RuntimeOptions {
  /** Works on the embedded PostgreSQL of a process that is running, if there is one. */
  readonly joins?: boolean;
}

const UNENDING: Life = { stopping: new AbortController().signal, endWith: () => undefined };

/**
 * Starts the database, the configured one or else the embedded one; then applies the migrations and checks the role
 * that the process works under.
 */
export async function prepareRuntime(
  config: Config,
  migrations: Migrations,
  logger: Logger,
  life: Life = UNENDING,
  options: RuntimeOptions = {},
): Promise<Runtime> {
  const generated = config.keys.signing && config.keys.secrets ? null : generatedKeys(resolve(config.dataDirectory));
  const urls = await databaseUrls(config, logger, life, options);
  const wait = new DatabaseWait(urls.application, config.startup.waitSeconds, logger, life.stopping);
  try {
    const migrated = config.database.runMigrations
      ? await wait.during('migrating', async () => {
          await expectTexts(urls.owner);
          return migrate(urls.owner, migrations, { queryTimeoutMs: config.database.migrationQueryTimeoutMs });
        })
      : [];
    const role = await wait.during('connecting', async () => {
      if (config.database.runMigrations) await admitLoginRole(urls, logger);
      return inspectLoginRole(urls.application);
    });
    return {
      config,
      signingKeys: config.keys.signing ?? generated?.signing ?? [],
      secretKeys: config.keys.secrets ?? generated?.secrets ?? [],
      databaseUrl: urls.application,
      listenUrl: config.database.listenUrl ?? urls.application,
      assumeApplicationRole: mustAssumeApplicationRole(role, config, logger),
      migrated,
      wait,
      stop: () => urls.stop(),
    };
  } catch (error) {
    await urls.stop();
    throw error;
  }
}

async function databaseUrls(
  config: Config,
  logger: Logger,
  life: Life,
  options: RuntimeOptions,
): Promise<DatabaseUrls> {
  const { url, migrationUrl } = config.database;
  if (url) return { application: url, owner: migrationUrl ?? url, stop: () => Promise.resolve() };
  const embedded = await startEmbeddedPostgres({
    directory: join(resolve(config.dataDirectory), 'postgres'),
    stopping: life.stopping,
    ...options,
    supervision: { logger, givenUp: (reason) => life.endWith(reason) },
  });
  return { application: embedded.applicationUrl, owner: embedded.ownerUrl, stop: () => embedded.stop() };
}

/** Makes the api's login role a member of the application role, if it is not one yet and the owner may do that. */
async function admitLoginRole(urls: DatabaseUrls, logger: Logger): Promise<void> {
  if (urls.application === urls.owner) return;
  const role = await inspectLoginRole(urls.application);
  if (role.superuser || role.canAssumeApplicationRole) return;
  await withClient(urls.owner, async (client) => {
    try {
      await client.query(`GRANT ${APPLICATION_ROLE} TO ${pg.escapeIdentifier(role.name)}`);
    } catch (error) {
      // If the server refuses, an operator has to grant it; a lost connection is retried by the caller.
      if (!(error instanceof pg.DatabaseError)) throw error;
      logger.warn(
        { role: role.name, reason: reasonOf(error) },
        `grant ${APPLICATION_ROLE} to the role of DATABASE_URL`,
      );
    }
  });
}

function mustAssumeApplicationRole(role: LoginRole, config: Config, logger: Logger): boolean {
  const powerful = role.superuser || role.bypassesRowSecurity || role.ownsTables;
  if (!powerful) return false;
  if (config.production) {
    throw new ConfigurationError([
      'DATABASE_URL must name a role that is no superuser, has no BYPASSRLS and owns no table; ' +
        'give the owner as DATABASE_MIGRATION_URL',
    ]);
  }
  if (role.canAssumeApplicationRole) return true;
  logger.warn(
    { role: role.name },
    `the role ${APPLICATION_ROLE} does not exist: the api works as the owner of the tables`,
  );
  return false;
}
