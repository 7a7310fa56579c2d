import { type AdminTokenPair, DEFAULT_TENANT_CODE, tenant } from '@libs/iam';
import { field, only } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
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

export class AdminTenantIdentityResponse extends answer(only(tenant, 'id', 'code', 'name')) {}

export class AdminTokenResponse extends answer({
  tokenType: field.constant('Bearer'),
  accessToken: field
    .text()
    .about('JWT (RFC 9068), valid for 10 minutes')
    .example('eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9…'),
  accessTokenExpiresAt: field.instant().example('2026-11-21T09:10:00.000Z'),
  refreshToken: field.text().about('Opaque refresh token, for a single use').example('akr_7Zk2…'),
  refreshTokenExpiresAt: field.instant().example('2026-11-21T17:00:00.000Z'),
  sessionId: field.uuid(),
  tenant: field.nested(() => AdminTenantIdentityResponse),
}) {
  constructor(pair: AdminTokenPair) {
    super({ ...pair, tokenType: 'Bearer' });
  }
}

/** The password was right; the second factor is still required. */
export class AdminMfaRequiredResponse extends answer({
  mfaRequired: field.constant(true),
  mfaToken: field
    .text()
    .about('Token for the second factor, valid for 5 minutes and for one successful sign-in')
    .example('akm_…'),
  methods: field.some('AdminMfaMethod', MFA_METHODS).example(MFA_METHODS),
}) {
  constructor(mfaToken: string) {
    super({ mfaRequired: true, mfaToken, methods: MFA_METHODS });
  }
}
