import { Module } from '@nestjs/common';
import type { EntitySchema } from 'typeorm';
import { DeletedAppSettingsHandler } from './application/settings/deleted-app-settings.handler';
import { SettingsService } from './application/settings/settings.service';
import { SettingRepository } from './domain/settings/setting.repository';
import { IdempotentRequests } from './application/idempotent-requests';
import { IdempotencyKeys } from './infrastructure/idempotency-keys';
import { PublicSettings } from './infrastructure/public-settings';
import { ManagedSettings } from './infrastructure/settings/managed-settings';
import { SettingSecrets } from './infrastructure/settings/setting-secrets';
import { SettingSchema } from './infrastructure/settings/setting.schema';
import { TypeOrmSettingRepository } from './infrastructure/settings/typeorm-setting.repository';
import { TenantSettings } from './infrastructure/tenant-settings';

@Module({
  providers: [
    DeletedAppSettingsHandler,
    IdempotencyKeys,
    IdempotentRequests,
    ManagedSettings,
    PublicSettings,
    SettingSecrets,
    SettingsService,
    TenantSettings,
    { provide: SettingRepository, useClass: TypeOrmSettingRepository },
  ],
  exports: [IdempotentRequests, ManagedSettings, PublicSettings, SettingsService, TenantSettings],
})
export class OperationsModule {
  static readonly entities: EntitySchema[] = [SettingSchema];
}
