import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { OWNER_ROLE } from '../../libs/foundation/src/embedded-postgres/credentials';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../libs/foundation/src/embedded-postgres/embedded-postgres';
import { KeptTemplate } from './kept-template';
import { isLong } from './rounds';

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
  // Half of what a copy of a template costs. Systems other than Linux have another way, or none.
  ...(process.platform === 'linux' && { file_copy_method: 'clone' }),
  // A connection plans each statement anew for its first five values, and hardly one of a suite comes so far.
  ...(!isLong && { plan_cache_mode: 'force_generic_plan' }),
};

/** A password takes as long as the rest of a connection. That of the owner is asked for, by suites that test it. */
const ACCESS = `
host all ${OWNER_ROLE} 127.0.0.1/32 scram-sha-256
host all all 127.0.0.1/32 trust
`;

/**
 * Of tables without statistics the planner believes that hardly a row is of a tenant, and joins by the tenant alone: all
 * sessions with all devices. It is told that the rows of a suite are of one tenant and two Apps.
 */
const STATISTICS = `
  SELECT pg_restore_attribute_stats('schemaname', 'public', 'relname', c.relname::text, 'attname', a.attname::text,
           'inherited', c.relkind = 'p', 'null_frac', 0::real, 'avg_width', 16, 'n_distinct', n::real)
    FROM (VALUES ('tenant_id', 1), ('app_id', 2)) AS known (name, n), pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid
   WHERE a.attname = known.name AND c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')`;

/** The templates, by how many of the regions they have. */
export const TEMPLATES = {
  all: 'appkernel',
  few: 'appkernel_few_regions',
  none: 'appkernel_without_regions',
} as const;

/**
 * Every country, the divisions of two, and the towns of one province: a tenth of the regions. No region that stays has a
 * parent that goes; asking that for each of the others took a minute.
 */
const LEAVE_FEW_REGIONS = `
  SET session_replication_role = replica;
  DELETE FROM regions
   WHERE level = 4 AND code NOT LIKE '33%' OR code ~ '^[A-Z]+-' AND code NOT LIKE 'JP-%'`;

/** A file of the program that has no keys configured. */
export const KEYS = 'keys.json';

/**
 * Puts the directory of a stopped server there, with the templates: one that an earlier run has kept, or its own.
 */
export async function putTemplates(data: string): Promise<void> {
  const kept = new KeptTemplate();
  if (kept.copyTo(data)) return;
  await makeTemplates(data);
  kept.keep(data);
}

/**
 * The same once more within a run, with its keys: what was kept when it began may have been replaced by that of another
 * run, whose passwords no api of this one could verify.
 */
export async function putTemplatesOfRun(
  data: string,
  { directory }: { readonly directory: string },
  kept = new KeptTemplate(),
): Promise<void> {
  const keys = readFileSync(join(directory, KEYS));
  if (kept.copyTo(data) && keys.equals(readFileSync(join(data, KEYS)))) return;
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data);
  writeFileSync(join(data, KEYS), keys, { mode: 0o600 });
  await makeTemplates(data);
}

export function startTestServer(data: string): Promise<EmbeddedPostgres> {
  const directory = join(data, 'postgres');
  const access = join(directory, 'access.conf');
  mkdirSync(directory, { recursive: true, mode: 0o711 });
  writeFileSync(access, ACCESS, { mode: 0o644 });
  return startEmbeddedPostgres({ directory, settings: { ...FAST, hba_file: access } });
}

/**
 * Three templates: with the regions, whose index takes a second in every process that loads it, with few of them, and
 * with none for all suites that do not need them. Beside them lie the keys with which the seed was made.
 */
async function makeTemplates(data: string): Promise<void> {
  const postgres = await startTestServer(data);
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
    await inDatabase(inTemplate(postgres.superuserUrl, TEMPLATES.all), [STATISTICS]);
    await inDatabase(postgres.superuserUrl, [
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'appkernel'`,
      ...[TEMPLATES.few, TEMPLATES.none].map(
        (name) => `CREATE DATABASE ${name} TEMPLATE ${TEMPLATES.all} OWNER appkernel_owner STRATEGY file_copy`,
      ),
    ]);
    await inDatabase(inTemplate(postgres.superuserUrl, TEMPLATES.few), [LEAVE_FEW_REGIONS, 'VACUUM FULL regions']);
    await inDatabase(inTemplate(postgres.superuserUrl, TEMPLATES.none), ['TRUNCATE regions, region_datasets']);
  } finally {
    await postgres.stop();
  }
}

/**
 * A database with open connections cannot serve as a template. The last one leaves a file of what every connection has
 * to know, which a start of the server removes, and which is copied with the template.
 */
export async function closeTemplates(superuserUrl: string): Promise<void> {
  for (const name of Object.values(TEMPLATES)) {
    await inDatabase(inTemplate(superuserUrl, name), ['SELECT FROM apps']);
    await inDatabase(superuserUrl, [
      `ALTER DATABASE ${name} WITH IS_TEMPLATE true ALLOW_CONNECTIONS false`,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
    ]);
  }
}

export function inTemplate(superuserUrl: string, name: string): string {
  const url = new URL(superuserUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function inDatabase(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
