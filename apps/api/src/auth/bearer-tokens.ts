import { Injectable } from '@nestjs/common';
import { decode, verify, type JwtPayload } from 'jsonwebtoken';
import { ACCESS_TOKEN_ALGORITHM, ACCESS_TOKEN_TYPE, AccessTokens } from '@libs/iam';
import { isUuid } from '@libs/kernel';
import type { ApiRequest } from '../http/request/request';
import { type Verified, VerifiedTokens } from './verified-tokens';

/** How far the clocks of two machines may differ. */
const CLOCK_SKEW_SECONDS = 30;
const MAX_TOKEN_LENGTH = 2_048;

/** RFC 6750, section 2.1. */
const BEARER = /^Bearer +([\w.~+/-]+=*)$/i;

/** Every field in the header of our tokens. A header with another one, of keys or of its form, is forged. */
const HEADER_FIELDS: readonly string[] = ['alg', 'typ', 'kid'];

/** Whom a token names, and for which audience. */
export interface TokenClaims {
  readonly audience: unknown;
  readonly tenantId: string;
  readonly userId: string;
  readonly sessionId: string;
}

/** Verifies access tokens on every surface: ES256 by one of our keys, of the type `at+jwt` (RFC 9068). */
@Injectable()
export class BearerTokens {
  // The keys are read at the start, so that no token outlives its key in here.
  private readonly known = new VerifiedTokens<TokenClaims>();

  constructor(private readonly accessTokens: AccessTokens) {}

  /** What the token of the request claims, or null where it has no token of ours that is valid at this moment. */
  claimsOf(request: ApiRequest): TokenClaims | null {
    const token = bearerToken(request);
    if (token === null || token.length > MAX_TOKEN_LENGTH) return null;
    const now = Math.floor(Date.now() / 1_000);
    return this.known.claimsOf(token, now, () => this.verifiedClaims(token, now));
  }

  private verifiedClaims(token: string, now: number): Verified<TokenClaims> | null {
    const claims: Readonly<Record<string, unknown>> | null = this.verified(token);
    if (!claims) return null;
    const { aud: audience, sub: userId, sid: sessionId, tid: tenantId, exp, iat, jti } = claims;
    if (typeof exp !== 'number' || typeof iat !== 'number' || iat > now + CLOCK_SKEW_SECONDS) return null;
    if (!isUuid(jti) || !isUuid(userId) || !isUuid(sessionId) || !isUuid(tenantId)) return null;
    return { claims: { audience, tenantId, userId, sessionId }, validUntil: exp + CLOCK_SKEW_SECONDS };
  }

  private verified(token: string): JwtPayload | null {
    try {
      const key = this.keyOf(token);
      if (!key) return null;
      const claims = verify(token, key, {
        algorithms: [ACCESS_TOKEN_ALGORITHM],
        issuer: this.accessTokens.issuer,
        clockTolerance: CLOCK_SKEW_SECONDS,
      });
      return typeof claims === 'string' ? null : claims;
    } catch {
      // Not always a JsonWebTokenError: a signature of the wrong length is a TypeError, claims of a JWT that are no JSON
      // are a SyntaxError.
      return null;
    }
  }

  private keyOf(token: string) {
    const header = decode(token, { complete: true })?.header;
    const isOurs =
      header?.typ === ACCESS_TOKEN_TYPE && Object.keys(header).every((field) => HEADER_FIELDS.includes(field));
    return isOurs && header.kid ? this.accessTokens.verificationKey(header.kid) : null;
  }
}

/** The token of the one Authorization header. Null where readers of the request could disagree about which it is. */
function bearerToken(request: ApiRequest): string | null {
  const [header = '', ...others] = request.headersDistinct['authorization'] ?? [];
  return others.length === 0 ? (BEARER.exec(header)?.[1] ?? null) : null;
}
