import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from './api';
import { freePort } from './free-port';
import { askRedis, REDIS_PASSWORD, type RedisNode, startRedisNode } from './redis-node';

const NODES = 6;
const REPLICAS = 1;

export interface RedisCluster {
  /** For REDIS_URL. */
  readonly url: string;
  /** Three primaries and a replica of each, which change places. */
  readonly nodes: readonly RedisNode[];
  /** The node that has a key, by what the others say; none while its slot has no primary that works. */
  primaryOf(key: string): Promise<RedisNode>;
  stop(): Promise<void>;
}

/** A Redis Cluster of six with a password, in which a replica takes over after about two seconds. */
export async function startRedisCluster(): Promise<RedisCluster> {
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-cluster-'));
  const nodes: RedisNode[] = [];
  for (let index = 0; index < NODES; index++) nodes.push(await startNode(directory));
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
  const create = ['--cluster', 'create', ...addresses, '--cluster-replicas', String(REPLICAS), '--cluster-yes'];
  await promisify(execFile)('redis-cli', create, { env: { ...process.env, REDISCLI_AUTH: REDIS_PASSWORD } });
  for (const { port } of nodes) await eventually(() => isWhole(port));
  return {
    url: `redis-cluster://:${encodeURIComponent(REDIS_PASSWORD)}@${addresses.slice(0, 3).join(',')}`,
    nodes,
    primaryOf: (key) => eventually(() => primaryOf(nodes, key)),
    stop: async () => {
      await Promise.all(nodes.map((node) => node.kill()));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function startNode(parent: string): Promise<RedisNode> {
  const [port, bus] = [await freePort(), await freePort()];
  const directory = join(parent, String(port));
  mkdirSync(directory);
  const places = ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory, '--save', ''];
  const cluster = ['--cluster-enabled', 'yes', '--cluster-port', String(bus), '--cluster-node-timeout', '2000'];
  const passwords = ['--requirepass', REDIS_PASSWORD, '--masterauth', REDIS_PASSWORD];
  return startRedisNode(port, [...places, ...cluster, ...passwords, '--repl-diskless-sync-delay', '0']);
}

/** All slots are had, and every replica has copied its primary: one that has not would not take over. */
async function isWhole(port: number): Promise<boolean> {
  if (!(await askRedis(port, 'CLUSTER', 'INFO')).includes('cluster_state:ok')) return false;
  const replication = await askRedis(port, 'INFO', 'replication');
  return /role:master/.test(replication)
    ? replication.includes(`connected_slaves:${REPLICAS}`)
    : replication.includes('master_link_status:up');
}

async function primaryOf(nodes: readonly RedisNode[], key: string): Promise<RedisNode | null> {
  for (const node of nodes) {
    // The node that has the key answers; others say where it has moved to, and who is away nothing.
    const answer = await askRedis(node.port, 'EXISTS', key).catch(() => null);
    if (answer !== null && !answer.startsWith('MOVED')) return node;
  }
  return null;
}
