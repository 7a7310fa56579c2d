import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OutboxHandlers, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { Transactions } from '@libs/kernel';
import { DictionaryRepository } from '../../domain/dictionaries/dictionary.repository';

/**
 * Deletes the dictionaries of a deleted App. Clients could not read them from the moment of the deletion, and none is
 * written after it.
 */
@Injectable()
export class DeletedAppDictionariesHandler implements OutboxHandler, OnModuleInit {
  constructor(
    private readonly handlers: OutboxHandlers,
    private readonly transactions: Transactions,
    private readonly dictionaries: DictionaryRepository,
  ) {}

  onModuleInit(): void {
    this.handlers.register('app.deleted', this);
  }

  async handle({ tenantId, appId }: OutboxMessage): Promise<void> {
    if (appId === null) return;
    await this.transactions.run(tenantId, () => this.dictionaries.removeAllOfApp(tenantId, appId));
  }
}
