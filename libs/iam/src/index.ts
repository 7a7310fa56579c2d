export { AccountDeletionService } from './application/account-deletion.service';
export { AdminLoginService, type AdminTokenPair } from './application/admin-login.service';
export { AdminMfaService } from './application/admin-mfa.service';
export { AdminPasswordsService } from './application/admin-passwords.service';
export { AdminProfileService } from './application/admin-profile.service';
export { AdminSessionsService } from './application/admin-sessions.service';
export type { AcceptedRequest, Client } from './application/app-scope';
export { LoginIdentifiersService, type OwnLoginIdentifier } from './application/login-identifiers.service';
export { DevicesService } from './application/devices.service';
export { AvatarsService } from './application/avatars.service';
export { DataExportsService, type OwnDataExport } from './application/data-exports.service';
export { LoginService } from './application/login.service';
export { MembersService } from './application/members.service';
export { MobileRegistrationService } from './application/mobile-registration.service';
export { OwnPasswordService } from './application/own-password.service';
export { PasswordResetService } from './application/password-reset.service';
export { OwnSessionsService } from './application/own-sessions.service';
export { type PreferenceChanges, ProfilesService } from './application/profiles.service';
export { RegistrationService } from './application/registration.service';
export { RolesService } from './application/roles.service';
export { SessionsService } from './application/sessions.service';
export { SmsLoginService } from './application/sms-login.service';
export { StepUps } from './application/step-ups.service';
export { TenantAdministrationService } from './application/tenant-administration.service';
export { TenantsService } from './application/tenants.service';
export type { TokenPair } from './application/token-pair';
export { UserAccessService } from './application/user-access.service';
export { UsersService } from './application/users.service';
export {
  BuiltInRoleError,
  CodeTakenError,
  IamStateError,
  IdentifierTakenError,
  PlatformTenantError,
  RoleInUseError,
  UserUnreachableError,
} from './domain/administration.errors';
export { DATA_EXPORT_STATUSES, type DataExportStatus } from './domain/data-export';
export { parseEmailAddress } from './domain/email-address';
export type { Identifier, LoginIdentifierType } from './domain/login-identifier';
export { STEP_UP_PURPOSES, type StepUpAct, type StepUpPurpose } from './domain/step-up';
export { moduleOf, PERMISSIONS, type Permission } from './domain/permissions';
export { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './domain/password-policy';
export { MEMBERSHIP_STATUSES, type MembershipStatus } from './domain/app-membership';
export { MAX_ROLE_CODE_LENGTH, ROLE_CODE } from './domain/role';
export { TENANT_STATUSES, type Tenant, type TenantStatus } from './domain/tenant';
export {
  InvalidCredentialsError,
  InvalidOtpError,
  CurrentPasswordInvalidError,
  InvalidLinkError,
  InvalidMfaError,
  InvalidTokenError,
  LoginThrottledError,
  LastIdentifierError,
  LastOwnerError,
  LastPlatformAdminError,
  MfaEnrolmentRequiredError,
  MissingTokenError,
  PermissionDeniedError,
  RegistrationClosedError,
  StepUpIdentifierTooNewError,
  StepUpRequiredError,
  VerificationRequiredError,
} from './domain/iam.errors';
export { GENDERS, type Gender, MAX_FONT_SCALE, MIN_FONT_SCALE, type Theme, THEMES } from './domain/user-profile';
export { IamModule } from './iam.module';
export {
  ACCESS_TOKEN_ALGORITHM,
  ACCESS_TOKEN_TYPE,
  AccessTokens,
  ADMIN_AUDIENCE,
  audienceOf,
} from './infrastructure/access-tokens';
export { AdminSessions, type AdminSession } from './infrastructure/admin-sessions';
export { isCommonPassword } from './infrastructure/common-passwords';
export { MemberCounts } from './infrastructure/member-counts';
export { parseMobileNumber } from './infrastructure/mobile-number';
export { PUSH_PROVIDERS, type MobileDevice, type PushProvider } from './infrastructure/member-devices';
export type { EventPage, EventPageRequest } from './infrastructure/event-pages';
export { LOGIN_METHODS, LOGIN_RESULTS, LoginEvents, type LoginEvent } from './infrastructure/login-events';
export { SECURITY_EVENT_TYPES, SecurityEvents, type SecurityEventView } from './infrastructure/security-events';
export type { MobileSession } from './infrastructure/user-sessions';
export { MemberMobiles } from './infrastructure/member-mobiles';
export { MemberSessions, type MemberContext, type MemberSession } from './infrastructure/member-sessions';
export { TenantDirectory } from './infrastructure/tenant-directory';
export type { AdminProfile, TenantIdentity } from './infrastructure/admin-accounts';
export type { OwnSession } from './infrastructure/admin-session-store';
export type { TotpEnrolment } from './infrastructure/totp';
export type { IdentifierView } from './infrastructure/identifier-views';
export { MemberQueries, type MemberView } from './infrastructure/member-queries';
export { RoleStore, type RoleView } from './infrastructure/role-store';
export type { OwnIdentifier, Preferences, SelfProfile } from './infrastructure/self-profiles';
export { TenantStore } from './infrastructure/tenant-store';
export { UserQueries, type UserView } from './infrastructure/user-queries';
export { parseSmsNumber } from './infrastructure/sms-number';
