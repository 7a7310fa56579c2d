import { open, readFile, rm } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Binaries } from './binaries';
import type { Layout } from './layout';
import { poll } from './poll';
import {
  type ProcessIdentity,
  identifyProcess,
  identifyProcessAtOnce,
  isRunning,
  isSame,
  readOfProcess,
} from './process-identity';
import { runAs, type ServerAccount } from './server-account';

/** A server that accepts connections. */
export interface Postmaster {
  readonly process: ProcessIdentity;
  readonly port: number;
}

interface LockFile {
  readonly pid: number;
  readonly port: number;
  readonly status: string;
}

/** After a crash the server first replays its write-ahead log, which can take a while. */
const START_TIMEOUT_MS = 120_000;
const FAST_SHUTDOWN_MS = 10_000;
const IMMEDIATE_SHUTDOWN_MS = 10_000;
const MAX_ATTEMPTS = 30;
const ATTEMPT_INTERVAL_MS = 500;
const LOG_TAIL_LINES = 8;

/** Another program took the port in the meantime, or children of a killed server are still ending. */
const PASSING_TROUBLES = /could not create any TCP\/IP sockets|shared memory block .* is still in use/;

/** The server process of this directory, whether or not it accepts connections. */
export async function findServer(layout: Layout): Promise<ProcessIdentity | null> {
  const lock = await readLockFile(layout);
  return lock && identifyPostmaster(lock, layout);
}

/** The server that a killed owner left behind in this directory. Waits while it is starting or stopping. */
export async function findRunning(layout: Layout, stopping?: AbortSignal): Promise<Postmaster | null> {
  const found = await poll(
    START_TIMEOUT_MS,
    async () => {
      const lock = await readLockFile(layout);
      const running = lock && (await identifyPostmaster(lock, layout));
      if (!running) return 'none';
      return lock.status === 'ready' ? { process: running, port: lock.port } : null;
    },
    stopping,
  );
  if (found === null) throw new Error(`The database server in ${layout.directory} neither starts nor stops`);
  return found === 'none' ? null : found;
}

/** Starts the server on the loopback interface, on the given port or a free one. */
export async function startPostmaster(
  layout: Layout,
  binaries: Binaries,
  account: ServerAccount,
  { port, stopping }: { port?: number | undefined; stopping?: AbortSignal | undefined } = {},
): Promise<Postmaster> {
  await removeForeignLock(layout);
  for (let attempt = 1; ; attempt++) {
    const started = await attemptStart(layout, binaries, account, port ?? (await findFreePort()), stopping);
    // A process killed a moment ago may have left a server that had not written its lock file yet.
    const postmaster = started ?? (await findRunning(layout, stopping));
    if (postmaster) return postmaster;
    const log = await readLog(layout);
    if (attempt === MAX_ATTEMPTS || !PASSING_TROUBLES.test(log)) {
      throw new Error(`The database server in ${layout.directory} did not start:\n${log}`);
    }
    await delay(ATTEMPT_INTERVAL_MS, undefined, { signal: stopping });
  }
}

/** The last lines that the server logged. */
export async function readLog(layout: Layout): Promise<string> {
  const log = await readFile(layout.log, 'utf8').catch(() => '');
  return log.trim().split('\n').slice(-LOG_TAIL_LINES).join('\n');
}

/** Like `stopPostmaster`, but synchronous: for a process about to exit. */
export function stopPostmasterAtExit({ process: server }: Postmaster): void {
  const found = process.platform === 'win32' ? null : identifyProcessAtOnce(server.pid);
  try {
    if (found && isSame(found, server)) process.kill(server.pid, 'SIGINT');
  } catch {
    // The server ended first.
  }
}

/** Fast shutdown: sessions are ended, transactions rolled back, and everything is written to disk. */
export async function stopPostmaster(layout: Layout, binaries: Binaries, server: ProcessIdentity): Promise<void> {
  await shutDown(layout, binaries, server, 'fast');
  if (await hasEnded(server, FAST_SHUTDOWN_MS)) return;
  await shutDown(layout, binaries, server, 'immediate');
  if (await hasEnded(server, IMMEDIATE_SHUTDOWN_MS)) return;
  throw new Error(`The database server in ${layout.directory} (process ${server.pid}) does not stop`);
}

