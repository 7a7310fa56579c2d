import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { decode } from 'jsonwebtoken';
import { Strategy } from 'passport-jwt';
import {
  ACCESS_TOKEN_ALGORITHM,
  ACCESS_TOKEN_TYPE,
  AccessTokens,
  audienceOf,
  MemberSessions,
  type MemberSession,
} from '@libs/iam';
import { isUuid } from '@libs/kernel';
import type { ApiRequest } from '../http/request';
import { bearerToken } from './bearer-token';

export const MOBILE_STRATEGY = 'mobile';

/** How far the clocks of two machines may differ. */
const CLOCK_SKEW_SECONDS = 30;
const MAX_TOKEN_LENGTH = 2_048;

/**
 * Verifies a mobile access token: ES256 by one of our keys, of the type `at+jwt` (RFC 9068), for the App of the
 * request; and then, with one query, that its session, user and membership are alive at this moment.
 */
@Injectable()
export class MobileJwtStrategy extends PassportStrategy(Strategy, MOBILE_STRATEGY) {
  constructor(
    accessTokens: AccessTokens,
    private readonly sessions: MemberSessions,
  ) {
    super({
      jwtFromRequest: (request) => bearerToken(request as ApiRequest),
      algorithms: [ACCESS_TOKEN_ALGORITHM],
      issuer: accessTokens.issuer,
      jsonWebTokenOptions: { clockTolerance: CLOCK_SKEW_SECONDS },
      passReqToCallback: true,
      secretOrKeyProvider: (_request: unknown, token: string, done: (error: unknown, key?: string) => void) => {
        const header = token.length <= MAX_TOKEN_LENGTH ? decode(token, { complete: true })?.header : undefined;
        // We know of no critical extension, and what is critical must not be passed over (RFC 7515).
        const isOurs = header?.typ === ACCESS_TOKEN_TYPE && header.crit === undefined;
        const key = isOurs && header.kid ? accessTokens.verificationKey(header.kid) : null;
        // The types know of text only; jsonwebtoken takes the key object and is spared the parsing.
        if (key) done(null, key as unknown as string);
        else done(new Error('No key for this token'));
      },
    });
  }

  async validate(request: ApiRequest, claims: Readonly<Record<string, unknown>>): Promise<MemberSession | false> {
    const { currentApp: app } = request;
    const { aud, sub, sid, tid, exp } = claims;
    if (!app || aud !== audienceOf(app.id) || tid !== app.tenantId || typeof exp !== 'number') return false;
    if (!isUuid(sub) || !isUuid(sid)) return false;
    const session = { tenantId: app.tenantId, appId: app.id, userId: sub, sessionId: sid };
    return (await this.sessions.findLive(session)) ?? false;
  }
}
