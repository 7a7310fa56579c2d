import { Module } from '@nestjs/common';
import { AdminProfiles } from '../infrastructure/admin-account/admin-profiles';
import { PasswordResetRequests } from '../infrastructure/admin-account/password-reset-requests';
import {
  AccountLinkMailHandler,
  PasswordResetRequestHandler,
} from '../application/admin-account/account-link-mails.handler';
import { AdminMfaService } from '../application/admin-account/admin-mfa.service';
import { AdminProofs } from '../application/admin-account/admin-proofs';
import { AdminPasswordsService } from '../application/admin-account/admin-passwords.service';
import { AdminProfileService } from '../application/admin-account/admin-profile.service';
import { LinkedPasswordsService } from '../application/admin-account/linked-passwords.service';
import { OtherAdminSessionsService } from '../application/admin-account/other-admin-sessions.service';
import { PasswordLinksService } from '../application/admin-account/password-links.service';
import { AccountsModule } from './accounts.module';
import { HistoryModule } from './history.module';
import { PasswordsModule } from './passwords.module';
import { SessionsModule } from './sessions.module';
import { SignInModule } from './sign-in.module';

@Module({
  imports: [AccountsModule, HistoryModule, PasswordsModule, SessionsModule, SignInModule],
  providers: [
    AccountLinkMailHandler,
    AdminMfaService,
    AdminPasswordsService,
    AdminProfileService,
    AdminProofs,
    AdminProfiles,
    LinkedPasswordsService,
    OtherAdminSessionsService,
    PasswordLinksService,
    PasswordResetRequestHandler,
    PasswordResetRequests,
  ],
  exports: [
    AdminMfaService,
    AdminPasswordsService,
    AdminProfileService,
    LinkedPasswordsService,
    OtherAdminSessionsService,
    PasswordLinksService,
  ],
})
export class AdminAccountModule {}
