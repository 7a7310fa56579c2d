import { Injectable, type OnModuleInit } from '@nestjs/common';
import { FileUsages } from '@libs/files';
import { OutboxHandlers, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { Transactions } from '@libs/kernel';
import { ReleaseRepository } from '../domain/release.repository';

/**
 * Releases the packages of a deleted App. They could not be downloaded from the moment of the deletion: now they can be
 * deleted, too.
 */
@Injectable()
export class DeletedAppPackagesHandler implements OutboxHandler, OnModuleInit {
  constructor(
    private readonly handlers: OutboxHandlers,
    private readonly transactions: Transactions,
    private readonly releases: ReleaseRepository,
    private readonly files: FileUsages,
  ) {}

  onModuleInit(): void {
    this.handlers.register('app.deleted', this);
  }

  async handle({ tenantId, appId }: OutboxMessage): Promise<void> {
    if (appId === null) return;
    await this.transactions.run(tenantId, async () => {
      await this.releases.forgetPackages(tenantId, appId);
      await this.files.releaseAll(tenantId, 'release', appId);
    });
  }
}
