import { Module } from '@nestjs/common';
import { AppsModule } from '@libs/apps';
import { ContentModule } from '@libs/content';
import { FilesModule } from '@libs/files';
import { OperationsModule } from '@libs/operations';
import {
  DeletionCancelledMailHandler,
  DeletionRequestedMailHandler,
} from './application/personal-data/account-deletion-mails.handler';
import { AccountChangeNotices } from './application/history/account-change-notices.service';
import { AccountChangeMailHandler, AccountChangeSmsHandler } from './application/history/account-change.handlers';
import { AccountDeletionService } from './application/personal-data/account-deletion.service';
import { AccountErasure } from './application/personal-data/account-erasure';
import {
  AccountLinkMailHandler,
  PasswordResetRequestHandler,
} from './application/admin-account/account-link-mails.handler';
import { AccountLinks } from './application/passwords/account-links.service';
import { AccountReturn } from './application/personal-data/account-return';
import { AdminLoginService } from './application/sign-in/admin-login.service';
import { AdminMfaService } from './application/admin-account/admin-mfa.service';
import { AdminPasswordProofs } from './application/admin-account/admin-password-proofs';
import { AdminPasswordsService } from './application/admin-account/admin-passwords.service';
import { AdminProfileService } from './application/admin-account/admin-profile.service';
import { AdminSessionsService } from './application/sessions/admin-sessions.service';
import { AlreadyRegisteredMailHandler, OtpMailHandler } from './application/codes/account-mails.handler';
import { CodeRequests } from './application/codes/code-requests';
import { CodeSends } from './application/codes/code-sends';
import { OtpSmsHandler, SmsBudgetAlertHandler } from './application/codes/code-sms.handlers';
import { DataArchive } from './application/personal-data/data-archive';
import { DataExportLinks } from './application/personal-data/data-export-links';
import { DataExportHandler, DataExportReadyMailHandler } from './application/personal-data/data-exports.handler';
import { DataExportsService } from './application/personal-data/data-exports.service';
import { DeletedAppsHandler } from './application/sessions/deleted-apps.handler';
import { DevicesService } from './application/own-account/devices.service';
import { AvatarsService } from './application/own-account/avatars.service';
import { LoginIdentifiersService } from './application/own-account/login-identifiers.service';
import { DueErasures } from './application/personal-data/due-erasures';
import { ExpiredDataExports } from './application/personal-data/expired-data-exports';
import { LoginService } from './application/sign-in/login.service';
import { ManagedUsers } from './application/administration/managed-users';
import { MembersService } from './application/administration/members.service';
import { MobileRegistrationService } from './application/registration/mobile-registration.service';
import { NewPasswords } from './application/passwords/new-passwords';
import { OneTimePasswordsService } from './application/codes/one-time-passwords.service';
import { OtpRequestsHandler } from './application/registration/otp-requests.handler';
import { OwnSessionsService } from './application/own-account/own-sessions.service';
import { ProfilesService } from './application/own-account/profiles.service';
import { OwnPasswordService } from './application/own-account/own-password.service';
import { PasswordRenewal } from './application/passwords/password-renewal';
import { PasswordReplacement } from './application/passwords/password-replacement';
import { PasswordResetService } from './application/passwords/password-reset.service';
import { ProvenUsers } from './application/passwords/proven-users';
import { OwnerMails } from './application/mails/owner-mails';
import { RegistrationService } from './application/registration/registration.service';
import { RegistrationConsents } from './application/registration/registration-consents';
import { RolesService } from './application/roles/roles.service';
import { SecurityNoticeMailHandler } from './application/history/security-notices.handler';
import { SessionEndings } from './application/sessions/session-endings';
import { SessionOpening } from './application/sign-in/session-opening';
import { SessionsService } from './application/sessions/sessions.service';
import { SmsLoginService } from './application/sign-in/sms-login.service';
import { StepUps } from './application/codes/step-ups.service';
import { TenantAdministrationService } from './application/administration/tenant-administration.service';
import { TenantsService } from './application/administration/tenants.service';
import { UserAccessService } from './application/administration/user-access.service';
import { UntoldAccountChanges } from './application/history/untold-account-changes';
import { UnverifiedAddresses } from './application/registration/unverified-addresses';
import { UsersService } from './application/administration/users.service';
import { AccessTokens } from './infrastructure/sessions/access-tokens';
import { AccountChangeNoticeStore } from './infrastructure/history/account-change-notice-store';
import { AccountLinkStore } from './infrastructure/passwords/account-link-store';
import { AdminAccounts } from './infrastructure/sign-in/admin-accounts';
import { AdminSessionStore } from './infrastructure/sessions/admin-session-store';
import { AdminSessions } from './infrastructure/sessions/admin-sessions';
import { Accounts } from './infrastructure/accounts/accounts';
import { AccountDeletions } from './infrastructure/personal-data/account-deletions';
import { AccountFailures } from './infrastructure/sign-in/account-failures';
import { AccountOwners } from './infrastructure/mails/account-owners';
import { AddressFailures } from './infrastructure/sign-in/address-failures';
import { AppBranding } from './infrastructure/mails/app-branding';
import { CommonPasswords } from './infrastructure/passwords/common-passwords';
import { DataExports } from './infrastructure/personal-data/data-exports';
import { EventPages } from './infrastructure/history/event-pages';
import { IAM_ENTITIES } from './infrastructure/accounts/iam.schemas';
import { IamPersonalData } from './infrastructure/personal-data/iam-personal-data';
import { IamSweeper } from './infrastructure/personal-data/iam-sweeper';
import { IdentifierKeys } from './infrastructure/accounts/identifier-keys';
import { CredentialQueries } from './infrastructure/passwords/credentials';
import { LoginEvents } from './infrastructure/history/login-events';
import { LoginIdentifiers } from './infrastructure/accounts/login-identifiers';
import { LoginLookup } from './infrastructure/sign-in/login-lookup';
import { LoginThrottle } from './infrastructure/sign-in/login-throttle';
import { MemberCounts } from './infrastructure/administration/member-counts';
import { MemberDevices } from './infrastructure/own-account/member-devices';
import { MemberMobiles } from './infrastructure/codes/member-mobiles';
import { MemberQueries } from './infrastructure/administration/member-queries';
import { MemberSessions } from './infrastructure/sessions/member-sessions';
import { OtpChallenges } from './infrastructure/codes/otp-challenges';
import { OtpCodes } from './infrastructure/codes/otp-codes';
import { OtpLimits } from './infrastructure/codes/otp-limits';
import { PasswordHasher } from './infrastructure/passwords/password-hasher';
import { PasswordResetRequests } from './infrastructure/admin-account/password-reset-requests';
import { RoleHolders } from './infrastructure/roles/role-holders';
import { RoleStore } from './infrastructure/roles/role-store';
import { SecurityEvents } from './infrastructure/history/security-events';
import { SecurityNotices } from './infrastructure/history/security-notices';
import { SelfProfiles } from './infrastructure/personal-data/self-profiles';
import { SessionStore } from './infrastructure/sessions/session-store';
import { SignIns } from './infrastructure/sign-in/sign-ins';
import { PendingRegistrations } from './infrastructure/registration/pending-registrations';
import { SmsBudgets } from './infrastructure/codes/sms-budgets';
import { StepUpTokens } from './infrastructure/codes/step-up-tokens';
import { TenantDirectory } from './infrastructure/accounts/tenant-directory';
import { TenantStore } from './infrastructure/accounts/tenant-store';
import { TotpFactors } from './infrastructure/sign-in/totp';
import { UserErasure } from './infrastructure/personal-data/user-erasure';
import { UserProfiles } from './infrastructure/accounts/user-profiles';
import { UserQueries } from './infrastructure/administration/user-queries';
import { UserRows } from './infrastructure/personal-data/user-rows';
import { UserSessions } from './infrastructure/sessions/user-sessions';
import { UnconfirmedUsers } from './infrastructure/registration/unconfirmed-users';

