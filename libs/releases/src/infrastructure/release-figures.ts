import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';

/** Figures of the releases of a tenant. */
@Injectable()
export class ReleaseFigures {
  constructor(private readonly database: Database) {}

  /** How many releases are the current one somewhere, on some platform. */
  async online(tenantId: string, appIds: readonly string[]): Promise<number> {
    const [row] = await this.database.read<{ online: number }>(
      tenantId,
      `SELECT count(DISTINCT release_id)::integer AS online FROM release_pointers
        WHERE tenant_id = $1 AND app_id = ANY ($2::uuid[])`,
      [tenantId, appIds],
    );
    return row?.online ?? 0;
  }

  /**
   * Downloads of packages.
   *
   * @param appId of one App; of all if null.
   * @param edges the starts of the buckets, and the end of the last one.
   * @returns how many there were, by the place of the bucket; without those in which there were none.
   */
  async downloads(
    tenantId: string,
    appId: string | null,
    edges: readonly Date[],
  ): Promise<ReadonlyMap<number, number>> {
    const rows = await this.database.read<{ place: number; value: number }>(
      tenantId,
      `SELECT width_bucket(slot, $3::timestamptz[]) - 1 AS place, sum(downloads)::float8 AS value
         FROM release_download_counts
        WHERE tenant_id = $1 AND ($2::uuid IS NULL OR app_id = $2)
          AND slot >= ($3::timestamptz[])[1] AND slot < ($3::timestamptz[])[cardinality($3::timestamptz[])]
        GROUP BY 1`,
      [tenantId, appId, edges],
    );
    return new Map(rows.map(({ place, value }) => [place, value]));
  }
}
