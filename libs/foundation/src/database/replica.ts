import pg from 'pg';
import { REPLICA_READS, type ReplicaRead } from '../diagnostics/channels';
import type { Logger } from '../logging/logger';
import { Outage } from '../logging/outage';
import { type DataSourceSettings, poolSettings } from './data-source';
import { isTransient, isUnavailable, toDomainError } from './database-errors';
import type { LimitedConnection } from './limited-client';
import { type NamedQuery, namedQuery } from './named-query';
import { ReplicaSamples } from './replica-samples';
import { sentTogether } from './sent-together';
import { type Prepare, type PreparedQuery, preparing } from './unit-of-work';

/** A replica that may lack more than the last five seconds is not read. */
const MAX_STALE_MS = 5_000;
const SAMPLE_EVERY_MS = 1_000;
const SAMPLES_KEPT_MS = 60_000;
/** For how long the primary answers at once after the replica was behind. */
const BEHIND_PAUSE_MS = 1_000;
/** A replica that has not answered for so long is not asked: a read would wait until its limit. */
const HEARD_WITHIN_MS = 3 * SAMPLE_EVERY_MS;

/** The SQLSTATE of a statement that reached its limit. */
const TIMED_OUT = '57014';

/** The driver has no connection free, whatever the server does. */
const POOL_FULL = /timeout exceeded when trying to connect/i;

const REPLAYED = namedQuery(
  `SELECT pg_last_wal_replay_lsn()::text AS position,
          EXISTS (SELECT FROM pg_roles r WHERE r.rolname = current_user AND (r.rolsuper OR r.rolbypassrls)) AS "seesAll"`,
);
/** What is written, not what is about to be: a replica may never report the latter. */
export const WRITTEN = 'SELECT pg_current_wal_lsn()::text AS position';

/** Reads one statement on the primary, within the tenant's scope. */
type ReadPrimary = (text: string) => Promise<{ position: string }[]>;

interface Scope {
  readonly tenantId: string;
  readonly setTenant: PreparedQuery;
}

interface Freshness {
  /** Whether what administrators of the tenant have written is there. */
  readonly hasWritten: boolean;
  /** Whether no more than the last seconds are missing. */
  readonly isRecent: boolean;
}

/**
 * Reads that may be some seconds old, on a streaming replica. Each is checked where it is read, so that the URL may lead to
 * several replicas: the replica has to have replayed what the primary had written five seconds ago, and every
 * administrators' write of the tenant that has ended. Otherwise the primary answers.
 */
export class Replica {
  private readonly samples = new ReplicaSamples(SAMPLES_KEPT_MS);
  private readonly pool: pg.Pool;
  private readonly outage: Outage;
  private readonly prepared: Prepare;
  private timer: NodeJS.Timeout | undefined;
  private written: string | null = null;
  private pausedUntil = 0;
  private heardAt = -Infinity;
  private isProbing = false;
  private isSampling = false;
  private behindMs: number | null = null;

  constructor(settings: DataSourceSettings, logger: Logger) {
    this.prepared = preparing(settings);
    this.pool = new pg.Pool({
      connectionString: settings.url,
      application_name: settings.applicationName,
      // The types of the driver know no class of a connection with settings of its own.
      ...(poolSettings(settings) as object),
    });
    // An idle connection that breaks is replaced by the pool.
    this.pool.on('error', () => undefined);
    this.outage = new Outage(logger, {
      came: 'the replica of the database cannot be read: the primary answers',
      went: 'the replica of the database is read again',
    });
  }

  /**
   * Says how far the writes of a tenant have come.
   *
   * @param position an SQL expression of a bigint that rises with each of them; `$1` is the tenant.
   */
  follow(position: string): void {
    this.written = position;
  }

  /** By how many milliseconds at most the replica was behind a moment ago; null if that is unknown, or over a minute. */
  get lagMs(): number | null {
    return this.behindMs;
  }

  /** @returns null if the primary has to be asked. */
  async rows<Row extends pg.QueryResultRow>(
    scope: Scope,
    statement: PreparedQuery,
    readPrimary: ReadPrimary,
  ): Promise<Row[] | null> {
    if (this.written === null) return null;
    const found = await this.found<Row>(this.written, scope, statement, readPrimary);
    REPLICA_READS.publish({ outcome: typeof found === 'string' ? found : 'replica' });
    return typeof found === 'string' ? null : found;
  }

