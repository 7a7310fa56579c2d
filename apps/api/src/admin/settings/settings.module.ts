import { Module } from '@nestjs/common';
import { OperationsModule } from '@libs/operations';
import { AdminSettingsController } from './admin-settings.controller';
import { SettingEditors } from './setting-editors';

@Module({ imports: [OperationsModule], controllers: [AdminSettingsController], providers: [SettingEditors] })
export class AdminSettingsModule {}
