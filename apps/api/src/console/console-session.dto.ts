import type { AdminTokenPair } from '@libs/iam';
import { field } from '@libs/kernel';
import { AdminTenantIdentityResponse } from '../admin/auth/admin-sign-in.dto';
import { answer } from '../http/answers/answer';

/** Nothing: what the request is about is in the cookie. */
export class ConsoleSessionRequest {}

export class ConsoleTokenResponse extends answer({
  tokenType: field.constant('Bearer'),
  accessToken: field
    .text()
    .about('JWT (RFC 9068), valid for 10 minutes')
    .example('eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9…'),
  accessTokenExpiresAt: field.instant().example('2026-11-21T09:10:00.000Z'),
  refreshTokenExpiresAt: field
    .instant()
    .about('Time at which the cookie with the refresh token ends')
    .example('2026-11-21T17:00:00.000Z'),
  sessionId: field.uuid(),
  tenant: field.nested(() => AdminTenantIdentityResponse),
}) {
  constructor({ refreshToken: _inTheCookie, ...pair }: AdminTokenPair) {
    super({ ...pair, tokenType: 'Bearer' });
  }
}
