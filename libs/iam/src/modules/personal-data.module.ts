import { Module } from '@nestjs/common';
import { FilesModule } from '@libs/files';
import { AccountDeletions } from '../infrastructure/personal-data/account-deletions';
import { DataExports } from '../infrastructure/personal-data/data-exports';
import { IamPersonalData } from '../infrastructure/personal-data/iam-personal-data';
import { IamSweeper } from '../infrastructure/personal-data/iam-sweeper';
import { SelfProfiles } from '../infrastructure/personal-data/self-profiles';
import { UserErasure } from '../infrastructure/personal-data/user-erasure';
import { UserRows } from '../infrastructure/personal-data/user-rows';
import { DeletionInboxHandler } from '../application/personal-data/account-deletion-inbox.handler';
import {
  DeletionCancelledMailHandler,
  DeletionRequestedMailHandler,
} from '../application/personal-data/account-deletion-mails.handler';
import { AccountDeletionService } from '../application/personal-data/account-deletion.service';
import { AccountErasure } from '../application/personal-data/account-erasure';
import { AccountReturn } from '../application/personal-data/account-return';
import { DataArchive } from '../application/personal-data/data-archive';
import { DataExportLinks } from '../application/personal-data/data-export-links';
import {
  DataExportHandler,
  DataExportReadyInboxHandler,
  DataExportReadyMailHandler,
} from '../application/personal-data/data-exports.handler';
import { DataExportsService } from '../application/personal-data/data-exports.service';
import { DueErasures } from '../application/personal-data/due-erasures';
import { ExpiredDataExports } from '../application/personal-data/expired-data-exports';
import { AccountsModule } from './accounts.module';
import { CodesModule } from './codes.module';
import { HistoryModule } from './history.module';
import { MailsModule } from './mails.module';
import { RolesModule } from './roles.module';
import { SessionsModule } from './sessions.module';

@Module({
  imports: [FilesModule, AccountsModule, MailsModule, RolesModule, HistoryModule, SessionsModule, CodesModule],
  providers: [
    AccountDeletionService,
    AccountDeletions,
    AccountErasure,
    AccountReturn,
    DataArchive,
    DataExportHandler,
    DataExportLinks,
    DataExportReadyInboxHandler,
    DataExportReadyMailHandler,
    DataExports,
    DataExportsService,
    DeletionCancelledMailHandler,
    DeletionInboxHandler,
    DeletionRequestedMailHandler,
    DueErasures,
    ExpiredDataExports,
    IamPersonalData,
    IamSweeper,
    SelfProfiles,
    UserErasure,
    UserRows,
  ],
  exports: [AccountDeletionService, AccountErasure, AccountReturn, DataExportsService, SelfProfiles],
})
export class PersonalDataModule {}
