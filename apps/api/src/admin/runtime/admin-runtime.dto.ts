import type { CacheStatistics, DatabaseStatus, QueueCounts, RedisStatus } from '@libs/foundation';
import { field } from '@libs/kernel';
import { type Instance, INSTANCE_KINDS } from '@libs/operations';
import { answer } from '../../http/answers/answer';
import { JobCounts } from '../jobs/admin-jobs.dto';

const VERSION_EXAMPLE = '0.1.0';
const NODE_EXAMPLE = 'v24.21.0';

class RuntimeMemoryResponse extends answer({
  rssBytes: field.count().example(157286400),
  heapUsedBytes: field.count().example(73400320),
}) {}

class RuntimeInstanceResponse extends answer({
  id: field.uuid(),
  kind: field
    .one('RuntimeInstanceKind', INSTANCE_KINDS)
    .about('Kind of the process: `all` is an api that also processes jobs'),
  version: field.text().example(VERSION_EXAMPLE),
  commit: field.text().nullable().about('Commit from which the program was built; null if unknown').example('4f9a1c2'),
  node: field.text().example(NODE_EXAMPLE),
  hostname: field.text().example('api-7d9c5b6f4-x2x7k'),
  memory: field.nested(() => RuntimeMemoryResponse),
  startedAt: field.instant(),
  lastSeenAt: field.instant(),
}) {
  constructor(instance: Instance) {
    super({ ...instance, memory: instance });
  }
}

class RuntimePoolResponse extends answer({
  size: field.count().about('Maximum number of connections').example(20),
  open: field.count().example(4),
  idle: field.count().example(3),
  waiting: field.count().about('Number of requests that wait for a connection').example(0),
}) {}

class RuntimeMigrationsResponse extends answer({
  applied: field.count().example(43),
  latest: field.text().nullable().example('JobsAndInstances1763712000043'),
  pending: field.count().about('Number of migrations of this program that are not applied').example(0),
}) {}

class RuntimeDatabaseResponse extends answer({
  pool: field.nested(() => RuntimePoolResponse),
  migrations: field.nested(() => RuntimeMigrationsResponse),
  version: field.text().example('18.1'),
}) {
  constructor({ pool, applied, known, version }: RuntimeState['database']) {
    const pending = known.filter((name) => !applied.includes(name)).length;
    super({ pool, version, migrations: { applied: applied.length, latest: applied.at(-1) ?? null, pending } });
  }
}

class RuntimeRedisResponse extends answer({
  status: field.one('RedisStatus', ['disabled', 'up', 'down']),
  latencyMs: field.count().nullable().example(1),
}) {}

class RuntimeCacheResponse extends answer({
  name: field.text().about('Name of the cached data').example('apps'),
  entries: field.count().example(12),
  bytes: field.count().about('Approximate size in bytes').example(40960),
  hits: field.count().about('Number of cache hits since the start of the process').example(10240),
  misses: field.count().example(12),
}) {}

export interface RuntimeState {
  readonly version: string;
  readonly commit: string | null;
  readonly memory: Pick<Instance, 'rssBytes' | 'heapUsedBytes'>;
  readonly instances: readonly Instance[];
  readonly database: {
    readonly pool: DatabaseStatus['pool'];
    readonly version: string;
    /** The names of migrations. */
    readonly applied: readonly string[];
    readonly known: readonly string[];
  };
  readonly redis: RedisStatus;
  readonly queues: readonly QueueCounts[];
  readonly caches: readonly CacheStatistics[];
}

/** The process that answers, what it depends on, and the other processes. */
export class RuntimeResponse extends answer({
  version: field.text().example(VERSION_EXAMPLE),
  commit: field.text().nullable().about('Commit from which the program was built; null if unknown').example('4f9a1c2'),
  node: field.text().example(NODE_EXAMPLE),
  uptimeSeconds: field.count().example(86400),
  memory: field.nested(() => RuntimeMemoryResponse),
  instances: field.listOf(() => RuntimeInstanceResponse).about('All running processes, the oldest first'),
  database: field.nested(() => RuntimeDatabaseResponse),
  redis: field.nested(() => RuntimeRedisResponse),
  queues: field.listOf(() => JobCounts).about('Jobs of all tenants, by queue'),
  caches: field.listOf(() => RuntimeCacheResponse).about('Caches of the process that answers the request'),
}) {
  constructor(state: RuntimeState) {
    super({ ...state, node: process.version, uptimeSeconds: Math.floor(process.uptime()) });
  }
}
