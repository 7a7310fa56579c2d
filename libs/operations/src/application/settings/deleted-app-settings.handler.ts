import { Handles, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { Transactions } from '@libs/kernel';
import { SettingRepository } from '../../domain/settings/setting.repository';

/** Deletes the settings of a deleted App, with their secrets. Nothing reads or adds settings of a deleted App. */
@Handles('app.deleted')
export class DeletedAppSettingsHandler implements OutboxHandler {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: SettingRepository,
  ) {}

  async handle({ tenantId, appId }: OutboxMessage): Promise<void> {
    if (appId === null) return;
    await this.transactions.run(tenantId, () => this.settings.removeAllOfApp(tenantId, appId));
  }
}
