import { Handles, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { Transactions } from '@libs/kernel';
import { PushProviderStore } from '../../infrastructure/push/push-provider-store';

/** Deletes the credentials of a deleted App. */
@Handles('app.deleted')
export class DeletedAppPushHandler implements OutboxHandler {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: PushProviderStore,
  ) {}

  async handle({ tenantId, appId }: OutboxMessage): Promise<void> {
    if (appId === null) return;
    await this.transactions.run(tenantId, () => this.store.deleteAllOfApp({ tenantId, appId }));
  }
}
