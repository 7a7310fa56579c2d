import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DependencyUnavailableError } from '@libs/kernel';
import type pg from 'pg';
import { ConfigurationError } from '../config/config';
import { LimitedClient } from '../database/limited-client';
import type { OwnChanges } from '../database/own-changes';
import { Logger } from '../logging/logger';
import { Outage } from '../logging/outage';
import { KnownCaches } from './known-caches';

/** The channel that the triggers of migrations/support/tables.ts notify. */
export const CHANGES = 'appkernel_changes';
const RECONNECT_DELAY_MS = 500;
const CONNECTION_TIMEOUT_MS = 2_000;
/** The interval of queries that prove the connection alive. */
const PROOF_INTERVAL_MS = 300;
/** If the last proof is older, the feed is not live: this process misses at most a second of changes. */
const PROOF_LIFETIME_MS = 900;
/** The connection counts as lost if a query takes longer. */
const QUERY_TIMEOUT_MS = 6_000;
/** The subject of test announcements. */
const SAMPLE = 'sample';
/** A test announcement arrives at once, unless machine or database are busy. */
const SAMPLE_PATIENCE_MS = 1_000;

interface ChangeListener {
  /** Rows of the subject changed; `key` is the value that the trigger names, empty for bulk changes. */
  changed(key: string): void;
  /** Changes may have been missed: forget everything. */
  reset(): void;
}

/**
 * Tells caches which rows changed in the database, in any process, over a LISTEN connection of its own. While that
 * connection is down or silent, `live` is false and nothing may be cached. Changes of this process itself are dispatched
 * before they are answered, without the detour through the connection.
 */
@Injectable()
export class ChangeFeed {
  /** The caches that this feed invalidates. */
  readonly caches = new KnownCaches();
  private readonly listeners = new Map<string, ChangeListener[]>();
  private client: pg.Client | null = null;
  /** The time at which the last answered query was sent: every earlier announcement has arrived. */
  private provenAt = -Infinity;
  private stopped = false;
  private retry: NodeJS.Timeout | null = null;
  private proof: NodeJS.Timeout | null = null;
  private readonly outage: Outage;

  constructor(
    private readonly url: string,
    logger: Logger,
    ownChanges?: OwnChanges,
  ) {
    ownChanges?.onChange((change) => this.dispatch(change));
    this.outage = new Outage(logger, { came: 'the change feed cannot connect', went: 'the change feed is back' });
  }

  /** Whether changes arrive. While it is false, values must neither be cached nor taken from a cache. */
  get live(): boolean {
    return this.client !== null && performance.now() - this.provenAt < PROOF_LIFETIME_MS;
  }

  subscribe(subject: string, listener: ChangeListener): void {
    this.listeners.set(subject, [...(this.listeners.get(subject) ?? []), listener]);
  }

  /** Begins to listen, and retries until it succeeds. */
  async start(): Promise<void> {
    if (this.stopped) return;
    try {
      await this.connect();
    } catch (error) {
      this.outage.came(error);
      this.reconnectLater();
    }
  }

  /** Begins to listen. @throws the error that prevents it. */
  async connect(): Promise<void> {
    const client: pg.Client = new LimitedClient({
      connectionString: this.url,
      application_name: 'appkernel-changes',
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      queryTimeoutMs: QUERY_TIMEOUT_MS,
      keepAlive: true,
    });
    client.on('notification', ({ payload }) => this.dispatch(payload ?? ''));
    client.on('error', () => this.lost(client));
    client.on('end', () => this.lost(client));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANGES}`);
    } catch (error) {
      // Not awaited: a frozen server does not answer.
      client.end().catch(() => undefined);
      throw error;
    }
    if (this.stopped) {
      await client.end();
      return;
    }
    this.provenAt = performance.now();
    this.client = client;
    this.outage.went();
    this.resetAll();
    this.proveLater(client);
  }

  /**
   * Verifies that announcements of other connections arrive. A pooler in transaction mode, or a server other than the one
   * written to, accepts LISTEN and answers queries: the feed would count as live, but never announce anything.
   *
   * @param announce sends the payload to the channel over a connection that writes.
   * @throws ConfigurationError if it does not arrive.
   */
  async expectAnnouncements(announce: (channel: string, payload: string) => Promise<unknown>): Promise<void> {
    const { client } = this;
    const sample = randomUUID();
    const arrived = new Promise<true>((resolve) => {
      this.subscribe(SAMPLE, { changed: (key) => key === sample && resolve(true), reset: () => undefined });
    });
    await announce(CHANGES, `${SAMPLE}:${sample}`);
    // Queried at once, a pooler could pass on what its server connection happens to receive meanwhile.
    if (await Promise.race([arrived, delay(SAMPLE_PATIENCE_MS, false, { ref: false })])) return;
    if (client === null || this.client !== client) throw new DependencyUnavailableError();
    await client.query('SELECT 1');
    if (await Promise.race([arrived, Promise.resolve(false)])) return;
    await this.stop();
    throw new ConfigurationError([
      'DATABASE_LISTEN_URL, or without it DATABASE_URL, must lead to the server that DATABASE_URL writes to, past any ' +
        'pooler in transaction mode: changes of the database are not announced there',
    ]);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    if (this.retry) clearTimeout(this.retry);
    if (this.proof) clearTimeout(this.proof);
    const client = this.client;
    this.client = null;
    await client?.end().catch(() => undefined);
  }

  private dispatch(payload: string): void {
    const separator = payload.indexOf(':');
    const subject = payload.slice(0, separator);
    for (const listener of this.listeners.get(subject) ?? []) listener.changed(payload.slice(separator + 1));
  }

  private proveLater(client: pg.Client): void {
    this.proof = setTimeout(() => void this.prove(client), PROOF_INTERVAL_MS);
  }

  /**
   * Proves the connection alive by a query: a frozen server, or a network that drops packets, reports no error.
   * Notifications arrive before the answer.
   */
  private async prove(client: pg.Client): Promise<void> {
    if (this.client !== client) return;
    const asked = performance.now();
    try {
      await client.query('SELECT 1');
    } catch {
      // The connection was cut, or the query failed or was cancelled: only an answer is a proof.
      this.lost(client);
      await client.end().catch(() => undefined);
      return;
    }
    if (this.client !== client) return;
    this.provenAt = asked;
    this.proveLater(client);
  }

  private lost(client: pg.Client): void {
    if (this.client !== client) return;
    this.client = null;
    this.resetAll();
    this.reconnectLater();
  }

  private resetAll(): void {
    for (const listener of [...this.listeners.values()].flat()) listener.reset();
  }

  private reconnectLater(): void {
    if (this.stopped) return;
    if (this.retry) clearTimeout(this.retry);
    this.retry = setTimeout(() => void this.start(), RECONNECT_DELAY_MS);
  }
}
