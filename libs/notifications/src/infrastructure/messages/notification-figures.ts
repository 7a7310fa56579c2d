import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';

/** Figures of the notices and messages of a tenant. */
@Injectable()
export class NotificationFigures {
  constructor(private readonly database: Database) {}

  /** How many notices were published and not recalled. */
  async publishedNotices(tenantId: string, appIds: readonly string[]): Promise<number> {
    const [row] = await this.database.readRecent<{ published: number }>(
      tenantId,
      `SELECT count(*)::integer AS published FROM notification_messages
        WHERE tenant_id = $1 AND app_id = ANY ($2::uuid[]) AND kind = 'notice' AND status = 'published'
          AND origin <> 'product' AND recalled_at IS NULL`,
      [tenantId, appIds],
    );
    return row?.published ?? 0;
  }

  /**
   * Notices and messages that came into inboxes. They are counted by the hour of UTC, which belongs to the bucket in which
   * it begins.
   *
   * @param appId of one App; of all if null.
   * @param edges the starts of the buckets, and the end of the last one.
   * @returns how many there were, by the place of the bucket; without those in which there were none.
   */
  async deliveries(
    tenantId: string,
    appId: string | null,
    edges: readonly Date[],
  ): Promise<ReadonlyMap<number, number>> {
    const ofApp = `AND message_id IN (SELECT id FROM notification_messages WHERE tenant_id = $1 AND app_id = $3)`;
    const rows = await this.database.readRecent<{ place: number; value: number }>(
      tenantId,
      `SELECT width_bucket(hour, $2::timestamptz[]) - 1 AS place, sum(delivered)::float8 AS value
         FROM notification_statistics
        WHERE tenant_id = $1 AND delivered > 0 ${appId === null ? '' : ofApp}
          AND hour >= ($2::timestamptz[])[1] AND hour < ($2::timestamptz[])[cardinality($2::timestamptz[])]
        GROUP BY 1`,
      appId === null ? [tenantId, edges] : [tenantId, edges, appId],
    );
    return new Map(rows.map(({ place, value }) => [place, value]));
  }
}
