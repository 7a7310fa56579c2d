import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { join } from 'node:path';
import { startArguments } from '../../bench/programs/api';
import { serversUnderTest } from './seen-answers';

/** The built server, as a process of its own: for what only a process can do, such as dying. */
export interface ServerProcess {
  /** Where it listens; empty for a worker. */
  readonly url: string;
  readonly child: ChildProcess;
  /** Its log so far, a line an entry. */
  readonly log: readonly string[];
  kill(signal: NodeJS.Signals): Promise<number | null>;
}

/** A machine may have other things to do. */
const START_TIMEOUT_MS = 180_000;

/** On a machine that is busy, a connection takes seconds to open, and a statement may take as long. */
const PATIENT = { DATABASE_ACQUIRE_TIMEOUT_MS: '20000', DATABASE_QUERY_TIMEOUT_MS: '30000' };

/** Two streams would be read in whatever order. The shell becomes the command. */
const IN_ONE_STREAM = 'exec "$@" 2>&1';

type Command = readonly [string, ...string[]];

/**
 * A young generation that has its size from the beginning: one that has to grow while the program is loaded is collected
 * over and over, which is a fifth of a start.
 */
export const NODE: Command = [process.execPath, '--min-semi-space-size=32', '--max-semi-space-size=64'];

/** The built api. */
export const API: Command = [...NODE, join(process.cwd(), 'dist/apps/api/src/main.js')];

/** The built api with a module that is loaded before it. */
export function apiWith(module: string): Command {
  return [...NODE, '--require', join(process.cwd(), module), ...API.slice(NODE.length)];
}

/** The built api as `npm start` has it, with the flags that decide what memory it takes. */
export const API_AS_STARTED: Command = [process.execPath, ...startArguments()];

/** The same with a module that is loaded before it. */
export function apiRequiring(module: string): Command {
  const [node, ...given] = API_AS_STARTED;
  return [node, '--require', join(process.cwd(), module), ...given];
}

export const WORKER: Command = [...NODE, join(process.cwd(), 'dist/apps/worker/src/main.js')];

/** No more of a worker than its outbox, with messages that kill it. */
export const MORTAL_WORKER: Command = [...NODE, join(process.cwd(), 'test/support/mortal-worker.mjs')];

/** A worker whose clock is off by `CLOCK_SKEW_MS` of its environment. */
export const SKEWED_WORKER: Command = [
  ...NODE,
  ...['--require', join(process.cwd(), 'test/support/skewed-clock.cjs')],
  join(process.cwd(), 'dist/apps/worker/src/main.js'),
];

export const MIGRATION: Command = [...NODE, join(process.cwd(), 'dist/apps/api/src/migrate.js')];

/** A process of which it is not said that it will come up. */
export interface LaunchedProcess {
  readonly child: ChildProcessByStdio<null, Readable, null>;
  /** What it wrote so far, a line an entry. */
  readonly log: readonly string[];
  /** Its exit code, when it has ended and all that it wrote is in the log. */
  readonly ended: Promise<number | null>;
}

/** @param command what is run, with its arguments; the built api if nothing else is said. */
export function launchProcess(environment: Readonly<Record<string, string>>, command: Command = API): LaunchedProcess {
  const child = spawn('sh', ['-c', IN_ONE_STREAM, 'sh', ...command], {
    env: { ...inheritedEnvironment(), PORT: '0', LOG_LEVEL: 'info', ...PATIENT, ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const log: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => log.push(line));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, log, ended };
}

/** @param command what is run, with its arguments; the built api if nothing else is said. */
export async function startServerProcess(
  environment: Readonly<Record<string, string>>,
  command: Command = API,
): Promise<ServerProcess> {
  const { child, log } = launchProcess(environment, command);
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const url = await new Promise<string>((resolve, reject) => {
    const timeout = setTimeout(
      () => reject(new Error(`The server did not start:\n${log.join('\n')}`)),
      START_TIMEOUT_MS,
    );
    void exited.then(() => reject(new Error(`The server ended:\n${log.join('\n')}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const started = /"url":"([^"]+)".*"msg":"listening"|"msg":"worker started"/.exec(line);
      if (!started) return;
      clearTimeout(timeout);
      resolve(started[1] ?? '');
    });
  });
  if (url) serversUnderTest.add(url);
  void exited.then(() => url && serversUnderTest.remove(url));
  return {
    url,
    child,
    log,
    kill: async (signal) => {
      child.kill(signal);
      return (await exited)[0];
    },
  };
}

/** Flags that the suites are run with are not for the programs under test. */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _flags, ...environment } = process.env;
  return environment;
}
