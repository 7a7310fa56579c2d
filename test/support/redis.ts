import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answersTcp } from './answers-tcp';
import { eventually } from './api';
import { freePort } from './free-port';

export interface TestRedis {
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Connections stay, and nothing is answered, until it is thawed. */
  freeze(): void;
  thaw(): void;
}

/** Whether this machine has a Redis server. If not, suites that need one are skipped, visibly. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

export const describeWithRedis: jest.Describe = hasRedis ? describe : describe.skip;

if (!hasRedis) process.stderr.write('redis-server is not installed: the Redis suites are skipped\n');

/** A Redis server of the suite's own, on a port that it keeps over restarts. It stores nothing permanently. */
export async function startTestRedis(): Promise<TestRedis> {
  const port = await freePort();
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-redis-'));
  let child: ReturnType<typeof spawn> | null = null;
  const redis: TestRedis = {
    url: `redis://127.0.0.1:${port}`,
    start: async () => {
      child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', directory], {
        stdio: 'ignore',
      });
      await eventually(() => answersTcp(port));
    },
    stop: async () => {
      if (!child) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
      child = null;
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  };
  await redis.start();
  return redis;
}
