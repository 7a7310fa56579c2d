import { spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { startEmbeddedPostgres } from '@libs/foundation';

/**
 * Whether the time of an answer tells that an account exists: for each route that must not tell, pairs of one known and
 * one unknown address, in random order, one request at a time, at the built api with its worker. Every address is asked
 * for once, so that no clock or counter runs. Ends with status 1 where the means differ by 3 standard errors or more
 * and by more than 2 %. The first argument is the number of pairs.
 */
const PAIRS = Number(process.argv[2] ?? 200);
const WARM_UP_PAIRS = 20;
const MAX_STANDARD_ERRORS = 3;
const MAX_RATIO = 0.02;
/** Cheap enough for many samples; the dearer the hash, the less of a difference could be seen beside it. */
const BCRYPT_COST = '10';
const PASSWORD = 'correct horse battery';
const ADMIN = { BOOTSTRAP_ADMIN_EMAIL: 'admin@example.com', BOOTSTRAP_ADMIN_PASSWORD: 'bootstrap administrator' };

interface Route {
  readonly path: string;
  /** How far the known addresses have got with registering. */
  readonly known: 'active' | 'pending_verification';
  readonly status: number;
  body(email: string): object;
}

const ROUTES: readonly Route[] = [
  {
    path: 'login/password',
    known: 'active',
    status: 401,
    body: (email) => ({ email, password: 'not the password' }),
  },
  { path: 'register', known: 'active', status: 202, body: (email) => ({ email, password: PASSWORD }) },
  { path: 'registration/resend-code', known: 'pending_verification', status: 202, body: (email) => ({ email }) },
  { path: 'password/forgot', known: 'active', status: 202, body: (email) => ({ email }) },
];

interface Pair {
  readonly known: number;
  readonly unknown: number;
}

async function main(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-timing-'));
  const postgres = await startEmbeddedPostgres({ directory: join(directory, 'postgres') });
  const environment = {
    ...process.env,
    NODE_ENV: 'test',
    DATA_DIR: directory,
    DATABASE_URL: postgres.applicationUrl,
    DATABASE_MIGRATION_URL: postgres.ownerUrl,
    RATE_LIMIT_ENABLED: 'false',
    TRUST_PROXY: '1',
    PASSWORD_BCRYPT_COST: BCRYPT_COST,
    PORT: '0',
    LOG_LEVEL: 'info',
    ...ADMIN,
  };
  const server = spawn(process.execPath, ['--enable-source-maps', join('dist', 'apps/api/src/main.js')], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const database = new pg.Client({ connectionString: databaseUrl(postgres.superuserUrl, postgres.ownerUrl) });
  try {
    const url = await new Promise<string>((resolve, reject) => {
      createInterface({ input: server.stdout }).on('line', (line) => {
        const listening = /"url":"([^"]+)".*"msg":"listening"/.exec(line);
        if (listening?.[1]) resolve(listening[1]);
      });
      server.once('exit', () => reject(new Error('The api did not start')));
    });
    await database.connect();
    const results = [];
    console.log(`${PAIRS} pairs a route; milliseconds, known less unknown`);
    console.log('difference  std.error  in errors    ratio   median known  median unknown');
    for (const route of ROUTES) results.push(report(route, await measure(route, url, database)));
    process.exitCode = results.every(Boolean) ? 0 : 1;
  } finally {
    await database.end();
    const exited = once(server, 'exit');
    if (server.exitCode === null && server.kill('SIGTERM')) await exited;
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function measure(route: Route, url: string, database: pg.Client): Promise<Pair[]> {
  const known = await addAccounts(database, route.known, PAIRS + WARM_UP_PAIRS);
  const { rows } = await database.query<{ id: string }>('SELECT id FROM apps WHERE is_default');
  const ask = async (email: string): Promise<number> => {
    await settled(database);
    return timeOf(new URL(`/api/v1/auth/${route.path}`, url), rows[0]?.id ?? '', route, email);
  };
  const pairs: Pair[] = [];
  for (const email of known) {
    const stranger = anEmail();
    if (randomInt(2) === 0) pairs.push({ known: await ask(email), unknown: await ask(stranger) });
    else {
      const unknown = await ask(stranger);
      pairs.push({ known: await ask(email), unknown });
    }
  }
  return pairs.slice(WARM_UP_PAIRS);
}

/** @returns whether nothing can be told. */
function report({ path }: Route, pairs: readonly Pair[]): boolean {
  const differences = pairs.map(({ known, unknown }) => known - unknown);
  const difference = mean(differences);
  const spread = Math.sqrt(mean(differences.map((value) => (value - difference) ** 2)));
  const standardError = spread / Math.sqrt(differences.length - 1);
  const ratio = mean(pairs.map(({ known }) => known)) / mean(pairs.map(({ unknown }) => unknown));
  const errors = Math.abs(difference) / standardError;
  const isAlike = errors < MAX_STANDARD_ERRORS || Math.abs(ratio - 1) < MAX_RATIO;
  const figures = [
    difference.toFixed(3).padStart(10),
    standardError.toFixed(3).padStart(9),
    errors.toFixed(2).padStart(9),
    ratio.toFixed(4).padStart(7),
    median(pairs.map(({ known }) => known))
      .toFixed(2)
      .padStart(13),
    median(pairs.map(({ unknown }) => unknown))
      .toFixed(2)
      .padStart(14),
  ];
  console.log(`${figures.join('  ')}  ${isAlike ? 'alike' : 'TELLS'}  ${path}`);
  return isAlike;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Each request comes from an address and an installation of its own: limits by those would tell attempts apart. */
function timeOf(url: URL, appId: string, route: Route, email: string): Promise<number> {
  const body = JSON.stringify(route.body(email));
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'X-AppID': appId,
    'X-AK-Device-Key': randomUUID(),
    'X-Forwarded-For': [10, randomInt(256), randomInt(256), randomInt(256)].join('.'),
  };
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', () => {
        const taken = performance.now() - begun;
        if (response.statusCode === route.status) resolve(taken);
        else reject(new Error(`${route.path} answered ${response.statusCode}`));
      });
    });
    sent.on('error', reject).end(body);
  });
}

