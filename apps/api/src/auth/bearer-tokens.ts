import { Injectable } from '@nestjs/common';
import { decode, verify, type JwtPayload } from 'jsonwebtoken';
import {
  ACCESS_TOKEN_ALGORITHM,
  ACCESS_TOKEN_TYPE,
  AccessTokens,
  SERVICE_AUDIENCE,
  type ServiceClaims,
} from '@libs/iam';
import { isUuid } from '@libs/kernel';
import type { ApiRequest } from '../http/request/request';
import { VerifiedTokens } from './verified-tokens';

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

/** What every token of ours claims, and whatever else it does. */
type Payload = Readonly<Record<string, unknown>> & { readonly exp: number; readonly iat: number; readonly jti: string };

/** Verifies access tokens on every surface: ES256 by one of our keys, of the type `at+jwt` (RFC 9068). */
@Injectable()
export class BearerTokens {
  // The keys are read at the start, so that no token outlives its key in here.
  private readonly known = new VerifiedTokens<TokenClaims>();
  private readonly knownOfClients = new VerifiedTokens<ServiceClaims>();

  constructor(private readonly accessTokens: AccessTokens) {}

  /** What the token of the request claims, or null where it has no token of ours that is valid at this moment. */
  claimsOf(request: ApiRequest): TokenClaims | null {
    return this.read(
      this.known,
      bearerToken(request),
      ({ aud: audience, sub: userId, sid: sessionId, tid: tenantId }) =>
        isUuid(userId) && isUuid(sessionId) && isUuid(tenantId) ? { audience, tenantId, userId, sessionId } : null,
    );
  }

  /** The same of an API client's token, which is of no other audience and belongs to no session. */
  serviceClaimsOf(request: ApiRequest): ServiceClaims | null {
    return this.serviceClaimsIn(bearerToken(request));
  }

  /** The same of a token that comes in another way. */
  serviceClaimsIn(token: string | null): ServiceClaims | null {
    return this.read(this.knownOfClients, token, ({ aud, sub, client_id: clientId, tid: tenantId, scope, ...own }) => {
      const { tokens_since: tokensSince } = own;
      if (aud !== SERVICE_AUDIENCE || sub !== clientId || typeof scope !== 'string' || typeof tokensSince !== 'number')
        return null;
      if (!isUuid(clientId) || !isUuid(tenantId)) return null;
      return { tenantId, clientId, scope, tokensSince, tokenId: own.jti, issuedAt: own.iat, expiresAt: own.exp };
    });
  }

  private read<Claims>(
    known: VerifiedTokens<Claims>,
    token: string | null,
    claimsIn: (payload: Payload) => Claims | null,
  ): Claims | null {
    if (token === null || token.length > MAX_TOKEN_LENGTH) return null;
    const now = Math.floor(Date.now() / 1_000);
    return known.claimsOf(token, now, () => {
      const payload = this.verifiedPayload(token, now);
      const claims = payload && claimsIn(payload);
      return claims && { claims, validUntil: payload.exp + CLOCK_SKEW_SECONDS };
    });
  }

  private verifiedPayload(token: string, now: number): Payload | null {
    const claims: Readonly<Record<string, unknown>> | null = this.verified(token);
    if (!claims) return null;
    const { exp, iat, jti } = claims;
    if (typeof exp !== 'number' || typeof iat !== 'number' || iat > now + CLOCK_SKEW_SECONDS) return null;
    return isUuid(jti) ? { ...claims, exp, iat, jti } : null;
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

/** Null also where there are two: readers of the request could disagree about which it is. */
function bearerToken({ headers: { authorization = '' } }: ApiRequest): string | null {
  return BEARER.exec(authorization)?.[1] ?? null;
}
