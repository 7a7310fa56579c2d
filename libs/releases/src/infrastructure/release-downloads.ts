import { Injectable } from '@nestjs/common';
import { Database, Logger, reasonOf } from '@libs/foundation';

/** How often packages were downloaded, by release and day (UTC). */
@Injectable()
export class ReleaseDownloads {
  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
  ) {}

  /** Not awaited: a download must not fail because it cannot be counted. */
  count(tenantId: string, releaseId: string): void {
    this.database
      .write(
        tenantId,
        `INSERT INTO release_downloads AS d (tenant_id, release_id, day, count)
         VALUES ($1, $2, (now() AT TIME ZONE 'UTC')::date, 1)
         ON CONFLICT (tenant_id, release_id, day) DO UPDATE SET count = d.count + 1`,
        [tenantId, releaseId],
      )
      .catch((error: unknown) =>
        this.logger.warn({ release: releaseId, reason: reasonOf(error) }, 'a download was not counted'),
      );
  }
}
