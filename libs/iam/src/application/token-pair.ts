import { createHash, randomBytes } from 'node:crypto';

/** What a client gets at a sign-in and at every refresh. */
export interface TokenPair {
  readonly accessToken: string;
  readonly accessTokenExpiresAt: Date;
  readonly refreshToken: string;
  readonly refreshTokenExpiresAt: Date;
  readonly sessionId: string;
  readonly appId: string;
}

/** Secret scanners know a leaked token by its prefix. */
const REFRESH_TOKEN_PREFIX = 'akr_';
const SECRET_BYTES = 32;

export function newRefreshToken(): { token: string; hash: Buffer } {
  const token = REFRESH_TOKEN_PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
  return { token, hash: refreshTokenHash(token) };
}

/** All that is stored of a token. 256 random bits need no slow hash. */
export function refreshTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
