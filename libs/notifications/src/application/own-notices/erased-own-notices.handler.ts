import { Handles, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { OwnNoticeStore } from '../../infrastructure/own-notices/own-notice-store';

/** Erases what the product told somebody whose account has been erased: addresses and devices, some of it. */
@Handles('user.erased')
export class ErasedOwnNotices implements OutboxHandler {
  constructor(private readonly store: OwnNoticeStore) {}

  async handle({ tenantId, data }: OutboxMessage): Promise<void> {
    await this.store.erase(tenantId, String(data['user_id']));
  }
}
