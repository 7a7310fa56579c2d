import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { AuthModuleOptions } from '@nestjs/passport';
import { decode } from 'jsonwebtoken';
import passport from 'passport';
import { Strategy } from 'passport-jwt';
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
/** Twice as long as one that names every scope. */
const MAX_TOKEN_LENGTH = 4_096;

/** RFC 6750, section 2.1. */
const BEARER = /^Bearer +([\w.~+/-]+=*)$/i;

/** Every field in the header of our tokens. A header with another one, of keys or of its form, is forged. */
const HEADER_FIELDS: readonly string[] = ['alg', 'typ', 'kid'];

interface SessionClaims {
  readonly tenantId: string;
  readonly userId: string;
  readonly sessionId: string;
}

/** Whom a token names, and for which audience. An API client has no session. */
export type TokenClaims = { readonly audience: unknown } & (SessionClaims | ServiceClaims);

/** What a token claims after its signature was verified. */
type Payload = Readonly<Record<string, unknown>>;

type Done<Result> = (error: Error | null, result?: Result) => void;

/**
 * Authenticates bearers on every surface by access tokens of ours: ES256 by one of our keys, of the type `at+jwt`
 * (RFC 9068). Who may still use one is asked by the guards.
 *
 * Passport knows strategies by name in one registry per process, so that each application has a name of its own.
 */
@Injectable()
export class AccessTokenStrategy extends Strategy implements OnModuleInit, OnApplicationShutdown {
  // The keys are read at the start, so that no token outlives its key in here.
  private readonly known: VerifiedTokens<TokenClaims>;

  constructor({ defaultStrategy }: AuthModuleOptions, accessTokens: AccessTokens) {
    const known = new VerifiedTokens<TokenClaims>();
    super(
      {
        jwtFromRequest: bearerToken,
        // The types of passport-jwt have no KeyObject, which jsonwebtoken takes.
        secretOrKeyProvider: (_, token: string, done: Done<never>) => {
          const key = keyOf(token, accessTokens);
          if (key) done(null, key as never);
          else done(new Error('The token names no key of ours'));
        },
        algorithms: [ACCESS_TOKEN_ALGORITHM],
        issuer: accessTokens.issuer,
        jsonWebTokenOptions: { clockTolerance: CLOCK_SKEW_SECONDS },
        passReqToCallback: true,
      },
      (request: ApiRequest, payload: Payload, done: Done<TokenClaims | false>) => {
        const token = bearerToken(request);
        const claims = claimsIn(payload);
        if (token && claims) {
          const validUntil = Number(payload['exp']) + CLOCK_SKEW_SECONDS;
          known.keep(token, { claims, validUntil }, 'scope' in claims ? claims.scope.length : 0);
        }
        done(null, claims ?? false);
      },
    );
    this.known = known;
    this.name = String(defaultStrategy);
  }

  onModuleInit(): void {
    passport.use(this);
  }

  onApplicationShutdown(): void {
    passport.unuse(this.name);
  }

  /** Verifies a token only if it is not known: that costs more than everything else that a guard does. */
  override authenticate(request: ApiRequest): void {
    const claims = this.knownClaimsOf(request);
    if (claims) {
      this.success(claims);
      return;
    }
    try {
      super.authenticate(request);
    } catch {
      // Not all that a forged token holds is refused by an error that jsonwebtoken reports: claims of null are a TypeError.
      this.fail(401);
    }
  }

  /** What the request's token claims, if it was verified before and has not expired. */
  knownClaimsOf(request: ApiRequest): TokenClaims | null {
    const token = bearerToken(request);
    return token ? this.known.find(token, secondsNow()) : null;
  }

  /** What an API client's token claims that came in another way than as a bearer; null where no guard would take it. */
  async clientClaimsIn(token: string): Promise<ServiceClaims | null> {
    const request = { headers: { authorization: `Bearer ${token}` } } as ApiRequest;
    if (bearerToken(request) !== token) return null;
    const claims = await new Promise<TokenClaims | null>((success, error) => {
      const actions = { success, fail: () => success(null), error };
      Object.assign(Object.create(this) as this, actions).authenticate(request);
    });
    return claims && 'clientId' in claims ? claims : null;
  }
}

/** Null also where there are two: readers of the request could disagree about which it is. */
function bearerToken({ headers: { authorization = '' } }: ApiRequest): string | null {
  const token = BEARER.exec(authorization)?.[1] ?? '';
  return token !== '' && token.length <= MAX_TOKEN_LENGTH ? token : null;
}

function keyOf(token: string, accessTokens: AccessTokens) {
  const header = decode(token, { complete: true })?.header;
  const isOurs =
    header?.typ === ACCESS_TOKEN_TYPE && Object.keys(header).every((field) => HEADER_FIELDS.includes(field));
  return isOurs && header.kid ? accessTokens.verificationKey(header.kid) : null;
}

function claimsIn({
  aud: audience,
  sub,
  sid: sessionId,
  tid: tenantId,
  exp,
  iat,
  jti,
  ...own
}: Payload): TokenClaims | null {
  if (typeof exp !== 'number' || typeof iat !== 'number' || iat > secondsNow() + CLOCK_SKEW_SECONDS) return null;
  if (!isUuid(jti) || !isUuid(sub) || !isUuid(tenantId)) return null;
  if (audience !== SERVICE_AUDIENCE) return isUuid(sessionId) ? { audience, tenantId, userId: sub, sessionId } : null;
  const { client_id: clientId, scope, tokens_since: tokensSince } = own;
  if (clientId !== sub || typeof scope !== 'string' || typeof tokensSince !== 'number') return null;
  return { audience, tenantId, clientId: sub, scope, tokensSince, tokenId: jti, issuedAt: iat, expiresAt: exp };
}

function secondsNow(): number {
  return Math.floor(Date.now() / 1_000);
}
