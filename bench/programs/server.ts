import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const START_LIMIT_MS = 60_000;
const LOOK_EVERY_MS = 10;
const SHOWN_LINES = 20;

export interface Program {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Answers 200 as soon as requests are taken. */
  readonly readyPath: string;
  /** What it writes goes there, as it would in production: to a file that nobody waits for. */
  readonly logFile: string;
}

/** A server as a process of its own. */
export interface RunningServer {
  readonly url: string;
  readonly pid: number;
  /** From the start of the process to its first answer. */
  readonly startMs: number;
  signal(name: NodeJS.Signals): void;
  stop(): Promise<void>;
}

export async function startServer(program: Program): Promise<RunningServer> {
  const port = await freePort();
  const log = openSync(program.logFile, 'w');
  const begun = performance.now();
  const [file = '', ...argv] = program.command;
  const child = spawn(file, argv, {
    env: { PATH: process.env['PATH'], ...program.environment, PORT: String(port) },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  const stop = async () => {
    process.off('exit', killAtExit);
    if (hasEnded(child)) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilReady(child, url + program.readyPath, program.logFile);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    pid: child.pid ?? 0,
    startMs: performance.now() - begun,
    signal: (name) => child.kill(name),
    stop,
  };
}

async function untilReady(child: ChildProcess, url: string, logFile: string): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline && !hasEnded(child)) {
    // A bare connection first: a request that is refused costs enough to slow down what is starting.
    const answer = (await accepts(new URL(url))) ? await fetch(url).catch(() => null) : null;
    await answer?.arrayBuffer();
    if (answer?.status === 200) return;
    await delay(LOOK_EVERY_MS);
  }
  const log = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-SHOWN_LINES);
  throw new Error(`The server did not start:\n${log.join('\n')}`);
}

export function accepts({ hostname, port }: { hostname: string; port: number | string }): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket
      .once('error', () => resolve(false))
      .once('connect', () => {
        socket.destroy();
        resolve(true);
      });
  });
}

export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
