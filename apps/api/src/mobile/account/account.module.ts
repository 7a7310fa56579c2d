import { Module } from '@nestjs/common';
import { AccountController } from './account.controller';
import { DataExportDownloadsController } from './data-export-downloads.controller';

@Module({ controllers: [AccountController, DataExportDownloadsController] })
export class AccountModule {}
