import { Module } from '@nestjs/common';
import { PublicSettings } from './infrastructure/public-settings';
import { TenantSettings } from './infrastructure/tenant-settings';

@Module({ providers: [PublicSettings, TenantSettings], exports: [PublicSettings, TenantSettings] })
export class OperationsModule {}
