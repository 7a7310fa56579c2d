import { Handles, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { Transactions } from '@libs/kernel';
import { Sessions } from '../../infrastructure/sessions/sessions';

/**
 * Revokes the sessions of a deleted App. They were unusable from the moment of the deletion; this records it in their
 * rows.
 */
@Handles('app.deleted')
export class DeletedAppsHandler implements OutboxHandler {
  constructor(
    private readonly transactions: Transactions,
    private readonly sessions: Sessions,
  ) {}

  async handle({ tenantId, appId }: OutboxMessage): Promise<void> {
    if (appId === null) return;
    await this.transactions.run(tenantId, () => this.sessions.revokeAllOfApp(tenantId, appId, 'app_deleted'));
  }
}
