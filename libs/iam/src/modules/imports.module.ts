import { Module } from '@nestjs/common';
import { AppsModule } from '@libs/apps';
import { MemberInsertion } from '../application/imports/member-insertion';
import { UniIdImportService } from '../application/imports/uni-id-import.service';
import { ImportedUsers } from '../infrastructure/imports/imported-users';
import { AccountsModule } from './accounts.module';
import { PasswordsModule } from './passwords.module';
import { RegistrationModule } from './registration.module';

@Module({
  imports: [AppsModule, AccountsModule, PasswordsModule, RegistrationModule],
  providers: [ImportedUsers, MemberInsertion, UniIdImportService],
  exports: [UniIdImportService],
})
export class ImportsModule {}
