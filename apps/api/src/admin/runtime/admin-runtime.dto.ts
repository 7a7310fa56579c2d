import type { CacheStatistics, DatabaseStatus, QueueCounts, RedisStatus } from '@libs/foundation';
import { type Instance, INSTANCE_KINDS } from '@libs/operations';
import { Answer } from '../../http/answers/answer-fields';
import { JobCounts } from '../jobs/admin-jobs.dto';

const VERSION_EXAMPLE = '0.1.0';
const NODE_EXAMPLE = 'v24.21.0';
const COMMIT = {
  nullable: true,
  description: 'Commit from which the program was built; null if unknown',
  example: '4f9a1c2',
};

class RuntimeMemoryResponse {
  @Answer.Count({ example: 157286400 })
  readonly rss_bytes: number;

  @Answer.Count({ example: 73400320 })
  readonly heap_used_bytes: number;

  constructor({ rssBytes, heapUsedBytes }: Pick<Instance, 'rssBytes' | 'heapUsedBytes'>) {
    this.rss_bytes = rssBytes;
    this.heap_used_bytes = heapUsedBytes;
  }
}

class RuntimeInstanceResponse {
  @Answer.Uuid()
  readonly id: string;

  @Answer.OneOf('RuntimeInstanceKind', INSTANCE_KINDS, {
    description: 'Kind of the process: `all` is an api that also processes jobs',
  })
  readonly kind: string;

  @Answer.Text({ example: VERSION_EXAMPLE })
  readonly version: string;

  @Answer.Text(COMMIT)
  readonly commit: string | null;

  @Answer.Text({ example: NODE_EXAMPLE })
  readonly node: string;

  @Answer.Text({ example: 'api-7d9c5b6f4-x2x7k' })
  readonly hostname: string;

  @Answer.Nested(() => RuntimeMemoryResponse)
  readonly memory: RuntimeMemoryResponse;

  @Answer.Instant()
  readonly started_at: string;

  @Answer.Instant()
  readonly last_seen_at: string;

  constructor(instance: Instance) {
    this.id = instance.id;
    this.kind = instance.kind;
    this.version = instance.version;
    this.commit = instance.commit;
    this.node = instance.node;
    this.hostname = instance.hostname;
    this.memory = new RuntimeMemoryResponse(instance);
    this.started_at = instance.startedAt.toISOString();
    this.last_seen_at = instance.lastSeenAt.toISOString();
  }
}

class RuntimePoolResponse {
  @Answer.Count({ description: 'Maximum number of connections', example: 20 })
  readonly size: number;

  @Answer.Count({ example: 4 })
  readonly open: number;

  @Answer.Count({ example: 3 })
  readonly idle: number;

  @Answer.Count({ description: 'Number of requests that wait for a connection', example: 0 })
  readonly waiting: number;

  constructor({ size, open, idle, waiting }: DatabaseStatus['pool']) {
    this.size = size;
    this.open = open;
    this.idle = idle;
    this.waiting = waiting;
  }
}

class RuntimeMigrationsResponse {
  @Answer.Count({ example: 43 })
  readonly applied: number;

  @Answer.Text({ nullable: true, example: 'JobsAndInstances1763712000043' })
  readonly latest: string | null;

  @Answer.Count({ description: 'Number of migrations of this program that are not applied', example: 0 })
  readonly pending: number;

  constructor(applied: readonly string[], known: readonly string[]) {
    this.applied = applied.length;
    this.latest = applied.at(-1) ?? null;
    this.pending = known.filter((name) => !applied.includes(name)).length;
  }
}

class RuntimeDatabaseResponse {
  @Answer.Nested(() => RuntimePoolResponse)
  readonly pool: RuntimePoolResponse;

  @Answer.Nested(() => RuntimeMigrationsResponse)
  readonly migrations: RuntimeMigrationsResponse;

  @Answer.Text({ example: '18.1' })
  readonly version: string;

  constructor({ pool, applied, known, version }: RuntimeState['database']) {
    this.pool = new RuntimePoolResponse(pool);
    this.migrations = new RuntimeMigrationsResponse(applied, known);
    this.version = version;
  }
}

class RuntimeRedisResponse {
  @Answer.OneOf('RedisStatus', ['disabled', 'up', 'down'])
  readonly status: RedisStatus['status'];

  @Answer.Count({ nullable: true, example: 1 })
  readonly latency_ms: number | null;

  constructor({ status, latencyMs }: RedisStatus) {
    this.status = status;
    this.latency_ms = latencyMs;
  }
}

class RuntimeCacheResponse {
  @Answer.Text({ description: 'Name of the cached data', example: 'apps' })
  readonly name: string;

  @Answer.Count({ example: 12 })
  readonly entries: number;

  @Answer.Count({ description: 'Approximate size in bytes', example: 40960 })
  readonly bytes: number;

  @Answer.Count({ description: 'Number of cache hits since the start of the process', example: 10240 })
  readonly hits: number;

  @Answer.Count({ example: 12 })
  readonly misses: number;

  constructor({ name, entries, bytes, hits, misses }: CacheStatistics) {
    this.name = name;
    this.entries = entries;
    this.bytes = bytes;
    this.hits = hits;
    this.misses = misses;
  }
}

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
export class RuntimeResponse {
  @Answer.Text({ example: VERSION_EXAMPLE })
  readonly version: string;

  @Answer.Text(COMMIT)
  readonly commit: string | null;

  @Answer.Text({ example: NODE_EXAMPLE })
  readonly node: string = process.version;

  @Answer.Count({ example: 86400 })
  readonly uptime_seconds: number = Math.floor(process.uptime());

  @Answer.Nested(() => RuntimeMemoryResponse)
  readonly memory: RuntimeMemoryResponse;

  @Answer.ListOf(() => RuntimeInstanceResponse, { description: 'All running processes, the oldest first' })
  readonly instances: readonly RuntimeInstanceResponse[];

  @Answer.Nested(() => RuntimeDatabaseResponse)
  readonly database: RuntimeDatabaseResponse;

  @Answer.Nested(() => RuntimeRedisResponse)
  readonly redis: RuntimeRedisResponse;

  @Answer.ListOf(() => JobCounts, { description: 'Jobs of all tenants, by queue' })
  readonly queues: readonly JobCounts[];

  @Answer.ListOf(() => RuntimeCacheResponse, { description: 'Caches of the process that answers the request' })
  readonly caches: readonly RuntimeCacheResponse[];

  constructor({ version, commit, memory, instances, database, redis, queues, caches }: RuntimeState) {
    this.version = version;
    this.commit = commit;
    this.memory = new RuntimeMemoryResponse(memory);
    this.instances = instances.map((instance) => new RuntimeInstanceResponse(instance));
    this.database = new RuntimeDatabaseResponse(database);
    this.redis = new RuntimeRedisResponse(redis);
    this.queues = queues.map((queue) => new JobCounts(queue));
    this.caches = caches.map((cache) => new RuntimeCacheResponse(cache));
  }
}
