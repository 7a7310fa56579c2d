import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { FileStorage } from '@libs/files';
import { Database, Logger, RedisConnections } from '@libs/foundation';
import { MIGRATIONS } from '../../../../migrations';

const TIMEOUT_MS = 1_000;

export type ReadinessCheck = 'shutting_down' | 'database' | 'migrations' | 'storage';

/** Whether this process should get requests. */
@Injectable()
export class Readiness {
  private shuttingDown = false;
  private migrated = false;
  /** The checks that failed last time, and why. */
  private readonly failing = new Map<ReadinessCheck, string>();

  constructor(
    private readonly database: Database,
    private readonly storage: FileStorage,
    private readonly redis: RedisConnections,
    private readonly logger: Logger,
  ) {}

  /** From now on unready, so that no new requests are sent here while those under way finish. */
  startShutdown(): void {
    this.shuttingDown = true;
  }

  get isShuttingDown(): boolean {
    return this.shuttingDown;
  }

  /** Optional dependencies that are unavailable: the service works on, with less. */
  async degraded(): Promise<'redis'[]> {
    const { status } = await this.redis.check();
    return status === 'down' ? ['redis'] : [];
  }

  async failingChecks(): Promise<ReadinessCheck[]> {
    if (this.shuttingDown) return ['shutting_down'];
    const failing = await Promise.all([this.checkDatabase(), this.checkStorage()]);
    return failing.filter((check) => check !== null);
  }

  private async checkDatabase(): Promise<'database' | 'migrations' | null> {
    try {
      const pending = await withTimeout(this.pendingMigrations());
      this.report('database', null);
      this.report('migrations', pending ? 'not all are applied' : null);
      return pending ? 'migrations' : null;
    } catch (error) {
      this.report('database', error);
      return 'database';
    }
  }

  private async checkStorage(): Promise<'storage' | null> {
    try {
      await withTimeout(this.storage.check());
      this.report('storage', null);
      return null;
    } catch (error) {
      this.report('storage', error);
      return 'storage';
    }
  }

  /** The answer is public and names only the check. Why it fails is in the log, once for each reason. */
  private report(check: ReadinessCheck, failure: unknown): void {
    const before = this.failing.get(check);
    if (failure === null) {
      if (!this.failing.delete(check)) return;
      this.logger.info({ check }, 'a readiness check passes again');
      return;
    }
    const reason = reasonOf(failure);
    if (reason === before) return;
    this.failing.set(check, reason);
    this.logger.warn({ check, reason }, 'a readiness check fails');
  }

  /** Always asks the database. Once everything was applied a plain query is enough: nothing is reverted meanwhile. */
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

function reasonOf(failure: unknown): string {
  const cause = failure instanceof Error ? (failure.cause ?? failure) : failure;
  return cause instanceof Error ? cause.message : String(cause);
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const timeout = delay(TIMEOUT_MS, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`no answer within ${TIMEOUT_MS} ms`);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    timer.abort();
    timeout.catch(() => undefined);
    work.catch(() => undefined);
  }
}
