import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { Inject, Injectable, Optional, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ChangeFeed } from '../cache/change-feed';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config.token';
import { dayOfKey } from '../config/keys';
import { DatabaseStatus, type PoolStatus } from '../database/database-status';
import { Replica } from '../database/replica';
import { Logger } from '../logging/logger';
import { reasonOf } from '../logging/reason';
import { OutboxQueueCounts, type QueueCounts } from '../outbox/outbox-queue-counts';
import { type ScheduledSweep, SweepSchedule } from '../outbox/sweep-schedule';
import type { Measured, MeasuredValue, Metrics } from './metrics';

const PATH = '/metrics';
const REQUEST_TIMEOUT_MS = 10_000;
/** Counts are cached, as counting loads the database, however often Prometheus scrapes. */
const COUNTS_LIFETIME_MS = 10_000;

/** Serves the metrics of this process to Prometheus, on a port of their own: they are not for clients. */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly measured: readonly Measured[];
  private metrics: Metrics | null = null;
  private server: Server | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly logger: Logger,
    database: DatabaseStatus,
    feed: ChangeFeed,
    queues: OutboxQueueCounts,
    sweeps: SweepSchedule,
    @Optional() replica?: Replica,
  ) {
    // Every process reports the same counts, as they share the table.
    const counted = kept(COUNTS_LIFETIME_MS, () => queues.ofAll());
    const scheduled = kept(COUNTS_LIFETIME_MS, () => sweeps.list());
    this.measured = [
      {
        name: 'appkernel_database_connections',
        help: 'Connections of the pool by state, and how many wait for one',
        labels: ['state'],
        values: () => connectionsOf(database.pool),
      },
      {
        name: 'appkernel_replica_lag_seconds',
        help: 'By how much the replica of the database is behind at most; absent if unknown, or more than a minute',
        labels: [],
        values: () => (replica && replica.lagMs !== null ? [{ labels: {}, value: replica.lagMs / 1_000 }] : []),
      },
      {
        name: 'appkernel_change_feed_live',
        help: 'Whether the process hears of changes, and may remember what it read',
        labels: [],
        values: () => [{ labels: {}, value: Number(feed.live) }],
      },
      {
        name: 'appkernel_outbox_messages',
        help: 'Messages of the outbox that are not completed, by queue and state, up to 100,000 of each',
        labels: ['queue', 'state'],
        values: async () => (await counted()).flatMap(messagesOf),
      },
      {
        name: 'appkernel_outbox_oldest_ready_seconds',
        help: 'For how long the message has been due that waits longest, by queue',
        labels: ['queue'],
        values: async () => (await counted()).map(waitOf),
      },
      {
        name: 'appkernel_sweep_troubled',
        help: 'Whether the last run of a sweep failed or left rows that were due, by sweep',
        labels: ['sweep'],
        values: async () => (await scheduled()).map(troubleOf),
      },
      {
        name: 'appkernel_key_created_timestamp_seconds',
        help: 'When the key in use was made, by kind; absent for keys that do not tell it',
        labels: ['kind'],
        values: () => agesOf(config.keys),
      },
    ];
  }

  async onApplicationBootstrap(): Promise<void> {
    const { enabled, host, port } = this.config.metrics;
    if (!enabled) return;
    // Loaded only if needed, as it takes memory.
    const { Metrics: Loaded } = await import('./metrics.js');
    const metrics = new Loaded(this.measured);
    this.metrics = metrics;
    const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
      if (request.method !== 'GET' || request.url !== PATH) {
        response.writeHead(404).end();
        return;
      }
      metrics.text().then(
        (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
        (error: unknown) => {
          this.logger.warn({ reason: reasonOf(error) }, 'the metrics could not be read');
          response.writeHead(503).end();
        },
      );
    });
    this.server = server;
    server.listen(port, host);
    await once(server, 'listening');
    this.logger.info({ url: `http://${host}:${this.port}${PATH}` }, 'metrics are served');
  }

  /** Null if none are served. */
  get port(): number | null {
    const address = this.server?.address();
    return typeof address === 'object' && address !== null ? address.port : null;
  }

  async onApplicationShutdown(): Promise<void> {
    this.metrics?.stop();
    const { server } = this;
    if (!server?.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  }
}

/** Caches the result of `read` for a time; failures are not cached. */
function kept<Value>(lifetimeMs: number, read: () => Promise<Value>): () => Promise<Value> {
  let last: { readonly value: Promise<Value>; readonly at: number } | null = null;
  return () => {
    if (last && performance.now() - last.at < lifetimeMs) return last.value;
    const value = read();
    last = { value, at: performance.now() };
    value.catch(() => (last = null));
    return value;
  };
}

function connectionsOf({ open, idle, waiting }: PoolStatus): MeasuredValue[] {
  return Object.entries({ used: open - idle, idle, waiting }).map(([state, value]) => ({ labels: { state }, value }));
}

function messagesOf({ name: queue, ready, delayed, active, failed, dead }: QueueCounts): MeasuredValue[] {
  return Object.entries({ ready, delayed, active, failed, dead }).map(([state, value]) => ({
    labels: { queue, state },
    value,
  }));
}

function troubleOf({ name: sweep, lastOutcome }: ScheduledSweep): MeasuredValue {
  return { labels: { sweep }, value: Number(lastOutcome === 'failed' || lastOutcome === 'behind') };
}

/** The first key of each kind is the one in use. Keys of development have no age. */
function agesOf({ signing, secrets }: Config['keys']): MeasuredValue[] {
  const created = { signing: signing?.[0]?.createdAt, secrets: dayOfKey(secrets?.[0]?.id ?? '') };
  return Object.entries(created).flatMap(([kind, at]) =>
    at ? [{ labels: { kind }, value: at.getTime() / 1_000 }] : [],
  );
}

function waitOf({ name: queue, oldestReadyAt }: QueueCounts): MeasuredValue {
  return { labels: { queue }, value: oldestReadyAt ? Math.max(0, (Date.now() - oldestReadyAt.getTime()) / 1_000) : 0 };
}
