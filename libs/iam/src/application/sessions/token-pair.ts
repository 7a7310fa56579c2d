import { randomBytes } from 'node:crypto';
import type { TenantIdentity } from '../../infrastructure/accounts/tenant-identities';
import { tokenHash } from '../../infrastructure/sessions/tenant-token';

/** What a client receives at a sign-in and at every refresh. */
export interface TokenPair {
  readonly accessToken: string;
  readonly accessTokenExpiresAt: Date;
  readonly refreshToken: string;
  readonly refreshTokenExpiresAt: Date;
  readonly sessionId: string;
  readonly appId: string;
}

/** The token pair of an administrator. */
export interface AdminTokenPair {
  readonly accessToken: string;
  readonly accessTokenExpiresAt: Date;
  readonly refreshToken: string;
  readonly refreshTokenExpiresAt: Date;
  readonly sessionId: string;
  readonly tenant: TenantIdentity;
}

/** Lets secret scanners recognise a leaked token. */
export const REFRESH_TOKEN_PREFIX = 'akr_';
const SECRET_BYTES = 32;

export function newRefreshToken(): { token: string; hash: Buffer } {
  const token = REFRESH_TOKEN_PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
  return { token, hash: tokenHash(token) };
}
