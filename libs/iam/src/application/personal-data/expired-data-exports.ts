import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ArchivesService } from '@libs/files';
import { type SweepBatch, Sweeps } from '@libs/foundation';
import { Transactions } from '@libs/kernel';
import { DataExports, type StaleDataExport } from '../../infrastructure/personal-data/data-exports';

const BATCH = 100;

/** Deletes exports that can no longer be downloaded. */
@Injectable()
export class ExpiredDataExports implements OnModuleInit {
  constructor(
    private readonly sweeps: Sweeps,
    private readonly transactions: Transactions,
    private readonly exports: DataExports,
    private readonly archives: ArchivesService,
  ) {}

  onModuleInit(): void {
    this.sweeps.register('iam.data_exports', () => this.sweep());
  }

  private async sweep(): Promise<SweepBatch> {
    const rows = await this.transactions.runAsSystem(async () => {
      const found = await this.exports.lockExpired(BATCH);
      for (const expired of found) await this.transactions.run(expired.tenantId, () => this.remove(expired));
      return found.length;
    });
    await this.transactions.runAsSystem(() => this.exports.tidy());
    return { rows, full: rows === BATCH };
  }

  private async remove(expired: StaleDataExport): Promise<void> {
    await this.exports.expire(expired);
    if (expired.archiveId !== null) await this.archives.remove(expired.tenantId, expired.archiveId);
  }
}