async function attemptStart(
  layout: Layout,
  binaries: Binaries,
  account: ServerAccount,
  port: number,
  stopping: AbortSignal | undefined,
): Promise<Postmaster | null> {
  // The log begins anew with each start, so that it cannot grow for ever.
  await rm(layout.log, { force: true });
  const log = await open(layout.log, 'wx', 0o600);
  // A session of its own: Ctrl-C in a terminal signals all our processes, and the database must outlive the api. No pipe
  // either: one that the server holds open never ends for its reader.
  const child = runAs(account, binaries.postgres, ['-D', layout.directory, '-p', String(port)], {
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    cwd: layout.directory,
  });
  let ended = false;
  child.once('error', () => (ended = true));
  child.once('exit', () => (ended = true));
  child.unref();
  await log.close();
  const started = await poll(START_TIMEOUT_MS, async () => {
    if (ended) return 'ended';
    if (stopping?.aborted) return 'stopped';
    const lock = await readLockFile(layout);
    return lock?.pid === child.pid && lock?.status === 'ready' ? 'ready' : null;
  });
  if (started === 'ended') return null;
  const running = child.pid === undefined ? null : await identifyProcess(child.pid);
  if (started !== 'ready' && running) {
    await stopPostmaster(layout, binaries, running);
    stopping?.throwIfAborted();
    throw new Error(`The database server in ${layout.directory} was not ready after ${START_TIMEOUT_MS / 1000} s`);
  }
  return running && { process: running, port };
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', resolve);
  });
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/**
 * PostgreSQL's postmaster.pid: one line each for pid, directory, start, port, socket, address, shared memory, status.
 */
async function readLockFile(layout: Layout): Promise<LockFile | null> {
  const text = await readFile(lockFileOf(layout), 'utf8').catch(() => '');
  const [pid, , , port, , , , status] = text.split('\n');
  return pid ? { pid: Number(pid), port: Number(port), status: status?.trim() ?? '' } : null;
}

function lockFileOf(layout: Layout): string {
  return join(layout.data, 'postmaster.pid');
}

/** Null when the process of the lock file is gone, or its id now belongs to another program. */
async function identifyPostmaster(lock: LockFile, layout: Layout): Promise<ProcessIdentity | null> {
  const found = await identifyProcess(lock.pid);
  return found && (await mayServe(found.pid, layout)) ? found : null;
}

async function mayServe(pid: number, layout: Layout): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const commandLine = await readOfProcess(pid, 'cmdline');
  return commandLine.split('\0').includes(layout.directory);
}

/**
 * PostgreSQL does not start while a process with the id in its lock file exists, whichever program that is. Ids are
 * reused quickly in a container. (If a server does run there, PostgreSQL still recognises its shared memory.)
 */
async function removeForeignLock(layout: Layout): Promise<void> {
  const lock = await readLockFile(layout);
  if (!lock || !(await identifyProcess(lock.pid)) || (await mayServe(lock.pid, layout))) return;
  await rm(lockFileOf(layout), { force: true });
}

async function shutDown(
  layout: Layout,
  binaries: Binaries,
  server: ProcessIdentity,
  mode: 'fast' | 'immediate',
): Promise<void> {
  if (!(await isRunning(server))) return;
  if (process.platform === 'win32') {
    // Windows has no signals; pg_ctl reaches the server in another way.
    await promisify(execFile)(binaries.pg_ctl, ['stop', '--no-wait', '-m', mode, '-D', layout.directory]);
    return;
  }
  try {
    process.kill(server.pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function hasEnded(server: ProcessIdentity, withinMs: number): Promise<boolean> {
  return (await poll(withinMs, async () => ((await isRunning(server)) ? null : true))) !== null;
}
