export { AccessAfterRestoreService } from './application/administration/access-after-restore.service';
export { AccountDeletionService } from './application/personal-data/account-deletion.service';
export { AdministratorCreationService } from './application/administration/administrator-creation.service';
export { AdministratorRescueService } from './application/administration/administrator-rescue.service';
export { AdminLoginService } from './application/sign-in/admin-login.service';
export { AdminMfaService } from './application/admin-account/admin-mfa.service';
export { AdminPasswordsService } from './application/admin-account/admin-passwords.service';
export { AdminProfileService } from './application/admin-account/admin-profile.service';
export { AdminSessionsService } from './application/sessions/admin-sessions.service';
export {
  type ApiClientCredentials,
  type ApiClientEditor,
  ApiClientsService,
} from './application/api-clients/api-clients.service';
export { ClientTokensService, type LiveServiceToken } from './application/api-clients/client-tokens.service';
export type { AcceptedRequest, Client } from './application/accounts/app-scope';
export { type Downloaded, DownloadLinksService } from './application/sessions/download-links.service';
export { IdentifierAdditionsService } from './application/own-account/identifier-additions.service';
export { LoginIdentifiersService } from './application/own-account/login-identifiers.service';
export { DevicesService } from './application/own-account/devices.service';
export { AvatarsService } from './application/own-account/avatars.service';
export { DataExportsService, type OwnDataExport } from './application/personal-data/data-exports.service';
export { type UniIdImport, UniIdImportService } from './application/imports/uni-id-import.service';
export type { UniIdResult } from './application/imports/uni-id-import';
export { UniIdPasswords } from './domain/imports/uni-id-passwords';
export { InvitationsService } from './application/administration/invitations.service';
export { LinkedPasswordsService } from './application/admin-account/linked-passwords.service';
export { LoginService } from './application/sign-in/login.service';
export { OnlineSessionsService } from './application/administration/online-sessions.service';
export { MembersService } from './application/administration/members.service';
export { MobileRegistrationService } from './application/registration/mobile-registration.service';
export { OrganizationService } from './application/organization/organization.service';
export { OwnPasswordService } from './application/own-account/own-password.service';
export { OtherAdminSessionsService } from './application/admin-account/other-admin-sessions.service';
export { PasswordLinksService } from './application/admin-account/password-links.service';
export { PasswordResetService } from './application/passwords/password-reset.service';
export { OwnSessionsService } from './application/own-account/own-sessions.service';
export { type PreferenceChanges, ProfilesService } from './application/own-account/profiles.service';
export { RegistrationService } from './application/registration/registration.service';
export { RolesService } from './application/roles/roles.service';
export { SessionsService } from './application/sessions/sessions.service';
export { SmsLoginService } from './application/sign-in/sms-login.service';
export { StepUps } from './application/codes/step-ups.service';
export { TenantAdministrationService } from './application/administration/tenant-administration.service';
export { TenantsService } from './application/administration/tenants.service';
export { type AdminTokenPair, type TokenPair, tokenPair } from './domain/sessions/token-pair';
export { UserAccessService } from './application/administration/user-access.service';
export { UsersService } from './application/administration/users.service';
export { MAX_UNIT_LEVELS, MAX_UNITS } from './domain/organization/organization-tree';
export { MAX_UNIT_MEMBERS, unit, unitSettings } from './domain/organization/organization-unit';
export { OrganizationUnitInUseError, OrganizationUnitLimitError } from './domain/organization/organization.errors';
export { parseCidr } from './domain/api-clients/allowed-networks';
export {
  API_CLIENT_STATUSES,
  apiClient,
  apiClientSettings,
  MAX_API_CLIENTS,
  MAX_CLIENT_APPS,
  MAX_OVERLAP_SECONDS,
} from './domain/api-clients/api-client';
export {
  AddressDeniedError,
  ApiClientLimitError,
  OAuthInvalidClientError,
  OAuthInvalidRequestError,
  OAuthInvalidScopeError,
  OAuthUnsupportedGrantTypeError,
  ScopeDeniedError,
} from './domain/api-clients/api-client.errors';
export { apiClientSecret } from './domain/api-clients/client-secret';
export { API_CLIENT_SCOPES, type ApiClientScope, expectScope, isScope } from './domain/api-clients/api-client-scopes';
export { dataExport } from './domain/personal-data/data-export';
export { parseEmailAddress } from './domain/accounts/email-address';
export {
  type Identifier,
  LOGIN_IDENTIFIER_TYPES,
  LOGIN_METHODS,
  loginIdentifier,
  type LoginIdentifierType,
} from './domain/accounts/login-identifier';
export { STEP_UP_PURPOSES, type StepUpAct, type StepUpPurpose } from './domain/codes/step-up';
export { moduleOf, PERMISSIONS, type Permission } from './domain/roles/permissions';
export { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './domain/passwords/password-policy';
export { membership, MEMBERSHIP_STATUSES, type MembershipStatus } from './domain/accounts/app-membership';
export { MAX_ROLE_CODE_LENGTH, role } from './domain/roles/role';
export { DEFAULT_TENANT_CODE, tenant, TENANT_STATUSES, type Tenant, type TenantStatus } from './domain/accounts/tenant';
export { user, userName } from './domain/accounts/user';
export { MAX_FONT_SCALE, MIN_FONT_SCALE, selfDetails, type Theme, THEMES } from './domain/accounts/user-profile';
export { SERVICE_TOKEN_SECONDS } from './domain/sessions/session-lifetimes';
export { IamModule } from './iam.module';
export { ApiClientStore, type ApiClientView } from './infrastructure/api-clients/api-client-store';
export type { AuthenticatedClient, ClientCredentials } from './infrastructure/api-clients/client-credentials';
export {
  KnownApiClients,
  type ServiceClaims,
  type ServiceClient,
} from './infrastructure/api-clients/known-api-clients';
export {
  ACCESS_TOKEN_ALGORITHM,
  ACCESS_TOKEN_TYPE,
  AccessTokens,
  ADMIN_AUDIENCE,
  audienceOf,
  SERVICE_AUDIENCE,
} from './infrastructure/sessions/access-tokens';
export { type DownloadLink, DownloadLinks } from './infrastructure/sessions/download-links';
export { NamedTenants } from './infrastructure/sessions/named-tenants';
export { isCommonPassword } from './infrastructure/passwords/common-passwords';
export { ActorNames } from './infrastructure/administration/actor-names';
export { MemberCounts } from './infrastructure/administration/member-counts';
export { parseMobileNumber } from './infrastructure/accounts/mobile-number';
export {
  MemberDevices,
  MOST_DEVICES,
  PUSH_PROVIDERS,
  type PushTokenProvider,
} from './infrastructure/own-account/member-devices';
export { PushTokens, type RefusedPushToken } from './infrastructure/own-account/push-tokens';
export { LOGIN_RESULTS, loginEvent, SECURITY_EVENT_TYPES, securityEvent } from './domain/history/account-events';
export { LoginEvents } from './infrastructure/history/login-events';
export { SecurityEvents } from './infrastructure/history/security-events';
export { MemberMobiles } from './infrastructure/codes/member-mobiles';
export { TenantDirectory } from './infrastructure/accounts/tenant-directory';
export type { TotpEnrolment } from './infrastructure/sign-in/totp';
export {
  type OnlineSession,
  type OnlineSessionFilter,
  OnlineSessions,
} from './infrastructure/administration/online-sessions';
export {
  type LoginEventFilter,
  type SecurityEventFilter,
  TenantEvents,
} from './infrastructure/administration/tenant-events';
export { MemberQueries, type MemberView, MOST_MEMBERSHIPS } from './infrastructure/administration/member-queries';
export {
  OrganizationQueries,
  type UnitMember,
  type UnitView,
} from './infrastructure/organization/organization-queries';
export { unitsWithin } from './infrastructure/organization/units-within';
export { type MemberFigures, MemberStatistics } from './infrastructure/statistics/member-statistics';
export { RoleStore } from './infrastructure/roles/role-store';
export type { Preferences, SelfProfile } from './infrastructure/personal-data/self-profiles';
export { TenantFiguresQueries } from './infrastructure/administration/tenant-figures';
export { TenantStore } from './infrastructure/accounts/tenant-store';
export { IamSearch } from './infrastructure/administration/iam-search';
export { UserQueries } from './infrastructure/administration/user-queries';
export { parseSmsNumber } from './infrastructure/codes/sms-number';
export { expectHeld } from './domain/roles/grants';
export {
  BuiltInRoleError,
  RoleInUseError,
  LastOwnerError,
  LastPlatformAdminError,
  PermissionDeniedError,
} from './domain/roles/roles.errors';
export {
  CodeTakenError,
  IamStateError,
  IdentifierTakenError,
  PlatformTenantError,
  LastIdentifierError,
} from './domain/accounts/accounts.errors';
export { UserUnreachableError } from './domain/administration/administration.errors';
export {
  InvalidCredentialsError,
  InvalidMfaError,
  LoginThrottledError,
  MfaEnrolmentRequiredError,
  MfaRequiredError,
  VerificationRequiredError,
} from './domain/sign-in/sign-in.errors';
export {
  InvalidOtpError,
  OtpCooldownError,
  StepUpIdentifierTooNewError,
  StepUpRequiredError,
} from './domain/codes/codes.errors';
export { CurrentPasswordInvalidError, InvalidLinkError } from './domain/passwords/passwords.errors';
export { type Surface, SURFACES } from './domain/sessions/session-lifetimes';
export { expectNamedApp, expectOfApps, type LimitedToApps } from './domain/sessions/app-limit';
export { AppsLimitedError, InvalidTokenError, MissingTokenError } from './domain/sessions/sessions.errors';
export { RegistrationClosedError } from './domain/registration/registration.errors';
export type { AdminProfile } from './infrastructure/admin-account/admin-profiles';
export type { TenantIdentity } from './infrastructure/accounts/tenant-identities';
export { Sessions } from './infrastructure/sessions/sessions';
export { device, DEVICE_PLATFORMS, type DeviceDetails } from './domain/sessions/device';
export { type AdminSessionView, type MemberSessionView, session, sessionDevice } from './domain/sessions/session';
export type { AdminSession, MemberSession } from './infrastructure/sessions/signed-in';
export { type MemberContext, MemberContexts } from './infrastructure/own-account/member-contexts';
export { type OtpDestination, provenNumber } from './application/codes/otp-destination';
