import {
  type AdminProfile,
  type AdminSession,
  type AdminSessionView,
  LOGIN_METHODS,
  type TenantIdentity,
} from '@libs/iam';
import { field } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { Answer } from '../../http/answers/answer-fields';
import { checkTimeZone } from '../../http/fields/field-checks';
import { Checked, Locale, LockVersion, Password, Text } from '../../http/fields/fields';
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

export class AdminProfileResponse extends answer({
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903'),
  displayName: field.text().nullable().example('Lin'),
  email: field.email().nullable().example('admin@example.com'),
  locale: field.locale().nullable(),
  timeZone: field.text().nullable().example('Asia/Shanghai'),
  mfaEnabled: field.flag().about('Whether a second factor is set up'),
  roles: field.texts().example(['owner']),
  lockVersion: field.lockVersion(),
  createdAt: field.instant(),
}) {}

class AdminContextUserResponse extends answer({
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903'),
  displayName: field.text().nullable().example('Lin'),
  email: field.email().nullable().example('admin@example.com'),
  locale: field.locale().nullable(),
}) {}

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

export class AdminTotpEnrolmentResponse extends answer({
  secret: field.text().about('Base32, to type in if the QR code cannot be scanned').example('JBSWY3DPEHPK3PXP'),
  otpauthUrl: field
    .url()
    .example('otpauth://totp/AppKernel:admin%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=AppKernel'),
  qrDataUrl: field
    .text()
    .about('The secret as a QR code: PNG as a data URL')
    .example('data:image/png;base64,iVBORw0KGgo…'),
}) {}

export class AdminRecoveryCodesResponse extends answer({
  recoveryCodes: field
    .texts()
    .about('Recovery codes, in this answer only; each can be used once')
    .example(['7KQ2-M4ZD-9XAB']),
}) {
  constructor(codes: readonly string[]) {
    super({ recoveryCodes: codes });
  }
}
