import { randomBytes } from 'node:crypto';
import type { TokenPair } from '../../domain/sessions/token-pair';
import type { AccessToken } from '../../infrastructure/sessions/access-tokens';
import { tokenHash } from '../../infrastructure/sessions/tenant-token';

/** Lets secret scanners recognise a leaked token. */
export const REFRESH_TOKEN_PREFIX = 'akr_';
const SECRET_BYTES = 32;

export function newRefreshToken(): { token: string; hash: Buffer } {
  const token = REFRESH_TOKEN_PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
  return { token, hash: tokenHash(token) };
}

/** The tokens of a session, without what they are good for. */
export function tokensOf(
  { token: accessToken, expiresAt: accessTokenExpiresAt }: AccessToken,
  { token: refreshToken }: { readonly token: string },
  rest: Pick<TokenPair, 'refreshTokenExpiresAt' | 'sessionId'>,
): Omit<TokenPair, 'appId'> {
  const { refreshTokenExpiresAt, sessionId } = rest;
  return { accessToken, accessTokenExpiresAt, refreshToken, refreshTokenExpiresAt, sessionId };
}
