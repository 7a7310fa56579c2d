import {
  type AdminProfile,
  type AdminSession,
  type AdminSessionView,
  LOGIN_METHODS,
  type TenantIdentity,
  type TotpEnrolment,
} from '@libs/iam';
import { Answer } from '../../http/answers/answer-fields';
import { Checked, Locale, LockVersion, Password, Text } from '../../http/fields/fields';
import { checkTimeZone } from '../../http/fields/field-checks';
import { AdminTenantIdentityResponse } from './admin-sign-in.dto';

export class AdminProfileUpdateRequest {
  @Text({ max: 64 }, { optional: true, example: 'Lin' })
  readonly display_name?: string;

  @Locale({ optional: true, nullable: true })
  readonly locale?: AdminProfile['locale'];

  @Checked(
    checkTimeZone,
    { type: 'string', maxLength: 64 },
    { optional: true, nullable: true, description: 'IANA time zone', example: 'Asia/Shanghai' },
  )
  readonly time_zone?: string | null;

  @LockVersion()
  readonly lock_version!: number;
}

export class AdminPasswordChangeRequest {
  @Password()
  readonly current_password!: string;

  @Password({ example: 'another horse battery' })
  readonly new_password!: string;
}

export class AdminTotpEnrolmentRequest {
  @Password()
  readonly current_password!: string;
}

export class AdminMfaCodeRequest {
  @Text({ max: 40 }, { example: '408163', description: 'Six digits from the authenticator, or a recovery code' })
  readonly code!: string;
}

export class AdminProfileResponse {
  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903' })
  readonly id: string;

  @Answer.Text({ nullable: true, example: 'Lin' })
  readonly display_name: string | null;

  @Answer.EmailAddress({ nullable: true, example: 'admin@example.com' })
  readonly email: string | null;

  @Answer.Locale({ nullable: true })
  readonly locale: AdminProfile['locale'];

  @Answer.Text({ nullable: true, example: 'Asia/Shanghai' })
  readonly time_zone: string | null;

  @Answer.Flag({ description: 'Whether a second factor is set up' })
  readonly mfa_enabled: boolean;

  @Answer.Texts({ example: ['owner'] })
  readonly roles: readonly string[];

  @Answer.LockVersion()
  readonly lock_version: number;

  @Answer.Instant()
  readonly created_at: string;

  constructor(profile: AdminProfile) {
    this.id = profile.id;
    this.display_name = profile.displayName;
    this.email = profile.email;
    this.locale = profile.locale;
    this.time_zone = profile.timeZone;
    this.mfa_enabled = profile.mfaEnabled;
    this.roles = profile.roles;
    this.lock_version = profile.lockVersion;
    this.created_at = profile.createdAt.toISOString();
  }
}

class AdminContextUserResponse {
  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903' })
  readonly id: string;

  @Answer.Text({ nullable: true, example: 'Lin' })
  readonly display_name: string | null;

  @Answer.EmailAddress({ nullable: true, example: 'admin@example.com' })
  readonly email: string | null;

  @Answer.Locale({ nullable: true })
  readonly locale: AdminProfile['locale'];

  constructor({ id, displayName, email, locale }: AdminProfile) {
    this.id = id;
    this.display_name = displayName;
    this.email = email;
    this.locale = locale;
  }
}

export class AdminContextResponse {
  @Answer.Nested(() => AdminContextUserResponse)
  readonly user: AdminContextUserResponse;

  @Answer.Nested(() => AdminTenantIdentityResponse, { description: 'The tenant that the request acts in' })
  readonly tenant: AdminTenantIdentityResponse;

  @Answer.Texts({ example: ['owner'] })
  readonly roles: readonly string[];

  @Answer.Texts({ example: ['apps.read', 'apps.write'] })
  readonly permissions: readonly string[];

  constructor(profile: AdminProfile, tenant: TenantIdentity, admin: AdminSession) {
    this.user = new AdminContextUserResponse(profile);
    this.tenant = new AdminTenantIdentityResponse(tenant);
    this.roles = profile.roles;
    this.permissions = [...admin.permissions].sort();
  }
}

class AdminOwnSessionResponse {
  @Answer.Uuid()
  readonly id: string;

  @Answer.Text({ nullable: true, example: '203.0.113.7' })
  readonly ip: string | null;

  @Answer.Text({ nullable: true, example: 'Mozilla/5.0' })
  readonly user_agent: string | null;

  @Answer.OneOf('LoginMethod', LOGIN_METHODS)
  readonly login_method: string;

  @Answer.Instant()
  readonly created_at: string;

  @Answer.Instant()
  readonly last_active_at: string;

  @Answer.Instant({ example: '2026-11-21T17:00:00.000Z' })
  readonly expires_at: string;

  @Answer.Flag({ description: 'Whether it is the session of this request' })
  readonly current: boolean;

  constructor(session: AdminSessionView, currentId: string) {
    this.id = session.id;
    this.ip = session.ip;
    this.user_agent = session.userAgent;
    this.login_method = session.loginMethod;
    this.created_at = session.createdAt.toISOString();
    this.last_active_at = session.lastActiveAt.toISOString();
    this.expires_at = session.expiresAt.toISOString();
    this.current = session.id === currentId;
  }
}

export class AdminOwnSessionListResponse {
  @Answer.ListOf(() => AdminOwnSessionResponse)
  readonly items: readonly AdminOwnSessionResponse[];

  constructor(sessions: readonly AdminSessionView[], currentId: string) {
    this.items = sessions.map((session) => new AdminOwnSessionResponse(session, currentId));
  }
}

export class AdminTotpEnrolmentResponse {
  @Answer.Text({ description: 'Base32, to type in if the QR code cannot be scanned', example: 'JBSWY3DPEHPK3PXP' })
  readonly secret: string;

  @Answer.Url({ example: 'otpauth://totp/AppKernel:admin%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=AppKernel' })
  readonly otpauth_url: string;

  @Answer.Text({
    description: 'The secret as a QR code: PNG as a data URL',
    example: 'data:image/png;base64,iVBORw0KGgo…',
  })
  readonly qr_data_url: string;

  constructor({ secret, otpauthUrl, qrDataUrl }: TotpEnrolment) {
    this.secret = secret;
    this.otpauth_url = otpauthUrl;
    this.qr_data_url = qrDataUrl;
  }
}

export class AdminRecoveryCodesResponse {
  @Answer.Texts({
    description: 'Recovery codes, in this answer only; each can be used once',
    example: ['7KQ2-M4ZD-9XAB'],
  })
  readonly recovery_codes: readonly string[];

  constructor(codes: readonly string[]) {
    this.recovery_codes = codes;
  }
}
