import {
  type AdminProfile,
  type AdminSession,
  type AdminSessionView,
  session,
  type TenantIdentity,
  user,
} from '@libs/iam';
import { but, field, only } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { Password, Text, TimeZone } from '../../http/fields/fields';
import { changeRequest } from '../../http/fields/request';
import { AdminTenantIdentityResponse } from './admin-sign-in.dto';

export class AdminProfileUpdateRequest extends changeRequest(
  { displayName: field.text(64).example('Lin'), ...only(user, 'locale', 'timeZone') },
  { timeZone: TimeZone },
) {}

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

const EMAIL = field.email().nullable().example('admin@example.com');
const ROLES = field.texts().example(['owner']);

export class AdminProfileResponse extends answer({
  ...only(user, 'id', 'displayName'),
  email: EMAIL,
  ...only(user, 'locale', 'timeZone'),
  mfaEnabled: field.flag().about('Whether a second factor is set up'),
  roles: ROLES,
  ...only(user, 'lockVersion', 'createdAt'),
}) {}

class AdminContextUserResponse extends answer({
  ...only(user, 'id', 'displayName'),
  email: EMAIL,
  locale: user.locale,
}) {}

export class AdminContextResponse extends answer({
  user: field.nested(() => AdminContextUserResponse),
  tenant: field.nested(() => AdminTenantIdentityResponse).about('The tenant that the request acts in'),
  roles: ROLES,
  permissions: field.texts().example(['apps.read', 'apps.write']),
}) {
  constructor(user: AdminProfile, tenant: TenantIdentity, { permissions }: AdminSession) {
    super({ user, tenant, roles: user.roles, permissions: [...permissions].sort() });
  }
}

class AdminOwnSessionResponse extends answer({
  ...but(session, 'appId'),
  expiresAt: session.expiresAt.example('2026-11-21T17:00:00.000Z'),
  current: field.flag().about('Whether it is the session of this request'),
}) {}

export class AdminOwnSessionListResponse extends answer({ items: field.listOf(() => AdminOwnSessionResponse) }) {
  constructor(sessions: readonly AdminSessionView[], currentId: string) {
    super({ items: sessions.map((session) => ({ ...session, current: session.id === currentId })) });
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
