import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { eventually } from './api';

/**
 * The password of all servers of these suites: what must not be found in any log. It has no blank: sentinels write it into
 * their configuration without quotes, and would not start again.
 */
export const REDIS_PASSWORD = 'p@ss/w:rd-of-Redis';

/** A real server of Redis, or a sentinel, on a port that it keeps. */
export interface RedisNode {
  readonly port: number;
  /** Of the process that runs now, or ran last. */
  readonly pid: number;
  /** As when its machine loses power, except that the system says so to who was connected. */
  kill(): Promise<void>;
  /** As when its machine, or the network to it, hangs: connections stay, and nothing is answered. */
  freeze(): void;
  thaw(): void;
  /** Starts it again after `kill`, with what it has stored. */
  restart(): Promise<void>;
}

/** @param args of redis-server, a configuration file or options. */
export async function startRedisNode(port: number, args: readonly string[]): Promise<RedisNode> {
  let child: ChildProcess;
  const start = async () => {
    child = spawn('redis-server', [...args], { stdio: 'ignore' });
    await eventually(() => askRedis(port, 'PING').catch(() => null));
  };
  await start();
  return {
    port,
    get pid() {
      return child.pid!;
    },
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    restart: start,
  };
}

/** What a server answers to a command, as redis-cli prints it. @throws Error if it does not answer within two seconds. */
export async function askRedis(port: number, ...command: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('redis-cli', ['-p', String(port), ...command], {
    env: { ...process.env, REDISCLI_AUTH: REDIS_PASSWORD },
    timeout: 2_000,
  });
  const answer = stdout.trim();
  if (/^(ERR|LOADING|CLUSTERDOWN|MOVED|NOAUTH|WRONGPASS)/.test(answer)) throw new Error(answer);
  return answer;
}
