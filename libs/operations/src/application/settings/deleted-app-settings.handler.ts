import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OutboxHandlers, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { Transactions } from '@libs/kernel';
import { SettingRepository } from '../../domain/settings/setting.repository';

/** Deletes the settings of a deleted App, with their secrets. Nothing reads them any longer, and none is added. */
@Injectable()
export class DeletedAppSettingsHandler implements OutboxHandler, OnModuleInit {
  constructor(
    private readonly handlers: OutboxHandlers,
    private readonly transactions: Transactions,
    private readonly settings: SettingRepository,
  ) {}

  onModuleInit(): void {
    this.handlers.register('app.deleted', this);
  }

  async handle({ tenantId, appId }: OutboxMessage): Promise<void> {
    if (appId === null) return;
    await this.transactions.run(tenantId, () => this.settings.removeAllOfApp(tenantId, appId));
  }
}
