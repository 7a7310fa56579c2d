import { FileUsages } from '@libs/files';
import { Handles, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { Transactions } from '@libs/kernel';
import { ReleaseRepository } from '../domain/release.repository';

/**
 * Releases the packages of a deleted App. They could not be downloaded from the moment of the deletion: now they can be
 * deleted, too.
 */
@Handles('app.deleted')
export class DeletedAppPackagesHandler implements OutboxHandler {
  constructor(
    private readonly transactions: Transactions,
    private readonly releases: ReleaseRepository,
    private readonly files: FileUsages,
  ) {}

  async handle({ tenantId, appId }: OutboxMessage): Promise<void> {
    if (appId === null) return;
    await this.transactions.run(tenantId, async () => {
      await this.releases.forgetPackages(tenantId, appId);
      await this.files.releaseAll(tenantId, 'release', appId);
    });
  }
}
