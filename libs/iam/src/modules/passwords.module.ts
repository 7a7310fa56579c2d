import { Module } from '@nestjs/common';
import { SealedColumns } from '@libs/foundation';
import { ACCOUNT_LINK_SEEDS, AccountLinkStore } from '../infrastructure/passwords/account-link-store';
import { CommonPasswords } from '../infrastructure/passwords/common-passwords';
import { CredentialQueries } from '../infrastructure/passwords/credentials';
import { PASSWORD_HASHES, PasswordHasher } from '../infrastructure/passwords/password-hasher';
import { AccountLinks } from '../application/passwords/account-links.service';
import { NewPasswords } from '../application/passwords/new-passwords';
import { PasswordRenewal } from '../application/passwords/password-renewal';
import { PasswordReplacement } from '../application/passwords/password-replacement';
import { PasswordResetService } from '../application/passwords/password-reset.service';
import { ProvenUsers } from '../application/passwords/proven-users';
import { AccountsModule } from './accounts.module';
import { CodesModule } from './codes.module';
import { HistoryModule } from './history.module';
import { SessionsModule } from './sessions.module';

const PROVIDERS = [
  AccountLinkStore,
  AccountLinks,
  CommonPasswords,
  CredentialQueries,
  NewPasswords,
  PasswordHasher,
  PasswordRenewal,
  PasswordReplacement,
  PasswordResetService,
  ProvenUsers,
];

@Module({
  imports: [AccountsModule, HistoryModule, SessionsModule, CodesModule],
  providers: PROVIDERS,
  exports: PROVIDERS,
})
export class PasswordsModule {
  constructor(sealed: SealedColumns) {
    for (const hashes of [PASSWORD_HASHES, ACCOUNT_LINK_SEEDS]) sealed.registerHashes(hashes);
  }
}
