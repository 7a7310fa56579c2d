import { Injectable } from '@nestjs/common';
import { Database, Logger, reasonOf } from '@libs/foundation';

const COUNT = `
  WITH by_release AS (
    INSERT INTO release_downloads AS d (tenant_id, release_id, day, count)
    VALUES ($1, $2, (now() AT TIME ZONE 'UTC')::date, 1)
    ON CONFLICT (tenant_id, release_id, day) DO UPDATE SET count = d.count + 1
  )
  INSERT INTO release_download_counts AS c (tenant_id, app_id, slot, downloads)
  SELECT $1, app_id, date_bin('15 minutes', now(), '2000-01-01Z'), 1 FROM releases WHERE tenant_id = $1 AND id = $2
  ON CONFLICT (tenant_id, slot, app_id) DO UPDATE SET downloads = c.downloads + 1`;

/** How often packages were downloaded, by release and day (UTC), and by App and quarter of an hour. */
@Injectable()
export class ReleaseDownloads {
  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
  ) {}

  /** Not awaited: a download must not fail because it cannot be counted. */
  count(tenantId: string, releaseId: string): void {
    this.database
      .write(tenantId, COUNT, [tenantId, releaseId])
      .catch((error: unknown) =>
        this.logger.warn({ release: releaseId, reason: reasonOf(error) }, 'a download was not counted'),
      );
  }
}