/** What the worker does for one request must not be in the time of the next. */
async function settled(database: pg.Client): Promise<void> {
  const open = 'SELECT 1 FROM outbox_messages WHERE completed_at IS NULL AND dead_at IS NULL LIMIT 1';
  while ((await database.query(open)).rows.length > 0) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Users of the default App with verified addresses, all with the password of the first administrator. */
async function addAccounts(database: pg.Client, status: Route['known'], count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, anEmail);
  await database.query(
    `WITH app AS (SELECT tenant_id, id FROM apps WHERE is_default),
       model AS (SELECT u.password_hash FROM users u JOIN login_identifiers i ON i.user_id = u.id WHERE i.value = $1),
       people AS (
         INSERT INTO users (tenant_id, id, status, password_hash, password_changed_at)
         SELECT app.tenant_id, gen_random_uuid(), 'active', model.password_hash, now()
           FROM app, model, generate_series(1, $3::int) RETURNING tenant_id, id),
       numbered AS (SELECT people.*, row_number() OVER () AS place FROM people),
       addresses AS (
         INSERT INTO login_identifiers (tenant_id, id, user_id, type, value, verified_at, is_primary)
         SELECT tenant_id, gen_random_uuid(), numbered.id, 'email', ($2::text[])[place], now(), true FROM numbered)
     INSERT INTO app_memberships (tenant_id, app_id, user_id, status, joined_at)
     SELECT app.tenant_id, app.id, numbered.id, $4::text, CASE WHEN $4 = 'active' THEN now() END FROM app, numbered`,
    [ADMIN.BOOTSTRAP_ADMIN_EMAIL, emails, count, status],
  );
  await database.query('ANALYZE users, login_identifiers, app_memberships');
  return emails;
}

function anEmail(): string {
  return `member-${randomUUID().slice(0, 13)}@example.com`;
}

function databaseUrl(server: string, inDatabase: string): string {
  const url = new URL(server);
  url.pathname = new URL(inDatabase).pathname;
  return url.href;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

void main();
