import { Injectable } from '@nestjs/common';
import { Database, deleteExpired, type SweepBatch } from '@libs/foundation';

/** The kinds of processes: `api` serves requests, `worker` processes the outbox, `all` does both. */
export const INSTANCE_KINDS = ['api', 'worker', 'all'] as const;

export type InstanceKind = (typeof INSTANCE_KINDS)[number];

export interface InstanceIdentity {
  readonly id: string;
  readonly kind: InstanceKind;
  readonly version: string;
  readonly commit: string | null;
  readonly node: string;
  readonly hostname: string;
}

export interface InstanceMemory {
  readonly rssBytes: number;
  readonly heapUsedBytes: number;
}

export interface Instance extends InstanceIdentity, InstanceMemory {
  readonly startedAt: Date;
  readonly lastSeenAt: Date;
}

/** The interval of heartbeats, and the time without one after which a process counts as gone. */
export const BEAT_SECONDS = 15;
const SILENCE_SECONDS = 45;

/** The running processes of the installation, by their last heartbeat. */
@Injectable()
export class Instances {
  constructor(private readonly database: Database) {}

  async seen(instance: InstanceIdentity, memory: InstanceMemory, uptimeSeconds: number): Promise<void> {
    const { id, kind, version, commit, node, hostname } = instance;
    await this.database.runAsSystem(() =>
      this.database.query(
        `INSERT INTO runtime_instances (id, kind, version, commit, node, hostname, rss_bytes, heap_used_bytes, started_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now() - make_interval(secs => $9))
         ON CONFLICT (id) DO UPDATE
           SET rss_bytes = excluded.rss_bytes, heap_used_bytes = excluded.heap_used_bytes, last_seen_at = now()`,
        [id, kind, version, commit, node, hostname, memory.rssBytes, memory.heapUsedBytes, uptimeSeconds],
      ),
    );
  }

  async gone(id: string): Promise<void> {
    await this.database.runAsSystem(() => this.database.query('DELETE FROM runtime_instances WHERE id = $1', [id]));
  }

  /** Ordered by start time. */
  async list(): Promise<Instance[]> {
    const rows = await this.database.readAsSystem<
      Omit<Instance, keyof InstanceMemory> & { rssBytes: string; heapUsedBytes: string } & Record<string, unknown>
    >(
      `SELECT id, kind, version, commit, node, hostname, rss_bytes AS "rssBytes", heap_used_bytes AS "heapUsedBytes",
              started_at AS "startedAt", last_seen_at AS "lastSeenAt"
         FROM runtime_instances WHERE last_seen_at > now() - make_interval(secs => $1) ORDER BY started_at, id`,
      [SILENCE_SECONDS],
    );
    return rows.map((row) => ({ ...row, rssBytes: Number(row.rssBytes), heapUsedBytes: Number(row.heapUsedBytes) }));
  }

  /** Deletes processes that ended without deregistering. */
  sweep(): Promise<SweepBatch> {
    return deleteExpired(this.database, { table: 'runtime_instances', since: 'last_seen_at', after: '1 hour' });
  }
}
