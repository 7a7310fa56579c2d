import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, type SweepBatch, Sweeps } from '@libs/foundation';
import { StoredContents } from './stored-contents';

const BATCH = 100;

/** Removes the remains of uploads whose process died, or whose storage was away when they were aborted. */
@Injectable()
export class AbandonedUploads implements OnModuleInit {
  constructor(
    private readonly sweeps: Sweeps,
    private readonly database: Database,
    private readonly contents: StoredContents,
  ) {}

  onModuleInit(): void {
    this.sweeps.register('files.uploads', (position) => this.sweep(position ?? '-infinity'));
  }

  /** @param from skips those that could not be removed. */
  private async sweep(from: string): Promise<SweepBatch> {
    // An upload takes less than a day.
    const uploads = await this.database.readAsSystem<{ tenant_id: string; id: string; started_at: string }>(
      `SELECT tenant_id, id, started_at::text FROM file_uploads
        WHERE started_at < now() - interval '1 day' AND started_at > $1::timestamptz
        ORDER BY started_at LIMIT ${BATCH}`,
      [from],
    );
    for (const { tenant_id, id } of uploads) await this.contents.abandon(tenant_id, id);
    const position = uploads.at(-1)?.started_at ?? from;
    return { rows: uploads.length, full: uploads.length === BATCH, position };
  }
}
