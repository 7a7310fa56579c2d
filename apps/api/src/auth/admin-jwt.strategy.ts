import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-jwt';
import { AccessTokens, ADMIN_AUDIENCE, Sessions, type AdminSession } from '@libs/iam';
import { isUuid } from '@libs/kernel';
import type { ApiRequest } from '../http/request/request';
import { isWellFormed, jwtOptions } from './jwt-options';

export const ADMIN_STRATEGY = 'admin';

/** The same for administrators: another audience, and sessions of their own. */
@Injectable()
export class AdminJwtStrategy extends PassportStrategy(Strategy, ADMIN_STRATEGY) {
  constructor(
    accessTokens: AccessTokens,
    private readonly sessions: Sessions,
  ) {
    super(jwtOptions(accessTokens));
  }

  async validate(_request: ApiRequest, claims: Readonly<Record<string, unknown>>): Promise<AdminSession | false> {
    const { aud, sub, sid, tid } = claims;
    if (aud !== ADMIN_AUDIENCE || !isWellFormed(claims)) return false;
    if (!isUuid(sub) || !isUuid(sid) || !isUuid(tid)) return false;
    return (await this.sessions.findAdmin({ tenantId: tid, userId: sub, sessionId: sid })) ?? false;
  }
}
