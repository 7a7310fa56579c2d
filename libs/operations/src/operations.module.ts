import { Module } from '@nestjs/common';
import { SealedColumns } from '@libs/foundation';
import type { EntitySchema } from 'typeorm';
import { DeletedAppSettingsHandler } from './application/settings/deleted-app-settings.handler';
import { SettingsService } from './application/settings/settings.service';
import { SettingRepository } from './domain/settings/setting.repository';
import { IdempotentRequests } from './application/idempotency/idempotent-requests';
import { IdempotencyKeys, SEALED_ANSWERS, SEALED_BODY_HASHES } from './infrastructure/idempotency/idempotency-keys';
import { PublicSettings } from './infrastructure/settings/public-settings';
import { ManagedSettings } from './infrastructure/settings/managed-settings';
import { SEALED_SETTINGS, SettingSecrets } from './infrastructure/settings/setting-secrets';
import { SettingSchema } from './infrastructure/settings/setting.schema';
import { TypeOrmSettingRepository } from './infrastructure/settings/typeorm-setting.repository';
import { TenantSettings } from './infrastructure/settings/tenant-settings';

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

  constructor(sealed: SealedColumns) {
    for (const column of [SEALED_SETTINGS, SEALED_ANSWERS, SEALED_BODY_HASHES]) sealed.register(column);
  }
}
