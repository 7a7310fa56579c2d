import { Module } from '@nestjs/common';
import { SealedColumns } from '@libs/foundation';
import { AccountFailures } from '../infrastructure/sign-in/account-failures';
import { AddressFailures } from '../infrastructure/sign-in/address-failures';
import { AdminAccounts } from '../infrastructure/sign-in/admin-accounts';
import { LoginLookup } from '../infrastructure/sign-in/login-lookup';
import { LoginThrottle } from '../infrastructure/sign-in/login-throttle';
import { MfaChallenges } from '../infrastructure/sign-in/mfa-challenges';
import { SignInAttempts } from '../infrastructure/sign-in/sign-in-attempts';
import { SignIns } from '../infrastructure/sign-in/sign-ins';
import { SEALED_TOTP, TotpFactors } from '../infrastructure/sign-in/totp';
import { AdminLoginService } from '../application/sign-in/admin-login.service';
import { AdminSecondFactor } from '../application/sign-in/admin-second-factor';
import { AdminSessionOpening } from '../application/sign-in/admin-session-opening';
import { LoginService } from '../application/sign-in/login.service';
import { SessionOpening } from '../application/sign-in/session-opening';
import { SmsLoginService } from '../application/sign-in/sms-login.service';
import { AccountsModule } from './accounts.module';
import { CodesModule } from './codes.module';
import { HistoryModule } from './history.module';
import { PasswordsModule } from './passwords.module';
import { PersonalDataModule } from './personal-data.module';
import { RegistrationModule } from './registration.module';
import { SessionsModule } from './sessions.module';

const PROVIDERS = [
  AccountFailures,
  AddressFailures,
  AdminAccounts,
  AdminLoginService,
  AdminSecondFactor,
  AdminSessionOpening,
  LoginLookup,
  LoginService,
  LoginThrottle,
  MfaChallenges,
  SessionOpening,
  SignInAttempts,
  SignIns,
  SmsLoginService,
  TotpFactors,
];

@Module({
  imports: [
    AccountsModule,
    HistoryModule,
    SessionsModule,
    CodesModule,
    PasswordsModule,
    RegistrationModule,
    PersonalDataModule,
  ],
  providers: PROVIDERS,
  exports: PROVIDERS,
})
export class SignInModule {
  constructor(sealed: SealedColumns) {
    sealed.register(SEALED_TOTP);
  }
}