  /** @param written answers the position in the log of the primary. */
  start(written: () => Promise<{ position: string }[]>): void {
    const measure = (): void => {
      void this.probe();
      void this.sample(written);
    };
    this.timer = setInterval(measure, SAMPLE_EVERY_MS).unref();
    measure();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.pool.end();
  }

  private async sample(written: () => Promise<{ position: string }[]>): Promise<void> {
    if (this.isSampling) return;
    this.isSampling = true;
    const at = performance.now();
    // Without a primary that answers there are no new samples, and soon no reads.
    const [row] = await written().catch(() => []);
    if (row) this.samples.add({ at, position: row.position });
    this.isSampling = false;
  }

  /** Asks the replica whether it is there and how far it has come. A frozen one is not asked again meanwhile. */
  private async probe(): Promise<void> {
    if (this.isProbing) return;
    this.isProbing = true;
    try {
      const { rows } = await this.pool.query<{ position: string | null; seesAll: boolean }>(
        this.prepared(REPLAYED, []),
      );
      const [row] = rows;
      if (row?.seesAll) throw new Error('The role of DATABASE_REPLICA_URL is a superuser, or has BYPASSRLS');
      this.heardAt = performance.now();
      this.behindMs = row?.position ? this.samples.behind(this.heardAt, row.position) : null;
      this.outage.went();
    } catch (error) {
      if (!isPoolFull(error)) this.lost(error);
    } finally {
      this.isProbing = false;
    }
  }

  private lost(error: unknown): void {
    this.heardAt = -Infinity;
    this.behindMs = null;
    this.outage.came(error);
  }

  private async found<Row extends pg.QueryResultRow>(
    expression: string,
    scope: Scope,
    statement: PreparedQuery,
    readPrimary: ReadPrimary,
  ): Promise<Row[] | Exclude<ReplicaRead['outcome'], 'replica'>> {
    const required = this.samples.required(performance.now(), MAX_STALE_MS);
    if (required === null) return 'unmeasured';
    if (performance.now() - this.heardAt > HEARD_WITHIN_MS) return 'unavailable';
    if (performance.now() < this.pausedUntil) return 'paused';
    const [written] = await readPrimary(`SELECT (${expression})::text AS position`);
    const check = this.prepared(checkOf(expression), [scope.tenantId, written?.position, required]);
    try {
      const rows = await this.checked<Row>(scope.setTenant, check, statement);
      this.heardAt = performance.now();
      return rows ?? 'behind';
    } catch (error) {
      if (!isUnavailable(error) && !isTransient(error)) throw toDomainError(error);
      // It took too long, and would take as long on the primary.
      if ((error as { code?: unknown }).code === TIMED_OUT) throw toDomainError(error);
      // One read that was cancelled, or had to wait for too long, says nothing about the server.
      if (!isTransient(error) && !isPoolFull(error)) this.lost(error);
      return 'unavailable';
    }
  }

  /** The statement is sent only to a replica that is fresh: it is the expensive part. @returns null if it is not. */
  private async checked<Row extends pg.QueryResultRow>(
    setTenant: PreparedQuery,
    check: PreparedQuery,
    statement: PreparedQuery,
  ): Promise<Row[] | null> {
    const client = (await this.pool.connect()) as LimitedConnection & pg.PoolClient;
    let failure: Error | undefined;
    try {
      const before = [client.query('BEGIN READ ONLY'), client.query(setTenant)];
      const checking = client.query<Freshness>(check);
      await sentTogether([...before, checking]);
      const [found] = (await checking).rows;
      // All tenants would find the same. What one of them has just written, the next may not have to wait for.
      if (!found?.isRecent) this.pausedUntil = performance.now() + BEHIND_PAUSE_MS;
      if (!found?.isRecent || !found.hasWritten) {
        await client.query('ROLLBACK');
        return null;
      }
      const read = client.query<Row>(statement);
      await sentTogether([read, client.query('COMMIT')]);
      return (await read).rows;
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      // A connection whose transaction may be open is not used again.
      client.release(failure);
    }
  }
}

/** A server that was promoted has no replayed position of the primary any more, and is not read. */
function checkOf(position: string): NamedQuery {
  return namedQuery(
    `SELECT (${position}) >= $2::bigint AS "hasWritten",
            pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $3::pg_lsn AS "isRecent"`,
  );
}

function isPoolFull(error: unknown): boolean {
  return error instanceof Error && POOL_FULL.test(error.message);
}
