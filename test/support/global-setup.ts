import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../libs/foundation/src/embedded-postgres/embedded-postgres';
import { OWNER_ROLE } from '../../libs/foundation/src/embedded-postgres/credentials';
import { KeptTemplate } from './kept-template';
import { makeDatabaseDirectory, MEMORY } from './memory';

/** No test database outlives the run, so nothing is flushed to disk or kept for recovery. */
const FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
  max_connections: '300',
  // Races that deadlock on purpose would wait for a second each.
  deadlock_timeout: '50ms',
  // A suite's databases live for seconds.
  autovacuum: 'off',
};

/** A password takes as long as the rest of a connection. That of the owner is asked for, by suites that test it. */
const ACCESS = `
host all ${OWNER_ROLE} 127.0.0.1/32 scram-sha-256
host all all 127.0.0.1/32 trust
`;

const TEMPLATES = ['appkernel', 'appkernel_without_regions'];

/** A file of the program that has no keys configured. */
const KEYS = 'keys.json';

const PREFIX = 'appkernel-test-';
const ABANDONED_AFTER_MS = 60 * 60_000;

declare global {
  var testPostgres: EmbeddedPostgres | undefined;
}

/**
 * One PostgreSQL for the whole run, with a template that is migrated and seeded by the same command that deployments
 * use. The suites copy it.
 */
export default async function setUp(): Promise<void> {
  if (globalThis.testPostgres) return;
  const directory = mkdtempSync(join(tmpdir(), PREFIX));
  const data = makeDatabaseDirectory(PREFIX);
  if (existsSync(MEMORY)) await removeAbandoned();
  const kept = new KeptTemplate();
  if (!kept.copyTo(data)) {
    await makeTemplates(data);
    kept.keep(data);
  }
  cpSync(join(data, KEYS), join(directory, KEYS));
  const postgres = await start(data);
  globalThis.testPostgres = postgres;
  await closeTemplates(postgres.superuserUrl);
  process.env['TEST_POSTGRES'] = JSON.stringify({
    directory,
    data,
    ownerUrl: postgres.ownerUrl,
    applicationUrl: postgres.applicationUrl,
    superuserUrl: postgres.superuserUrl,
  });
}

function start(data: string): Promise<EmbeddedPostgres> {
  const directory = join(data, 'postgres');
  const access = join(directory, 'access.conf');
  mkdirSync(directory, { recursive: true, mode: 0o711 });
  writeFileSync(access, ACCESS, { mode: 0o644 });
  return startEmbeddedPostgres({ directory, settings: { ...FAST, hba_file: access } });
}

/**
 * Two templates: with the regions, whose index takes a second in every process that loads it, and without them for all
 * suites that do not need them. Beside them lie the keys with which the seed was made.
 */
async function makeTemplates(data: string): Promise<void> {
  const postgres = await start(data);
  try {
    execFileSync(process.execPath, [join(__dirname, '../../apps/api/src/migrate.js')], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        NODE_ENV: 'test',
        DATABASE_URL: postgres.applicationUrl,
        DATABASE_MIGRATION_URL: postgres.ownerUrl,
        DATA_DIR: data,
        PASSWORD_BCRYPT_COST: '4',
        LOG_LEVEL: 'error',
        BOOTSTRAP_ADMIN_EMAIL: 'admin@example.com',
        BOOTSTRAP_ADMIN_PASSWORD: 'bootstrap administrator',
      },
    });
    await inDatabase(postgres.superuserUrl, [
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'appkernel'`,
      'CREATE DATABASE appkernel_without_regions TEMPLATE appkernel OWNER appkernel_owner STRATEGY file_copy',
    ]);
    await inDatabase(inTemplate(postgres.superuserUrl, 'appkernel_without_regions'), [
      'TRUNCATE regions, region_datasets',
    ]);
  } finally {
    await postgres.stop();
  }
}

/**
 * A database with open connections cannot serve as a template. The last one leaves a file of what every connection has
 * to know, which a start of the server removes, and which is copied with the template.
 */
async function closeTemplates(superuserUrl: string): Promise<void> {
  for (const name of TEMPLATES) {
    await inDatabase(inTemplate(superuserUrl, name), ['SELECT FROM apps']);
    await inDatabase(superuserUrl, [
      `ALTER DATABASE ${name} WITH IS_TEMPLATE true ALLOW_CONNECTIONS false`,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
    ]);
  }
}

function inTemplate(superuserUrl: string, name: string): string {
  const url = new URL(superuserUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * The remains of a killed run take memory. Its server still runs; starting here makes us its owner, which may stop it.
 */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(MEMORY).filter((entry) => entry.startsWith(PREFIX))) {
    const left = join(MEMORY, name);
    if (Date.now() - statSync(left).mtimeMs < ABANDONED_AFTER_MS) continue;
    const server = await startEmbeddedPostgres({ directory: join(left, 'postgres') }).catch(() => null);
    // It still has an owner, or there is no server.
    if (!server) continue;
    await server.stop();
    rmSync(left, { recursive: true, force: true });
  }
}

async function inDatabase(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