@Module({
  imports: [AppsModule, ContentModule, FilesModule, OperationsModule],
  providers: [
    AccessTokens,
    AccountChangeMailHandler,
    AccountChangeNotices,
    AccountChangeNoticeStore,
    AccountChangeSmsHandler,
    AccountDeletions,
    AccountDeletionService,
    AccountErasure,
    AccountFailures,
    AccountLinkMailHandler,
    AccountLinks,
    AccountLinkStore,
    AccountOwners,
    AccountReturn,
    AdminAccounts,
    AdminLoginService,
    AdminMfaService,
    AdminPasswordProofs,
    AdminPasswordsService,
    AdminProfileService,
    AdminSessions,
    AdminSessionsService,
    AdminSessionStore,
    Accounts,
    AddressFailures,
    AppBranding,
    AvatarsService,
    AlreadyRegisteredMailHandler,
    CodeRequests,
    CodeSends,
    CommonPasswords,
    CredentialQueries,
    DataArchive,
    DataExportHandler,
    DataExportLinks,
    DataExportReadyMailHandler,
    DataExports,
    DataExportsService,
    DeletedAppsHandler,
    DeletionCancelledMailHandler,
    DeletionRequestedMailHandler,
    DevicesService,
    DueErasures,
    EventPages,
    ExpiredDataExports,
    IamPersonalData,
    IamSweeper,
    IdentifierKeys,
    LoginEvents,
    LoginIdentifiers,
    LoginIdentifiersService,
    LoginLookup,
    LoginService,
    LoginThrottle,
    ManagedUsers,
    MemberCounts,
    MemberDevices,
    MemberMobiles,
    MemberQueries,
    MemberSessions,
    MembersService,
    MobileRegistrationService,
    NewPasswords,
    OneTimePasswordsService,
    OtpChallenges,
    OtpCodes,
    OtpLimits,
    OtpMailHandler,
    OtpRequestsHandler,
    OtpSmsHandler,
    OwnerMails,
    PendingRegistrations,
    UnconfirmedUsers,
    UntoldAccountChanges,
    UnverifiedAddresses,
    OwnPasswordService,
    OwnSessionsService,
    PasswordHasher,
    PasswordRenewal,
    PasswordReplacement,
    PasswordResetRequestHandler,
    PasswordResetRequests,
    ProfilesService,
    PasswordResetService,
    ProvenUsers,
    RegistrationConsents,
    RegistrationService,
    RoleHolders,
    RolesService,
    RoleStore,
    SecurityEvents,
    SelfProfiles,
    SecurityNoticeMailHandler,
    SecurityNotices,
    SessionEndings,
    SessionOpening,
    SessionsService,
    SessionStore,
    SignIns,
    SmsBudgetAlertHandler,
    SmsBudgets,
    SmsLoginService,
    StepUps,
    StepUpTokens,
    TenantAdministrationService,
    TenantDirectory,
    TenantsService,
    TenantStore,
    TotpFactors,
    UserAccessService,
    UserErasure,
    UserProfiles,
    UserQueries,
    UserRows,
    UsersService,
    UserSessions,
  ],
  exports: [
    AccessTokens,
    AccountDeletionService,
    AdminLoginService,
    AdminMfaService,
    AdminPasswordsService,
    AdminProfileService,
    AdminSessions,
    AdminSessionsService,
    DevicesService,
    LoginEvents,
    AvatarsService,
    LoginIdentifiersService,
    DataExportsService,
    LoginService,
    MemberCounts,
    MemberMobiles,
    MemberQueries,
    MemberSessions,
    MembersService,
    MobileRegistrationService,
    OwnPasswordService,
    OwnSessionsService,
    ProfilesService,
    PasswordResetService,
    RegistrationService,
    RolesService,
    RoleStore,
    SecurityEvents,
    SessionsService,
    SmsLoginService,
    StepUps,
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
  static readonly entities = IAM_ENTITIES;
}
