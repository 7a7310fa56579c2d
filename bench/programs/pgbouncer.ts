import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inDatabase, type PostgresServer } from './postgres';
import { accepts, freePort, hasEnded } from './server';

/** Of the distribution for one machine: a pooler as it is recommended. */
const CONFIGURATION = 'deploy/compose/pgbouncer.ini';
/** The first that keeps prepared statements. */
const KEEPS_STATEMENTS = 21;
/** It refuses root; that of the user nobody everywhere. */
const NOBODY = 65_534;
const START_LIMIT_MS = 10_000;
const LOOK_EVERY_MS = 20;

/** What the program sends with each connection otherwise, and a pooler cannot pass on. See docs/operations.md. */
const ROLE_SETTINGS = {
  statement_timeout: '60s',
  lock_timeout: '2s',
  idle_in_transaction_session_timeout: '10s',
  jit: 'off',
  timezone: 'UTC',
  datestyle: 'ISO',
  intervalstyle: 'postgres',
};

export interface RunningPooler {
  readonly pid: number;
  readonly version: string;
  /** What an api is told of it. */
  environmentOf(database: string): Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** PgBouncer in transaction mode, the one on the PATH, in front of a server. */
export async function startPgBouncer(postgres: PostgresServer): Promise<RunningPooler> {
  const { stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' });
  const [, version = '', minor] = /^PgBouncer (1\.(\d+)\S*)/.exec(stdout ?? '') ?? [];
  if (!version) throw new Error('There is no pgbouncer on the PATH');
  const keepsStatements = Number(minor) >= KEEPS_STATEMENTS;
  await inDatabase(postgres.urlOf('superuser', 'postgres'), async (client) => {
    const role = new URL(postgres.urlOf('api', 'postgres')).username;
    for (const [name, value] of Object.entries(ROLE_SETTINGS)) {
      await client.query(`ALTER ROLE ${role} SET ${name} = ${client.escapeLiteral(value)}`);
    }
  });
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-bench-pgbouncer-'));
  const port = await freePort();
  const child = run(directory, iniOf(directory, postgres, port, keepsStatements));
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  const stop = async () => {
    process.off('exit', killAtExit);
    const exited = once(child, 'exit');
    if (!hasEnded(child) && child.kill('SIGINT')) await exited;
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await untilItAccepts(child, port, join(directory, 'log'));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    pid: child.pid ?? 0,
    version,
    environmentOf: (database) => ({
      DATABASE_URL: throughPort(postgres.urlOf('api', database), port),
      DATABASE_LISTEN_URL: postgres.urlOf('api', database),
      DATABASE_PREPARED_STATEMENTS: String(keepsStatements),
    }),
    stop,
  };
}

function iniOf(directory: string, postgres: PostgresServer, port: number, keepsStatements: boolean): string {
  const { hostname, port: serverPort, username, password } = new URL(postgres.urlOf('api', 'postgres'));
  writeFileSync(join(directory, 'users'), `"${username}" "${decodeURIComponent(password)}"\n`, { mode: 0o600 });
  return readFileSync(CONFIGURATION, 'utf8')
    .replace(/^appkernel = .*$/m, `* = host=${hostname} port=${serverPort}`)
    .replace(/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1')
    .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
    .replace(/^auth_file = .*$/m, `auth_file = ${join(directory, 'users')}`)
    .replace(keepsStatements ? '' : /^max_prepared_statements = .*$/m, '')
    .concat(`logfile = ${join(directory, 'log')}\n`);
}

function run(directory: string, ini: string): ChildProcess {
  const file = join(directory, 'pgbouncer.ini');
  writeFileSync(file, ini, { mode: 0o600 });
  const isRoot = process.getuid?.() === 0;
  if (isRoot) for (const each of [directory, file, join(directory, 'users')]) chownSync(each, NOBODY, NOBODY);
  return spawn('pgbouncer', ['--quiet', file], {
    stdio: 'ignore',
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  });
}

async function untilItAccepts(child: ChildProcess, port: number, log: string): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline && !hasEnded(child)) {
    if (await accepts({ hostname: '127.0.0.1', port })) return;
    await delay(LOOK_EVERY_MS);
  }
  throw new Error(`pgbouncer did not start: ${existsSync(log) ? readFileSync(log, 'utf8') : 'it wrote no log'}`);
}

function throughPort(address: string, port: number): string {
  const url = new URL(address);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return url.href;
}
