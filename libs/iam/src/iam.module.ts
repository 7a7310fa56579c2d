import { Module } from '@nestjs/common';
import { AppsModule } from '@libs/apps';
import { ContentModule } from '@libs/content';
import { OperationsModule } from '@libs/operations';
import { AccountLinkMailHandler, PasswordResetRequestHandler } from './application/account-link-mails.handler';
import { AccountLinks } from './application/account-links.service';
import { AdminLoginService } from './application/admin-login.service';
import { AdminMfaService } from './application/admin-mfa.service';
import { AdminPasswordsService } from './application/admin-passwords.service';
import { AdminProfileService } from './application/admin-profile.service';
import { AdminSessionsService } from './application/admin-sessions.service';
import { AlreadyRegisteredMailHandler, OtpMailHandler } from './application/account-mails.handler';
import { DeletedAppsHandler } from './application/deleted-apps.handler';
import { LoginService } from './application/login.service';
import { ManagedUsers } from './application/managed-users';
import { MembersService } from './application/members.service';
import { OneTimePasswordsService } from './application/one-time-passwords.service';
import { OtpRequestsHandler } from './application/otp-requests.handler';
import { RegistrationService } from './application/registration.service';
import { RolesService } from './application/roles.service';
import { SessionsService } from './application/sessions.service';
import { TenantAdministrationService } from './application/tenant-administration.service';
import { TenantsService } from './application/tenants.service';
import { UserAccessService } from './application/user-access.service';
import { UsersService } from './application/users.service';
import { AccessTokens } from './infrastructure/access-tokens';
import { AccountLinkStore } from './infrastructure/account-link-store';
import { AdminAccounts } from './infrastructure/admin-accounts';
import { AdminSessionStore } from './infrastructure/admin-session-store';
import { AdminSessions } from './infrastructure/admin-sessions';
import { Accounts } from './infrastructure/accounts';
import { AccountFailures } from './infrastructure/account-failures';
import { AddressFailures } from './infrastructure/address-failures';
import { AppBranding } from './infrastructure/app-branding';
import { CommonPasswords } from './infrastructure/common-passwords';
import {
  AccountLinkSchema,
  AppMembershipSchema,
  LoginIdentifierSchema,
  OtpChallengeSchema,
  OtpRequestSchema,
  RoleSchema,
  TenantSchema,
  UserSchema,
} from './infrastructure/iam.schemas';
import { IamSweeper } from './infrastructure/iam-sweeper';
import { IdentifierKeys } from './infrastructure/identifier-keys';
import { LoginEvents } from './infrastructure/login-events';
import { LoginLookup } from './infrastructure/login-lookup';
import { LoginThrottle } from './infrastructure/login-throttle';
import { MemberCounts } from './infrastructure/member-counts';
import { MemberQueries } from './infrastructure/member-queries';
import { MemberSessions } from './infrastructure/member-sessions';
import { OtpChallenges } from './infrastructure/otp-challenges';
import { OtpCodes } from './infrastructure/otp-codes';
import { OtpLimits } from './infrastructure/otp-limits';
import { PasswordHasher } from './infrastructure/password-hasher';
import { PasswordResetRequests } from './infrastructure/password-reset-requests';
import { RoleHolders } from './infrastructure/role-holders';
import { RoleStore } from './infrastructure/role-store';
import { SecurityEvents } from './infrastructure/security-events';
import { SessionStore } from './infrastructure/session-store';
import { TenantDirectory } from './infrastructure/tenant-directory';
import { TenantStore } from './infrastructure/tenant-store';
import { TotpFactors } from './infrastructure/totp';
import { UserErasure } from './infrastructure/user-erasure';
import { UserQueries } from './infrastructure/user-queries';
import { UserSessions } from './infrastructure/user-sessions';

@Module({
  imports: [AppsModule, ContentModule, OperationsModule],
  providers: [
    AccessTokens,
    AccountFailures,
    AccountLinkMailHandler,
    AccountLinks,
    AccountLinkStore,
    AdminAccounts,
    AdminLoginService,
    AdminMfaService,
    AdminPasswordsService,
    AdminProfileService,
    AdminSessions,
    AdminSessionsService,
    AdminSessionStore,
    Accounts,
    AddressFailures,
    AppBranding,
    AlreadyRegisteredMailHandler,
    CommonPasswords,
    DeletedAppsHandler,
    IamSweeper,
    IdentifierKeys,
    LoginEvents,
    LoginLookup,
    LoginService,
    LoginThrottle,
    ManagedUsers,
    MemberCounts,
    MemberQueries,
    MemberSessions,
    MembersService,
    OneTimePasswordsService,
    OtpChallenges,
    OtpCodes,
    OtpLimits,
    OtpMailHandler,
    OtpRequestsHandler,
    PasswordHasher,
    PasswordResetRequestHandler,
    PasswordResetRequests,
    RegistrationService,
    RoleHolders,
    RolesService,
    RoleStore,
    SecurityEvents,
    SessionsService,
    SessionStore,
    TenantAdministrationService,
    TenantDirectory,
    TenantsService,
    TenantStore,
    TotpFactors,
    UserAccessService,
    UserErasure,
    UserQueries,
    UsersService,
    UserSessions,
  ],
  exports: [
    AccessTokens,
    AdminLoginService,
    AdminMfaService,
    AdminPasswordsService,
    AdminProfileService,
    AdminSessions,
    AdminSessionsService,
    LoginService,
    MemberCounts,
    MemberQueries,
    MemberSessions,
    MembersService,
    RegistrationService,
    RolesService,
    RoleStore,
    SessionsService,
    TenantAdministrationService,
    TenantDirectory,
    TenantsService,
    TenantStore,
    UserAccessService,
    UserQueries,
    UsersService,
  ],
})
export class IamModule {
  static readonly entities = [
    AccountLinkSchema,
    AppMembershipSchema,
    LoginIdentifierSchema,
    OtpChallengeSchema,
    OtpRequestSchema,
    RoleSchema,
    TenantSchema,
    UserSchema,
  ];
}
