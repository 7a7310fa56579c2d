import { Injectable } from '@nestjs/common';
import pg from 'pg';
import { Logger } from '../logging/logger';

/** The channel on which the triggers of migrations/support/tables.ts speak. */
const CHANNEL = 'appkernel_changes';
const RECONNECT_DELAY_MS = 500;

interface ChangeListener {
  /** Rows of the subject changed; `key` is the value that the trigger names, empty for bulk changes. */
  changed(key: string): void;
  /** Changes may have been missed: forget everything. */
  reset(): void;
}

/**
 * Tells caches what changed in the database, whichever process changed it, over one LISTEN connection of its own.
 * While that connection is down nothing may be cached: `live` says so.
 */
@Injectable()
export class ChangeFeed {
  private readonly listeners = new Map<string, ChangeListener[]>();
  private client: pg.Client | null = null;
  private stopped = false;
  private retry: NodeJS.Timeout | null = null;

  constructor(
    private readonly url: string,
    private readonly logger: Logger,
  ) {}

  /** Whether changes arrive. What is read while they do not must not be kept. */
  get live(): boolean {
    return this.client !== null;
  }

  subscribe(subject: string, listener: ChangeListener): void {
    this.listeners.set(subject, [...(this.listeners.get(subject) ?? []), listener]);
  }

  async start(): Promise<void> {
    if (this.stopped) return;
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'appkernel-changes',
      connectionTimeoutMillis: 2_000,
      keepAlive: true,
    });
    client.on('notification', ({ payload }) => this.dispatch(payload ?? ''));
    client.on('error', () => this.lost(client));
    client.on('end', () => this.lost(client));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      this.client = client;
      this.resetAll();
    } catch (error) {
      this.logger.warn({ reason: String(error) }, 'the change feed cannot connect');
      await client.end().catch(() => undefined);
      this.reconnectLater();
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    if (this.retry) clearTimeout(this.retry);
    const client = this.client;
    this.client = null;
    await client?.end().catch(() => undefined);
  }

  private dispatch(payload: string): void {
    const separator = payload.indexOf(':');
    const subject = payload.slice(0, separator);
    for (const listener of this.listeners.get(subject) ?? []) listener.changed(payload.slice(separator + 1));
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
