import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-jwt';
import { AccessTokens, audienceOf, Sessions, type MemberSession } from '@libs/iam';
import { isUuid } from '@libs/kernel';
import type { ApiRequest } from '../http/request/request';
import { isWellFormed, jwtOptions } from './jwt-options';

export const MOBILE_STRATEGY = 'mobile';

/**
 * Admits an access token for the App of the request; and then, with one query, asks that its session, user and
 * membership are alive at this moment.
 */
@Injectable()
export class MobileJwtStrategy extends PassportStrategy(Strategy, MOBILE_STRATEGY) {
  constructor(
    accessTokens: AccessTokens,
    private readonly sessions: Sessions,
  ) {
    super(jwtOptions(accessTokens));
  }

  async validate(request: ApiRequest, claims: Readonly<Record<string, unknown>>): Promise<MemberSession | false> {
    const { currentApp: app } = request;
    const { aud, sub, sid, tid } = claims;
    if (!app || aud !== audienceOf(app.id) || tid !== app.tenantId || !isWellFormed(claims)) return false;
    if (!isUuid(sub) || !isUuid(sid)) return false;
    const session = { tenantId: app.tenantId, appId: app.id, userId: sub, sessionId: sid };
    return (await this.sessions.findMember(session)) ?? false;
  }
}
