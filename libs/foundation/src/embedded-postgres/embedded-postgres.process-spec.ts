import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { copyDatabaseDirectory, makeDatabaseDirectory } from '../../../../test/support/memory';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres';
import { poll } from './poll';

const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
const DEADLINE_MS = 20_000;

/** Starts the database in a process of its own, which can be killed. */
const STARTER = `
  const { startEmbeddedPostgres } = require(${JSON.stringify(join(__dirname, 'embedded-postgres.js'))});
  startEmbeddedPostgres({ directory: process.argv[1], settings: ${JSON.stringify(FAST)} })
    .then((server) => console.log(JSON.stringify(server)));
  setInterval(() => undefined, 60_000);
`;

const onLinux = process.platform === 'linux' ? it : it.skip;

let base: string;
let directory: string;
/** Initialised and stopped, for tests of what comes after that. */
let prepared: string;
const servers: EmbeddedPostgres[] = [];
const starters: ChildProcess[] = [];

beforeAll(async () => {
  prepared = makeDatabaseDirectory('embedded-postgres-');
  await (await startEmbeddedPostgres({ directory: prepared, settings: FAST })).stop();
});
afterAll(() => rmSync(prepared, { recursive: true, force: true, maxRetries: 10 }));

beforeEach(() => {
  base = makeDatabaseDirectory('embedded-postgres-');
  directory = join(base, 'postgres');
});

afterEach(async () => {
  for (const starter of starters.splice(0)) await kill(starter);
  // A killed process may have left a server running: starting here makes us its owner, which can stop it.
  if (await exists(join(directory, 'data', 'postmaster.pid'))) await start();
  for (const server of servers.splice(0)) await server.stop();
  rmSync(base, { recursive: true, force: true, maxRetries: 10 });
});

