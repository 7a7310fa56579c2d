import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { FileStorage } from '@libs/files';
import { Database } from '@libs/foundation';
import { MIGRATIONS } from '../../../../migrations';
import { RateLimits } from '../rate-limits/rate-limits';

const TIMEOUT_MS = 1_000;

export type ReadinessCheck = 'shutting_down' | 'database' | 'migrations' | 'storage';

/** Whether this process should get requests. */
@Injectable()
export class Readiness {
  private shuttingDown = false;
  private migrated = false;

  constructor(
    private readonly database: Database,
    private readonly storage: FileStorage,
    private readonly rateLimits: RateLimits,
  ) {}

  /** From now on unready, so that no new requests are sent here while those under way finish. */
  startShutdown(): void {
    this.shuttingDown = true;
  }

  get isShuttingDown(): boolean {
    return this.shuttingDown;
  }

  /** What is away without being required: the service works on, with less. */
  get degraded(): 'redis'[] {
    return this.rateLimits.redisIsAway ? ['redis'] : [];
  }

  async failingChecks(): Promise<ReadinessCheck[]> {
    if (this.shuttingDown) return ['shutting_down'];
    const failing = await Promise.all([this.checkDatabase(), this.checkStorage()]);
    return failing.filter((check) => check !== null);
  }

  private async checkDatabase(): Promise<'database' | 'migrations' | null> {
    try {
      return (await withTimeout(this.pendingMigrations())) ? 'migrations' : null;
    } catch {
      return 'database';
    }
  }

  private async checkStorage(): Promise<'storage' | null> {
    try {
      await withTimeout(this.storage.check());
      return null;
    } catch {
      return 'storage';
    }
  }

  /** Asks the database in any case; once everything was applied, a plain query will do: nothing is un-applied under us. */
  private async pendingMigrations(): Promise<boolean> {
    if (this.migrated) {
      await this.database.readAsSystem('SELECT 1');
      return false;
    }
    const rows = await this.database.readAsSystem<{ name: string }>('SELECT name FROM schema_migrations');
    const applied = new Set(rows.map(({ name }) => name));
    this.migrated = MIGRATIONS.every(({ name }) => applied.has(name));
    return !this.migrated;
  }
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const timeout = delay(TIMEOUT_MS, undefined, { signal: timer.signal }).then(() => {
    throw new Error('No answer in time');
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    timer.abort();
    timeout.catch(() => undefined);
    work.catch(() => undefined);
  }
}
