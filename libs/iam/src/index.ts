export { AdminLoginService, type AdminTokenPair } from './application/admin-login.service';
export { AdminMfaService } from './application/admin-mfa.service';
export { AdminPasswordsService } from './application/admin-passwords.service';
export { AdminProfileService } from './application/admin-profile.service';
export { AdminSessionsService } from './application/admin-sessions.service';
export type { AcceptedRequest, Client } from './application/app-scope';
export { LoginService } from './application/login.service';
export { MembersService } from './application/members.service';
export { RegistrationService } from './application/registration.service';
export { RolesService } from './application/roles.service';
export { SessionsService } from './application/sessions.service';
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
export { parseEmailAddress } from './domain/email-address';
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
  LastOwnerError,
  MfaEnrolmentRequiredError,
  MissingTokenError,
  PermissionDeniedError,
  RegistrationClosedError,
  VerificationRequiredError,
} from './domain/iam.errors';
export { IamModule } from './iam.module';
export {
  ACCESS_TOKEN_ALGORITHM,
  ACCESS_TOKEN_TYPE,
  AccessTokens,
  ADMIN_AUDIENCE,
  audienceOf,
} from './infrastructure/access-tokens';
export { AdminSessions, type AdminSession } from './infrastructure/admin-sessions';
export { MemberCounts } from './infrastructure/member-counts';
export { MemberSessions, type MemberContext, type MemberSession } from './infrastructure/member-sessions';
export { TenantDirectory } from './infrastructure/tenant-directory';
export type { AdminProfile, TenantIdentity } from './infrastructure/admin-accounts';
export type { OwnSession } from './infrastructure/admin-session-store';
export type { TotpEnrolment } from './infrastructure/totp';
export type { IdentifierView } from './infrastructure/identifier-views';
export { MemberQueries, type MemberView } from './infrastructure/member-queries';
export { RoleStore, type RoleView } from './infrastructure/role-store';
export { TenantStore } from './infrastructure/tenant-store';
export { UserQueries, type UserView } from './infrastructure/user-queries';
