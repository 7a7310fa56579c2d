import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OutboxHandlers, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { Transactions } from '@libs/kernel';
import { Sessions } from '../../infrastructure/sessions/sessions';

/**
 * Revokes the sessions of a deleted App. They were unusable from the moment of the deletion; this records it in their
 * rows.
 */
@Injectable()
export class DeletedAppsHandler implements OutboxHandler, OnModuleInit {
  constructor(
    private readonly handlers: OutboxHandlers,
    private readonly transactions: Transactions,
    private readonly sessions: Sessions,
  ) {}

  onModuleInit(): void {
    this.handlers.register('app.deleted', this);
  }

  async handle({ tenantId, appId }: OutboxMessage): Promise<void> {
    if (appId === null) return;
    await this.transactions.run(tenantId, () => this.sessions.revokeAllOfApp(tenantId, appId, 'app_deleted'));
  }
}
