import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/** Nothing of a test database outlives the run, so nothing is forced to disk. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' };

interface Embedded {
  ownerUrl: string;
  applicationUrl: string;
  superuserUrl: string;
  stop(): Promise<void>;
}

declare global {
  var testPostgres: Embedded | undefined;
}

/**
 * One PostgreSQL for the whole run, with a template: migrated and seeded by the very command that deployments use. The
 * suites make their databases from it.
 */
export default async function setUp(): Promise<void> {
  if (globalThis.testPostgres) return;
  const root = process.cwd();
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  const { startEmbeddedPostgres } = (await import(
    join(root, 'dist/libs/foundation/src/embedded-postgres/embedded-postgres.js')
  )) as { startEmbeddedPostgres(options: object): Promise<Embedded> };
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-test-'));
  const postgres = await startEmbeddedPostgres({ directory: join(directory, 'postgres'), settings: FAST });
  globalThis.testPostgres = postgres;
  execFileSync(process.execPath, [join(root, 'dist/apps/api/src/migrate.js')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: postgres.applicationUrl,
      DATABASE_MIGRATION_URL: postgres.ownerUrl,
      DATA_DIR: directory,
      PASSWORD_BCRYPT_COST: '4',
      LOG_LEVEL: 'error',
      BOOTSTRAP_ADMIN_EMAIL: 'admin@example.com',
      BOOTSTRAP_ADMIN_PASSWORD: 'bootstrap administrator',
    },
  });
  await forbidConnections(postgres.superuserUrl);
  process.env['TEST_POSTGRES'] = JSON.stringify({
    directory,
    ownerUrl: postgres.ownerUrl,
    applicationUrl: postgres.applicationUrl,
    superuserUrl: postgres.superuserUrl,
  });
}

/** A database that somebody is connected to cannot serve as a template. */
async function forbidConnections(superuserUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query('ALTER DATABASE appkernel WITH IS_TEMPLATE true ALLOW_CONNECTIONS false');
  await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'appkernel'`);
  await client.end();
}
