import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OutboxHandlers, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { OwnNoticeStore } from '../../infrastructure/own-notices/own-notice-store';

/** Erases what the product told somebody whose account has been erased: addresses and devices, some of it. */
@Injectable()
export class ErasedOwnNotices implements OutboxHandler, OnModuleInit {
  constructor(
    private readonly handlers: OutboxHandlers,
    private readonly store: OwnNoticeStore,
  ) {}

  onModuleInit(): void {
    this.handlers.register('user.erased', this);
  }

  async handle({ tenantId, data }: OutboxMessage): Promise<void> {
    await this.store.erase(tenantId, String(data['user_id']));
  }
}
