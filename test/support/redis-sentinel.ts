import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './api';
import { freePort } from './free-port';
import { askRedis, REDIS_PASSWORD, type RedisNode, startRedisNode } from './redis-node';

const NAME = 'appkernel';
const QUORUM = 2;
const SERVERS = 3;

export interface RedisSentinel {
  /** For REDIS_URL. */
  readonly url: string;
  /** A primary and two replicas, which change places. */
  readonly nodes: readonly RedisNode[];
  readonly sentinels: readonly RedisNode[];
  /** The node that most of the sentinels hold for the primary. */
  primary(): Promise<RedisNode>;
  stop(): Promise<void>;
}

/**
 * A primary with two replicas under three sentinels, all with a password, which promote another after about a second.
 * As in production, servers and sentinels are one another's: each knows all others before this returns.
 */
export async function startRedisSentinel(): Promise<RedisSentinel> {
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-sentinel-'));
  const nodes: RedisNode[] = [];
  for (let index = 0; index < SERVERS; index++) nodes.push(await startServer(directory, nodes[0]?.port));
  const first = nodes[0]!.port;
  const sentinels: RedisNode[] = [];
  for (let index = 0; index < SERVERS; index++) sentinels.push(await startSentinel(directory, first));
  for (const { port } of sentinels) await eventually(() => knowsAll(port));
  const password = encodeURIComponent(REDIS_PASSWORD);
  const addresses = sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',');
  return {
    url: `redis-sentinel://:${password}@${addresses}?sentinel_password=${password}#${NAME}`,
    nodes,
    sentinels,
    primary: () => eventually(() => primaryOf(nodes, sentinels)),
    stop: async () => {
      await Promise.all([...sentinels, ...nodes].map((node) => node.kill()));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function startServer(parent: string, primary: number | undefined): Promise<RedisNode> {
  const port = await freePort();
  const directory = join(parent, String(port));
  mkdirSync(directory);
  const replicating = primary === undefined ? [] : ['--replicaof', '127.0.0.1', String(primary)];
  const places = ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory, '--save', ''];
  const passwords = ['--requirepass', REDIS_PASSWORD, '--masterauth', REDIS_PASSWORD];
  // A replica copies at once, rather than after five seconds in which others might come.
  return startRedisNode(port, [...places, ...passwords, ...replicating, '--repl-diskless-sync-delay', '0']);
}

async function startSentinel(directory: string, primary: number): Promise<RedisNode> {
  const port = await freePort();
  const file = join(directory, `sentinel-${port}.conf`);
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${directory}`,
    `requirepass "${REDIS_PASSWORD}"`,
    `sentinel sentinel-pass "${REDIS_PASSWORD}"`,
    `sentinel monitor ${NAME} 127.0.0.1 ${primary} ${QUORUM}`,
    `sentinel auth-pass ${NAME} "${REDIS_PASSWORD}"`,
    `sentinel down-after-milliseconds ${NAME} 1000`,
    `sentinel failover-timeout ${NAME} 5000`,
  ];
  writeFileSync(file, lines.join('\n'));
  return startRedisNode(port, [file, '--sentinel']);
}

async function knowsAll(sentinel: number): Promise<boolean> {
  const state = await stateOf(sentinel);
  return (
    state.get('flags') === 'master' &&
    state.get('num-slaves') === String(SERVERS - 1) &&
    state.get('num-other-sentinels') === String(SERVERS - 1)
  );
}

async function stateOf(sentinel: number): Promise<ReadonlyMap<string, string>> {
  const lines = (await askRedis(sentinel, 'SENTINEL', 'MASTER', NAME)).split('\n');
  return new Map(lines.flatMap((line, index) => (index % 2 === 0 ? [[line, lines[index + 1] ?? '']] : [])));
}

async function primaryOf(nodes: readonly RedisNode[], sentinels: readonly RedisNode[]): Promise<RedisNode | null> {
  const ports = await Promise.all(
    sentinels.map(async ({ port }) => (await stateOf(port).catch(() => null))?.get('port')),
  );
  const named = nodes.find(({ port }) => ports.filter((each) => each === String(port)).length >= QUORUM);
  if (!named) return null;
  // What the sentinels agreed upon, the server may not have heard yet.
  const role = await askRedis(named.port, 'ROLE').catch(() => '');
  return role.startsWith('master') ? named : null;
}
