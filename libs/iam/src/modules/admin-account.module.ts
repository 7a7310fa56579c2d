import { Module } from '@nestjs/common';
import { AdminProfiles } from '../infrastructure/admin-account/admin-profiles';
import { PasswordResetRequests } from '../infrastructure/admin-account/password-reset-requests';
import {
  AccountLinkMailHandler,
  PasswordResetRequestHandler,
} from '../application/admin-account/account-link-mails.handler';
import { AdminMfaService } from '../application/admin-account/admin-mfa.service';
import { AdminPasswordProofs } from '../application/admin-account/admin-password-proofs';
import { AdminPasswordsService } from '../application/admin-account/admin-passwords.service';
import { AdminProfileService } from '../application/admin-account/admin-profile.service';
import { AccountsModule } from './accounts.module';
import { HistoryModule } from './history.module';
import { PasswordsModule } from './passwords.module';
import { SignInModule } from './sign-in.module';

@Module({
  imports: [AccountsModule, HistoryModule, PasswordsModule, SignInModule],
  providers: [
    AccountLinkMailHandler,
    AdminMfaService,
    AdminPasswordProofs,
    AdminPasswordsService,
    AdminProfileService,
    AdminProfiles,
    PasswordResetRequestHandler,
    PasswordResetRequests,
  ],
  exports: [AdminMfaService, AdminPasswordsService, AdminProfileService],
})
export class AdminAccountModule {}
