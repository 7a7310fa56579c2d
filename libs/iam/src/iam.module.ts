import { Module } from '@nestjs/common';
import { AppsModule } from '@libs/apps';
import { ContentModule } from '@libs/content';
import { AlreadyRegisteredMailHandler, OtpMailHandler } from './application/account-mails.handler';
import { LoginService } from './application/login.service';
import { OneTimePasswordsService } from './application/one-time-passwords.service';
import { OtpRequestsHandler } from './application/otp-requests.handler';
import { RegistrationService } from './application/registration.service';
import { SessionsService } from './application/sessions.service';
import { TenantsService } from './application/tenants.service';
import { AccessTokens } from './infrastructure/access-tokens';
import { Accounts } from './infrastructure/accounts';
import { AccountFailures } from './infrastructure/account-failures';
import { AddressFailures } from './infrastructure/address-failures';
import { AppBranding } from './infrastructure/app-branding';
import { CommonPasswords } from './infrastructure/common-passwords';
import {
  AppMembershipSchema,
  LoginIdentifierSchema,
  OtpChallengeSchema,
  OtpRequestSchema,
  TenantSchema,
  UserSchema,
} from './infrastructure/iam.schemas';
import { IamSweeper } from './infrastructure/iam-sweeper';
import { IdentifierKeys } from './infrastructure/identifier-keys';
import { LoginEvents } from './infrastructure/login-events';
import { LoginLookup } from './infrastructure/login-lookup';
import { LoginThrottle } from './infrastructure/login-throttle';
import { MemberSessions } from './infrastructure/member-sessions';
import { OtpChallenges } from './infrastructure/otp-challenges';
import { OtpCodes } from './infrastructure/otp-codes';
import { OtpLimits } from './infrastructure/otp-limits';
import { PasswordHasher } from './infrastructure/password-hasher';
import { SecurityEvents } from './infrastructure/security-events';
import { SessionStore } from './infrastructure/session-store';
import { TenantDirectory } from './infrastructure/tenant-directory';

@Module({
  imports: [AppsModule, ContentModule],
  providers: [
    AccessTokens,
    AccountFailures,
    Accounts,
    AddressFailures,
    AppBranding,
    AlreadyRegisteredMailHandler,
    CommonPasswords,
    IamSweeper,
    IdentifierKeys,
    LoginEvents,
    LoginLookup,
    LoginService,
    LoginThrottle,
    MemberSessions,
    OneTimePasswordsService,
    OtpChallenges,
    OtpCodes,
    OtpLimits,
    OtpMailHandler,
    OtpRequestsHandler,
    PasswordHasher,
    RegistrationService,
    SecurityEvents,
    SessionsService,
    SessionStore,
    TenantDirectory,
    TenantsService,
  ],
  exports: [
    AccessTokens,
    LoginService,
    MemberSessions,
    RegistrationService,
    SessionsService,
    TenantDirectory,
    TenantsService,
  ],
})
export class IamModule {
  static readonly entities = [
    AppMembershipSchema,
    LoginIdentifierSchema,
    OtpChallengeSchema,
    OtpRequestSchema,
    TenantSchema,
    UserSchema,
  ];
}
