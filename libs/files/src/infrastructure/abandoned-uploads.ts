import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, Sweeps } from '@libs/foundation';
import { StoredContents } from './stored-contents';

const BATCH = 100;

/** Takes away what uploads have left whose process died, or whose storage was away when they were given up. */
@Injectable()
export class AbandonedUploads implements OnModuleInit {
  constructor(
    private readonly sweeps: Sweeps,
    private readonly database: Database,
    private readonly contents: StoredContents,
  ) {}

  onModuleInit(): void {
    this.sweeps.register('files', () => this.sweep());
  }

  private async sweep(): Promise<void> {
    // No upload takes a day.
    const uploads = await this.database.readAsSystem<{ tenant_id: string; id: string }>(
      `SELECT tenant_id, id FROM file_uploads WHERE started_at < now() - interval '1 day'
        ORDER BY started_at LIMIT ${BATCH}`,
    );
    for (const { tenant_id, id } of uploads) await this.contents.abandon(tenant_id, id);
  }
}
