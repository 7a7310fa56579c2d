import { type AdminTokenPair, DEFAULT_TENANT_CODE, type TenantIdentity } from '@libs/iam';
import { Answer } from '../../http/answers/answer-fields';
import { EmailAddress, Opaque, Password, Text } from '../../http/fields/fields';

const TENANT_CODE = { max: 64 } as const;
const MFA_METHODS = ['totp', 'recovery_code'] as const;
const TENANT_OPTIONS = {
  optional: true,
  default: DEFAULT_TENANT_CODE,
  description: 'Code of the tenant',
  example: DEFAULT_TENANT_CODE,
} as const;

export class AdminLoginRequest {
  @EmailAddress({ example: 'admin@example.com' })
  readonly email!: string;

  @Password()
  readonly password!: string;

  @Text(TENANT_CODE, TENANT_OPTIONS)
  readonly tenant?: string;
}

export class AdminMfaLoginRequest {
  @Opaque({ example: 'akm_…', description: 'The `mfa_token` of the answer to the sign-in with a password' })
  readonly mfa_token!: string;

  @Text({ max: 40 }, { example: '408163', description: 'Six digits from the authenticator, or a recovery code' })
  readonly code!: string;
}

export class AdminRefreshRequest {
  @Opaque({ example: 'akr_…', description: 'The refresh token as issued; it can be used once' })
  readonly refresh_token!: string;
}

export class AdminPasswordForgotRequest {
  @EmailAddress({ example: 'admin@example.com' })
  readonly email!: string;

  @Text(TENANT_CODE, TENANT_OPTIONS)
  readonly tenant?: string;
}

export class AdminPasswordResetRequest {
  @Opaque({ example: 'akl_…', description: 'The token from the mailed link' })
  readonly token!: string;

  @Password()
  readonly new_password!: string;
}

export class AdminInvitationAcceptRequest {
  @Opaque({ example: 'akl_…', description: 'The token from the mailed link' })
  readonly token!: string;

  @Password()
  readonly password!: string;

  @Text({ max: 64 }, { optional: true, example: 'Lin' })
  readonly display_name?: string;
}

export class AdminTenantIdentityResponse {
  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be900' })
  readonly id: string;

  @Answer.Text({ example: 'default' })
  readonly code: string;

  @Answer.Text({ example: 'Default tenant' })
  readonly name: string;

  constructor({ id, code, name }: TenantIdentity) {
    this.id = id;
    this.code = code;
    this.name = name;
  }
}

export class AdminTokenResponse {
  @Answer.Constant('Bearer')
  readonly token_type: string = 'Bearer';

  @Answer.Text({
    description: 'JWT (RFC 9068), valid for 10 minutes',
    example: 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9…',
  })
  readonly access_token: string;

  @Answer.Instant({ example: '2026-11-21T09:10:00.000Z' })
  readonly access_token_expires_at: string;

  @Answer.Text({ description: 'Opaque refresh token, for a single use', example: 'akr_7Zk2…' })
  readonly refresh_token: string;

  @Answer.Instant({ example: '2026-11-21T17:00:00.000Z' })
  readonly refresh_token_expires_at: string;

  @Answer.Uuid()
  readonly session_id: string;

  @Answer.Nested(() => AdminTenantIdentityResponse)
  readonly tenant: AdminTenantIdentityResponse;

  constructor(pair: AdminTokenPair) {
    this.access_token = pair.accessToken;
    this.access_token_expires_at = pair.accessTokenExpiresAt.toISOString();
    this.refresh_token = pair.refreshToken;
    this.refresh_token_expires_at = pair.refreshTokenExpiresAt.toISOString();
    this.session_id = pair.sessionId;
    this.tenant = new AdminTenantIdentityResponse(pair.tenant);
  }
}

/** The password was right; the second factor is still required. */
export class AdminMfaRequiredResponse {
  @Answer.Constant(true)
  readonly mfa_required: boolean = true;

  @Answer.Text({
    description: 'Token for the second factor, valid for 5 minutes and for one successful sign-in',
    example: 'akm_…',
  })
  readonly mfa_token: string;

  @Answer.SomeOf('AdminMfaMethod', MFA_METHODS, { example: MFA_METHODS })
  readonly methods: readonly string[] = MFA_METHODS;

  constructor(mfaToken: string) {
    this.mfa_token = mfaToken;
  }
}