describe('The embedded PostgreSQL', () => {
  it('listens on the loopback interface only, asks for a password, and keeps its data from one start to the next', async () => {
    initialise();
    const first = await start();
    expect(await query(first.superuserUrl, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    await expect(query(first.ownerUrl.replace(/:[^:@]+@/, ':guess@'), 'SELECT 1')).rejects.toThrow('password');
    if (process.platform !== 'win32') {
      expect((await stat(join(directory, 'credentials.json'))).mode & 0o777).toBe(0o600);
    }
    await query(first.ownerUrl, "CREATE TABLE kept AS SELECT 'yes' AS answer");
    await first.stop();
    await first.stop();
    await expect(query(first.ownerUrl, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');

    const second = await start();
    expect(await query(second.ownerUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 'yes' }]);
  });

  it('lets the owner make tables and extensions, and the application role do what it is granted, but none change roles or bypass row-level security', async () => {
    initialise();
    const { applicationUrl, ownerUrl } = await start();
    for (const url of [ownerUrl, applicationUrl]) {
      expect(await query(url, ROLE)).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false }]);
    }
    await query(ownerUrl, 'CREATE EXTENSION pg_trgm');
    expect(await query(ownerUrl, "SELECT cardinality(show_trgm('公告')) AS trigrams")).toEqual([{ trigrams: 3 }]);
    await expect(query(applicationUrl, 'CREATE TABLE mine (id int)')).rejects.toThrow('permission denied');
    await expect(query(applicationUrl, 'CREATE TEMPORARY TABLE mine (id int)')).rejects.toThrow('permission denied');
    await query(ownerUrl, 'CREATE TABLE granted AS SELECT 1 AS id; GRANT SELECT ON granted TO appkernel_app');
    expect(await query(applicationUrl, 'SELECT id FROM granted')).toEqual([{ id: 1 }]);
  });

  it('refuses a directory that another living process uses, and takes over its server when that was killed', async () => {
    initialise();
    const starter = launchStarter();
    const theirs = await readiness(starter);
    await expect(start()).rejects.toThrow(`The database in ${directory} is used by process ${starter.pid}`);
    await query(theirs.ownerUrl, "CREATE TABLE kept AS SELECT 'yes' AS answer");
    await kill(starter);

    const adopted = await start();
    expect(adopted.ownerUrl).toBe(theirs.ownerUrl);
    expect(await query(adopted.ownerUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 'yes' }]);
    await adopted.stop();
    await expect(query(adopted.ownerUrl, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  });

  it('lets a task work on the server of another living process, which goes on when the task has ended', async () => {
    initialise();
    const starter = launchStarter();
    const theirs = await readiness(starter);
    const { ownerUrl, applicationUrl, stop } = await startEmbeddedPostgres({ directory, settings: FAST, joins: true });
    expect({ ownerUrl, applicationUrl }).toEqual({ ownerUrl: theirs.ownerUrl, applicationUrl: theirs.applicationUrl });
    expect(await query(applicationUrl, 'SELECT 1 AS alive')).toEqual([{ alive: 1 }]);
    await stop();
    expect(await query(theirs.ownerUrl, 'SELECT 1 AS alive')).toEqual([{ alive: 1 }]);
    await expect(start()).rejects.toThrow(`is used by process ${starter.pid}`);
  });

  it('recovers when the server was killed as well', async () => {
    initialise();
    const first = await start({ ...FAST, synchronous_commit: 'on' });
    await query(first.ownerUrl, "CREATE TABLE kept AS SELECT 'yes' AS answer");
    const [pid] = (await readFile(join(directory, 'data', 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGKILL');
    await first.stop();

    const second = await start();
    expect(await query(second.ownerUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 'yes' }]);
  });

  it('begins again after an initialisation that was cut short', async () => {
    const starter = launchStarter();
    await poll(DEADLINE_MS, async () => ((await isInitialising()) ? true : null));
    await kill(starter);
    expect(await exists(join(directory, 'data'))).toBe(false);

    const server = await start();
    expect(await query(server.applicationUrl, 'SELECT 1 AS alive')).toEqual([{ alive: 1 }]);
  });

  it('makes roles and a database that an interrupted start did not', async () => {
    initialise();
    const first = await start();
    await query(first.superuserUrl, 'DROP DATABASE appkernel');
    await query(first.superuserUrl, 'DROP ROLE appkernel');
    await first.stop();

    const second = await start();
    expect(await query(second.applicationUrl, 'SELECT 1 AS alive')).toEqual([{ alive: 1 }]);
  });

  onLinux('is not deceived by process ids that other programs have got since', async () => {
    initialise();
    const first = await start();
    const lockFile = join(directory, 'data', 'postmaster.pid');
    const [, ...lines] = (await readFile(lockFile, 'utf8')).split('\n');
    await first.stop();
    await writeFile(lockFile, [process.ppid, ...lines].join('\n'));
    await writeFile(join(directory, 'owner.json'), JSON.stringify({ pid: process.ppid, startedAt: '1' }));

    const second = await start();
    expect(await query(second.ownerUrl, 'SELECT 1 AS alive')).toEqual([{ alive: 1 }]);
  });

  it('says why when the server does not start', async () => {
    initialise();
    await expect(start({ shared_preload_libraries: 'absent' })).rejects.toThrow('could not access file "absent"');
    expect(await exists(join(directory, 'owner.json'))).toBe(false);
  });
});

const ROLE = 'SELECT rolsuper, rolbypassrls, rolcreaterole FROM pg_roles WHERE rolname = current_user';

async function start(settings: Record<string, string> = FAST): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ directory, settings });
  servers.push(server);
  return server;
}

function initialise(): void {
  copyDatabaseDirectory(prepared, directory);
}

async function query(connectionString: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const results: unknown = await client.query(text);
    return Array.isArray(results) ? [] : (results as pg.QueryResult).rows;
  } finally {
    await client.end();
  }
}

function launchStarter(): ChildProcess {
  const starter = spawn(process.execPath, ['-e', STARTER, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  starters.push(starter);
  return starter;
}

async function readiness(starter: ChildProcess): Promise<EmbeddedPostgres> {
  if (!starter.stdout) throw new Error('The starter has no output');
  for await (const line of createInterface(starter.stdout)) return JSON.parse(line) as EmbeddedPostgres;
  throw new Error('The starter ended before its server was ready');
}

async function kill(starter: ChildProcess): Promise<void> {
  if (starter.exitCode !== null || starter.signalCode !== null) return;
  const exited = once(starter, 'exit');
  starter.kill('SIGKILL');
  await exited;
}

/** Whether initdb has begun its work and not yet finished. */
async function isInitialising(): Promise<boolean> {
  const names = await readdir(directory).catch(() => []);
  const draft = names.find((name) => name.startsWith('initialising-'));
  return draft !== undefined && exists(join(directory, draft, 'data', 'PG_VERSION'));
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
