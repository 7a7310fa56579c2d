import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { eventually } from './api';
import type { TestDatabaseUrls } from './database';
import { freePort } from './free-port';
import { makeDatabaseDirectory } from './memory';

const DEBIAN = '/usr/lib/postgresql';
const NAME = 'appkernel';

/** Where the programs of the system's own PostgreSQL are, the newest; null if there is none. */
const programs = findPrograms();

/** Suites for which a PostgreSQL with its defaults is needed are skipped without one, visibly. */
export const describeWithSystemPostgres: jest.Describe = programs === null ? describe.skip : describe;

if (programs === null) process.stderr.write('PostgreSQL is not installed: the suites on its defaults are skipped\n');

export interface SystemPostgres extends TestDatabaseUrls {
  /** What the server has logged so far. */
  log(): string;
}

/** A server of the system's own PostgreSQL, with all its defaults and nothing in it. */
export interface SystemServer {
  readonly port: number;
  /** The account that servers run under, as they refuse to run as root. */
  readonly account: ServerAccount | null;
  log(): string;
  stop(): Promise<void>;
}

interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

/** A directory of the account of servers, for one of them. */
export interface SystemServerPlace {
  readonly directory: string;
  /** Where its cluster is, or comes to be. */
  readonly data: string;
  readonly account: ServerAccount | null;
}

export interface SystemServerOptions {
  /** Where there may be a cluster already, such as a restored one. */
  readonly place?: SystemServerPlace;
  /** Besides its defaults, in which it listens on loopback alone. */
  readonly settings?: Readonly<Record<string, string>>;
}

export function makeSystemServerPlace(): SystemServerPlace {
  const directory = makeDatabaseDirectory('appkernel-system-postgres-');
  const account = accountOfServer();
  if (account) chownSync(directory, account.uid, account.gid);
  return { directory, data: join(directory, 'data'), account };
}

/** @param passwordFile of the superuser `postgres`. Without one everybody is let in as whoever they say they are. */
export async function startSystemServer(
  passwordFile?: string,
  { place = makeSystemServerPlace(), settings = {} }: SystemServerOptions = {},
): Promise<SystemServer> {
  if (programs === null) throw new Error('There is no PostgreSQL');
  const { directory, data, account } = place;
  const logFile = join(directory, 'log');
  const options = { ...account, cwd: directory };
  const password = passwordFile === undefined ? '' : readFileSync(passwordFile, 'utf8');
  if (!existsSync(data)) makeCluster(programs, place, password);
  const port = await freePort();
  const given = { listen_addresses: '127.0.0.1', unix_socket_directories: '', log_line_prefix: '', ...settings };
  const log = openSync(logFile, 'w');
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-p', String(port), ...Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...options, stdio: ['ignore', log, log] },
  );
  const url = new URL(`postgres://postgres@127.0.0.1:${port}/postgres`);
  url.password = password;
  await eventually(() => asked(url.href, ['SELECT 1']).catch(() => false));
  return {
    port,
    account,
    log: () => readFileSync(logFile, 'utf8'),
    stop: async () => {
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function makeCluster(bin: string, { directory, data, account }: SystemServerPlace, password: string): void {
  const cluster = ['--username=postgres', '--encoding=UTF8', '--locale=C.UTF-8'];
  const entry = password === '' ? ['--auth=trust'] : ['--auth=scram-sha-256', '--pwfile=password'];
  if (password !== '') writeFileSync(join(directory, 'password'), password);
  const options = { ...account, cwd: directory, stdio: 'ignore' } as const;
  execFileSync(join(bin, 'initdb'), ['--pgdata', data, ...cluster, ...entry], options);
}

/**
 * Such a server with the roles and the database of the README. What it plans and carries out is in its log, as JSON.
 */
export async function startSystemPostgres(): Promise<SystemPostgres> {
  const { port, log, stop } = await startSystemServer();
  const urlOf = (role: string, database = NAME) => `postgres://${role}@127.0.0.1:${port}/${database}`;
  await asked(urlOf('postgres', 'postgres'), [
    'CREATE ROLE appkernel_app NOLOGIN',
    'CREATE ROLE appkernel_owner LOGIN',
    'CREATE ROLE appkernel LOGIN IN ROLE appkernel_app',
    `CREATE DATABASE ${NAME} OWNER appkernel_owner`,
    `ALTER DATABASE ${NAME} SET session_preload_libraries = 'auto_explain'`,
    ...['log_min_duration = 0', 'log_analyze = on', 'log_timing = off', 'log_format = json'].map(
      (setting) => `ALTER DATABASE ${NAME} SET auto_explain.${setting}`,
    ),
  ]);
  return {
    name: NAME,
    ownerUrl: urlOf('appkernel_owner'),
    applicationUrl: urlOf('appkernel'),
    superuserUrl: urlOf('postgres'),
    log,
    drop: stop,
  };
}

function findPrograms(): string | null {
  if (!existsSync(DEBIAN)) return null;
  const versions = readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a));
  const found = versions.map((version) => join(DEBIAN, version, 'bin'));
  return found.find((bin) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres'))) ?? null;
}

/** PostgreSQL refuses to run as root. Its package has made an account. */
function accountOfServer(): ServerAccount | null {
  if (process.getuid?.() !== 0) return null;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

async function asked(url: string, statements: readonly string[]): Promise<true> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
    return true;
  } finally {
    await client.end();
  }
}

/** A node of a plan, with what it did. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

export interface LoggedPlan {
  readonly 'Query Text': string;
  readonly Plan: PlanNode;
  /** What compiling it took; absent if it was not compiled. */
  readonly JIT?: object;
}

/** The plans in a log, without those that are written while it is read. */
export function plansIn(log: string): LoggedPlan[] {
  return log
    .split(/^(?=\S)/m)
    .filter((entry) => /^LOG: {2}duration: \S+ ms {2}plan:\n/.test(entry) && entry.trimEnd().endsWith('\n\t}'))
    .map((entry) => JSON.parse(entry.slice(entry.indexOf('{'))) as LoggedPlan);
}

export function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** How many rows it looked at. */
export function rowsOf(node: PlanNode): number {
  return ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 0);
}
