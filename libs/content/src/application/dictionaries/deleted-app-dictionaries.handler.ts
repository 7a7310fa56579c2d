import { Handles, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { Transactions } from '@libs/kernel';
import { DictionaryRepository } from '../../domain/dictionaries/dictionary.repository';

/**
 * Deletes the dictionaries of a deleted App. Clients could not read them from the moment of the deletion, and none is
 * written after it.
 */
@Handles('app.deleted')
export class DeletedAppDictionariesHandler implements OutboxHandler {
  constructor(
    private readonly transactions: Transactions,
    private readonly dictionaries: DictionaryRepository,
  ) {}

  async handle({ tenantId, appId }: OutboxMessage): Promise<void> {
    if (appId === null) return;
    await this.transactions.run(tenantId, () => this.dictionaries.removeAllOfApp(tenantId, appId));
  }
}
