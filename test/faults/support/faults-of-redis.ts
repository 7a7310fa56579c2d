import type { RedisNode } from '../../support/redis-node';
import type { Fault } from './faults';
import type { Installation } from './installation';
import { redisAsCluster } from './redis';
import { replace } from './rollout';

type FindNodes = (on: Installation) => readonly RedisNode[] | Promise<readonly RedisNode[]>;

/** Longer than sentinels and nodes of a cluster wait before another takes over. */
const LONG = [6, 10] as const;
const SHORT = [3, 6] as const;

/** They are empty when they come back, but for what others have copied. */
const lost = (name: string, seconds: Fault['seconds'], find: FindNodes): Fault => ({
  name: `${name}: lost`,
  seconds,
  begin: async (on) => {
    const nodes = await find(on);
    await Promise.all(nodes.map((node) => node.kill()));
    return async () => {
      await Promise.all(nodes.map((node) => node.restart()));
    };
  },
});

const frozen = (name: string, seconds: Fault['seconds'], find: FindNodes): Fault => ({
  name: `${name}: frozen`,
  seconds,
  begin: async (on) => {
    const nodes = await find(on);
    for (const node of nodes) node.freeze();
    return () => {
      for (const node of nodes) node.thaw();
    };
  },
});

const primary: FindNodes = async ({ redis }) => [await redis.current.primary()];
const all: FindNodes = ({ redis }) => redis.current.nodes;

export const FAULTS_UNDER_SENTINEL: readonly Fault[] = [
  lost('the primary of Redis under Sentinel', LONG, primary),
  frozen('the primary of Redis under Sentinel', LONG, primary),
  lost('a sentinel', SHORT, ({ redis }) => redis.current.sentinels.slice(0, 1)),
  lost('all of Redis under Sentinel', SHORT, all),
];

export const FAULTS_OF_CLUSTER: readonly Fault[] = [
  lost('the node of Redis Cluster that has the queues', LONG, primary),
  frozen('the node of Redis Cluster that has the queues', LONG, primary),
  lost('all of Redis Cluster', SHORT, all),
];

/** An operator moves the installation to another Redis: one process after another starts anew, under load. */
export const CHANGE_OF_REDIS: Fault = {
  name: 'Redis under Sentinel: replaced by Redis Cluster',
  seconds: [0, 0],
  begin: async (on) => {
    const before = on.redis.current;
    on.redis.current = await redisAsCluster();
    on.settings['REDIS_URL'] = on.redis.current.url;
    for (const program of [...on.workers, ...on.apis]) {
      const code = await replace(on, program);
      if (code !== 0) throw new Error(`${program.name} ended with ${code}`);
    }
    await before.stop();
    return () => undefined;
  },
};
