import { Module } from '@nestjs/common';
import { AppsModule } from '@libs/apps';
import { ContentModule } from '@libs/content';
import { FilesModule } from '@libs/files';
import { OperationsModule } from '@libs/operations';
import {
  DeletionCancelledMailHandler,
  DeletionRequestedMailHandler,
} from './application/account-deletion-mails.handler';
import { AccountChangeNotices } from './application/account-change-notices.service';
import { AccountChangeMailHandler, AccountChangeSmsHandler } from './application/account-change.handlers';
import { AccountDeletionService } from './application/account-deletion.service';
import { AccountErasure } from './application/account-erasure';
import { AccountLinkMailHandler, PasswordResetRequestHandler } from './application/account-link-mails.handler';
import { AccountLinks } from './application/account-links.service';
import { AccountReturn } from './application/account-return';
import { AdminLoginService } from './application/admin-login.service';
import { AdminMfaService } from './application/admin-mfa.service';
import { AdminPasswordProofs } from './application/admin-password-proofs';
import { AdminPasswordsService } from './application/admin-passwords.service';
import { AdminProfileService } from './application/admin-profile.service';
import { AdminSessionsService } from './application/admin-sessions.service';
import { AlreadyRegisteredMailHandler, OtpMailHandler } from './application/account-mails.handler';
import { CodeRequests } from './application/code-requests';
import { CodeSends } from './application/code-sends';
import { OtpSmsHandler, SmsBudgetAlertHandler } from './application/code-sms.handlers';
import { DataArchive } from './application/data-archive';
import { DataExportLinks } from './application/data-export-links';
import { DataExportHandler, DataExportReadyMailHandler } from './application/data-exports.handler';
import { DataExportsService } from './application/data-exports.service';
import { DeletedAppsHandler } from './application/deleted-apps.handler';
import { DevicesService } from './application/devices.service';
import { AvatarsService } from './application/avatars.service';
import { LoginIdentifiersService } from './application/login-identifiers.service';
import { DueErasures } from './application/due-erasures';
import { ExpiredDataExports } from './application/expired-data-exports';
import { LoginService } from './application/login.service';
import { ManagedUsers } from './application/managed-users';
import { MembersService } from './application/members.service';
import { MobileRegistrationService } from './application/mobile-registration.service';
import { NewPasswords } from './application/new-passwords';
import { OneTimePasswordsService } from './application/one-time-passwords.service';
import { OtpRequestsHandler } from './application/otp-requests.handler';
import { OwnSessionsService } from './application/own-sessions.service';
import { ProfilesService } from './application/profiles.service';
import { OwnPasswordService } from './application/own-password.service';
import { PasswordRenewal } from './application/password-renewal';
import { PasswordReplacement } from './application/password-replacement';
import { PasswordResetService } from './application/password-reset.service';
import { ProvenUsers } from './application/proven-users';
import { OwnerMails } from './application/owner-mails';
import { RegistrationService } from './application/registration.service';
import { RegistrationConsents } from './application/registration-consents';
import { RolesService } from './application/roles.service';
import { SecurityNoticeMailHandler } from './application/security-notices.handler';
import { SessionEndings } from './application/session-endings';
import { SessionOpening } from './application/session-opening';
import { SessionsService } from './application/sessions.service';
import { SmsLoginService } from './application/sms-login.service';
import { StepUps } from './application/step-ups.service';
import { TenantAdministrationService } from './application/tenant-administration.service';
import { TenantsService } from './application/tenants.service';
import { UserAccessService } from './application/user-access.service';
import { UntoldAccountChanges } from './application/untold-account-changes';
import { UnverifiedAddresses } from './application/unverified-addresses';
import { UsersService } from './application/users.service';
import { AccessTokens } from './infrastructure/access-tokens';
import { AccountChangeNoticeStore } from './infrastructure/account-change-notice-store';
import { AccountLinkStore } from './infrastructure/account-link-store';
import { AdminAccounts } from './infrastructure/admin-accounts';
import { AdminSessionStore } from './infrastructure/admin-session-store';
import { AdminSessions } from './infrastructure/admin-sessions';
import { Accounts } from './infrastructure/accounts';
import { AccountDeletions } from './infrastructure/account-deletions';
import { AccountFailures } from './infrastructure/account-failures';
import { AccountOwners } from './infrastructure/account-owners';
import { AddressFailures } from './infrastructure/address-failures';
import { AppBranding } from './infrastructure/app-branding';
import { CommonPasswords } from './infrastructure/common-passwords';
import { DataExports } from './infrastructure/data-exports';
import { EventPages } from './infrastructure/event-pages';
import { IAM_ENTITIES } from './infrastructure/iam.schemas';
import { IamPersonalData } from './infrastructure/iam-personal-data';
import { IamSweeper } from './infrastructure/iam-sweeper';
import { IdentifierKeys } from './infrastructure/identifier-keys';
import { CredentialQueries } from './infrastructure/credentials';
import { LoginEvents } from './infrastructure/login-events';
import { LoginIdentifiers } from './infrastructure/login-identifiers';
import { LoginLookup } from './infrastructure/login-lookup';
import { LoginThrottle } from './infrastructure/login-throttle';
import { MemberCounts } from './infrastructure/member-counts';
import { MemberDevices } from './infrastructure/member-devices';
import { MemberMobiles } from './infrastructure/member-mobiles';
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
import { SecurityNotices } from './infrastructure/security-notices';
import { SelfProfiles } from './infrastructure/self-profiles';
import { SessionStore } from './infrastructure/session-store';
import { SignIns } from './infrastructure/sign-ins';
import { PendingRegistrations } from './infrastructure/pending-registrations';
import { SmsBudgets } from './infrastructure/sms-budgets';
import { StepUpTokens } from './infrastructure/step-up-tokens';
import { TenantDirectory } from './infrastructure/tenant-directory';
import { TenantStore } from './infrastructure/tenant-store';
import { TotpFactors } from './infrastructure/totp';
import { UserErasure } from './infrastructure/user-erasure';
import { UserProfiles } from './infrastructure/user-profiles';
import { UserQueries } from './infrastructure/user-queries';
import { UserRows } from './infrastructure/user-rows';
import { UserSessions } from './infrastructure/user-sessions';
import { UnconfirmedUsers } from './infrastructure/unconfirmed-users';

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
