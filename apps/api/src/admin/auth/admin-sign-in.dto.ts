import { ApiProperty } from '@nestjs/swagger';
import { AdminTokenPair, DEFAULT_TENANT_CODE, TenantIdentity } from '@libs/iam';
import { EmailAddress, Opaque, Password, Text } from '../../http/fields/fields';

const TENANT_CODE = { max: 64 } as const;
const TENANT_OPTIONS = { optional: true, default: DEFAULT_TENANT_CODE, example: DEFAULT_TENANT_CODE } as const;

export class AdminLoginRequest {
  @EmailAddress({ example: 'admin@example.com' })
  readonly email!: string;

  @Password()
  readonly password!: string;

  @Text(TENANT_CODE, TENANT_OPTIONS)
  readonly tenant?: string;
}

export class AdminMfaLoginRequest {
  @Opaque({ example: 'akm_…', description: 'As the sign-in by password gave it' })
  readonly mfa_token!: string;

  @Text({ max: 40 }, { example: '408163', description: 'Six digits of the authenticator, or a recovery code' })
  readonly code!: string;
}

export class AdminRefreshRequest {
  @Opaque({ example: 'akr_…', description: 'The refresh token as it was issued; it can be used once' })
  readonly refresh_token!: string;
}

export class AdminPasswordForgotRequest {
  @EmailAddress({ example: 'admin@example.com' })
  readonly email!: string;

  @Text(TENANT_CODE, TENANT_OPTIONS)
  readonly tenant?: string;
}

export class AdminPasswordResetRequest {
  @Opaque({ example: 'akl_…', description: 'From the link that was mailed' })
  readonly token!: string;

  @Password()
  readonly new_password!: string;
}

export class AdminInvitationAcceptRequest {
  @Opaque({ example: 'akl_…', description: 'From the link that was mailed' })
  readonly token!: string;

  @Password()
  readonly password!: string;

  @Text({ max: 64 }, { optional: true, example: 'Lin' })
  readonly display_name?: string;
}

export class AdminTenantIdentityResponse {
  @ApiProperty({ format: 'uuid', example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be900' })
  readonly id: string;

  @ApiProperty({ example: 'default' })
  readonly code: string;

  @ApiProperty({ example: 'Default tenant' })
  readonly name: string;

  constructor({ id, code, name }: TenantIdentity) {
    this.id = id;
    this.code = code;
    this.name = name;
  }
}

export class AdminTokenResponse {
  @ApiProperty({ enum: ['Bearer'], example: 'Bearer' })
  readonly token_type: string = 'Bearer';

  @ApiProperty({
    description: 'JWT (RFC 9068), valid for 10 minutes',
    example: 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9…',
  })
  readonly access_token: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T09:10:00.000Z' })
  readonly access_token_expires_at: string;

  @ApiProperty({ description: 'Opaque and of single use', example: 'akr_7Zk2…' })
  readonly refresh_token: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T17:00:00.000Z' })
  readonly refresh_token_expires_at: string;

  @ApiProperty({ format: 'uuid', example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901' })
  readonly session_id: string;

  @ApiProperty({ type: () => AdminTenantIdentityResponse })
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

/** The password was right; the second factor is still to come. */
export class AdminMfaRequiredResponse {
  @ApiProperty({ enum: [true], example: true })
  readonly mfa_required: boolean = true;

  @ApiProperty({ description: 'Valid for 5 minutes, spent by success', example: 'akm_…' })
  readonly mfa_token: string;

  @ApiProperty({ enum: ['totp', 'recovery_code'], isArray: true, example: ['totp', 'recovery_code'] })
  readonly methods: readonly string[] = ['totp', 'recovery_code'];

  constructor(mfaToken: string) {
    this.mfa_token = mfaToken;
  }
}
