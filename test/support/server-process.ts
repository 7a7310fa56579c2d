import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';

/** The built server, as a process of its own: for what only a process can do, such as dying. */
export interface ServerProcess {
  /** Where it listens; empty for a worker. */
  readonly url: string;
  readonly child: ChildProcess;
  /** Its log so far, a line an entry. */
  readonly log: readonly string[];
  kill(signal: NodeJS.Signals): Promise<number | null>;
}

const START_TIMEOUT_MS = 60_000;

/** @param command what is run, with its arguments; the built api if nothing else is said. */
export async function startServerProcess(
  environment: Readonly<Record<string, string>>,
  command: readonly [string, ...string[]] = [process.execPath, join(process.cwd(), 'dist/apps/api/src/main.js')],
): Promise<ServerProcess> {
  const child = spawn(command[0], command.slice(1), {
    env: { ...inheritedEnvironment(), PORT: '0', LOG_LEVEL: 'info', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const log: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => log.push(line));
  const url = await new Promise<string>((resolve, reject) => {
    const timeout = setTimeout(
      () => reject(new Error(`The server did not start:\n${log.join('\n')}`)),
      START_TIMEOUT_MS,
    );
    void exited.then(() => reject(new Error(`The server ended:\n${log.join('\n')}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      log.push(line);
      const started = /"url":"([^"]+)".*"msg":"listening"|"msg":"worker started"/.exec(line);
      if (!started) return;
      clearTimeout(timeout);
      resolve(started[1] ?? '');
    });
  });
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

/** Runs a built program to its end. Throws when that is no good one. */
export function runBuilt(program: string, environment: Readonly<Record<string, string>>): void {
  execFileSync(process.execPath, [join(process.cwd(), 'dist', program)], {
    env: { ...inheritedEnvironment(), LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Jest's flags are for jest. */
function inheritedEnvironment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _flags, ...environment } = process.env;
  return environment;
}
