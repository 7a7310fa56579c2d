import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { newId, type SupportedLocale } from '@libs/kernel';
import {
  DATA_EXPORT_LIFETIME_HOURS,
  type DataExport,
  MAX_DATA_EXPORTS_PER_DAY,
} from '../../domain/personal-data/data-export';

/** An export past its time is expired, whether or not the sweep has run. */
const COLUMNS = `e.tenant_id AS "tenantId", e.id, e.user_id AS "userId", e.app_id AS "appId", e.locale,
  CASE WHEN e.status = 'ready' AND e.expires_at <= now() THEN 'expired' ELSE e.status END AS status,
  e.archive_id AS "archiveId", e.created_at AS "createdAt", e.expires_at AS "expiresAt"`;

const MAX_LISTED = 100;

/** An export that has expired, or that no process works on any more. */
export type StaleDataExport = Pick<DataExport, 'tenantId' | 'id' | 'archiveId'>;

@Injectable()
export class DataExports {
  constructor(private readonly database: Database) {}

  /** Newest first. */
  async list(tenantId: string, userId: string): Promise<DataExport[]> {
    return this.database.read<DataExport>(
      tenantId,
      `SELECT ${COLUMNS} FROM data_exports e WHERE e.tenant_id = $1 AND e.user_id = $2
        ORDER BY e.created_at DESC, e.id DESC LIMIT ${MAX_LISTED}`,
      [tenantId, userId],
    );
  }

  async find(tenantId: string, id: string): Promise<DataExport | null> {
    return this.database.readOne<DataExport>(
      tenantId,
      `SELECT ${COLUMNS} FROM data_exports e WHERE e.tenant_id = $1 AND e.id = $2`,
      [tenantId, id],
    );
  }

  /** Of any tenant that is active: a link contains nothing but the id. */
  async findLinked(id: string): Promise<DataExport | null> {
    return this.database.readOneAsSystem<DataExport>(
      `SELECT ${COLUMNS}
         FROM data_exports e
         JOIN users u ON u.tenant_id = e.tenant_id AND u.id = e.user_id AND u.status <> 'deleted'
         JOIN tenants t ON t.id = e.tenant_id AND t.status = 'active'
        WHERE e.id = $1`,
      [id],
    );
  }

  /** The export that is being made. In the current transaction, under the user's lock, as the two methods below. */
  async findPending(tenantId: string, userId: string): Promise<DataExport | null> {
    return this.database.queryOne<DataExport>(
      `SELECT ${COLUMNS} FROM data_exports e WHERE e.tenant_id = $1 AND e.user_id = $2 AND e.status = 'pending'`,
      [tenantId, userId],
    );
  }

  /** Seconds until the user may request another one; 0 if that is now. */
  async secondsToWait(tenantId: string, userId: string): Promise<number> {
    const [row] = await this.database.query<{ seconds: number }>(
      `SELECT ceil(extract(epoch FROM e.created_at + interval '1 day' - now()))::int AS seconds
         FROM data_exports e
        WHERE e.tenant_id = $1 AND e.user_id = $2 AND e.status <> 'failed' AND e.created_at > now() - interval '1 day'
        ORDER BY e.created_at DESC, e.id DESC OFFSET ${MAX_DATA_EXPORTS_PER_DAY - 1} LIMIT 1`,
      [tenantId, userId],
    );
    return row?.seconds ?? 0;
  }

  async add(
    { tenantId, appId, userId }: { tenantId: string; appId: string; userId: string },
    locale: SupportedLocale,
  ): Promise<DataExport> {
    const [added] = await this.database.query<DataExport>(
      `INSERT INTO data_exports AS e (tenant_id, id, user_id, app_id, locale, status)
       VALUES ($1, $2, $3, $4, $5, 'pending') RETURNING ${COLUMNS}`,
      [tenantId, newId(), userId, appId, locale],
    );
    if (!added) throw new Error('The export was not written');
    return added;
  }

  /** In the transaction that adds the archive. @returns whether the export was still pending. */
  async makeReady(tenantId: string, id: string, archiveId: string): Promise<boolean> {
    return this.database.hasRows(
      `UPDATE data_exports SET status = 'ready', archive_id = $3,
              expires_at = now() + interval '${DATA_EXPORT_LIFETIME_HOURS} hours'
        WHERE tenant_id = $1 AND id = $2 AND status = 'pending' RETURNING 1`,
      [tenantId, id, archiveId],
    );
  }

  async fail(tenantId: string, id: string): Promise<void> {
    await this.database.write(
      tenantId,
      `UPDATE data_exports SET status = 'failed' WHERE tenant_id = $1 AND id = $2 AND status = 'pending'`,
      [tenantId, id],
    );
  }

  /** Locks some expired exports of any tenant. In the current transaction, as the method below. */
  async lockExpired(count: number): Promise<StaleDataExport[]> {
    return this.database.query<StaleDataExport>(
      `SELECT tenant_id AS "tenantId", id, archive_id AS "archiveId" FROM data_exports
        WHERE status = 'ready' AND expires_at <= now() ORDER BY expires_at LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED`,
      [count],
    );
  }

  async expire({ tenantId, id }: StaleDataExport): Promise<void> {
    await this.database.query(
      `UPDATE data_exports SET status = 'expired', archive_id = NULL WHERE tenant_id = $1 AND id = $2`,
      [tenantId, id],
    );
  }

  /**
   * Deletes exports whose message was given up or lost with a restored database, and those that nobody looks at any
   * more.
   */
  async tidy(): Promise<void> {
    await this.database.query(
      `UPDATE data_exports SET status = 'failed' WHERE status = 'pending' AND created_at < now() - interval '2 days'`,
    );
    await this.database.query(
      `DELETE FROM data_exports WHERE status IN ('expired', 'failed') AND created_at < now() - interval '30 days'`,
    );
  }
}
