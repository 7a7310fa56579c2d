export type { AcceptedRequest, Client } from './application/app-scope';
export { LoginService } from './application/login.service';
export { RegistrationService } from './application/registration.service';
export { SessionsService } from './application/sessions.service';
export { TenantsService } from './application/tenants.service';
export type { TokenPair } from './application/token-pair';
export { parseEmailAddress } from './domain/email-address';
export { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './domain/password-policy';
export { MEMBERSHIP_STATUSES } from './domain/app-membership';
export {
  InvalidCredentialsError,
  InvalidOtpError,
  InvalidTokenError,
  LoginThrottledError,
  MissingTokenError,
  RegistrationClosedError,
  VerificationRequiredError,
} from './domain/iam.errors';
export { IamModule } from './iam.module';
export { ACCESS_TOKEN_ALGORITHM, ACCESS_TOKEN_TYPE, AccessTokens, audienceOf } from './infrastructure/access-tokens';
export { MemberSessions, type MemberContext, type MemberSession } from './infrastructure/member-sessions';
export { TenantDirectory } from './infrastructure/tenant-directory';
