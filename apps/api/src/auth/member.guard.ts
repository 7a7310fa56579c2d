import { Injectable } from '@nestjs/common';
import { audienceOf, Sessions } from '@libs/iam';
import type { ApiRequest } from '../http/request/request';
import { AccessTokenStrategy, type TokenClaims } from './access-token.strategy';
import { BearerGuard } from './bearer.guard';

/** Admits a signed-in member of the request's App. Runs after the guard that resolves the App. */
@Injectable()
export class MemberGuard extends BearerGuard {
  constructor(
    strategy: AccessTokenStrategy,
    private readonly sessions: Sessions,
  ) {
    super(strategy);
  }

  protected override async admit(request: ApiRequest, claims: TokenClaims): Promise<boolean> {
    const { currentApp: app } = request;
    if (!app || !('sessionId' in claims)) return false;
    const { audience, tenantId, userId, sessionId } = claims;
    if (audience !== audienceOf(app.id) || tenantId !== app.tenantId) return false;
    const member = await this.sessions.findMember({ tenantId, appId: app.id, userId, sessionId });
    if (!member) return false;
    request.member = member;
    // A saved locale takes precedence over Accept-Language if the App supports it.
    if (member.locale && app.supportedLocales.includes(member.locale)) request.locale = member.locale;
    return true;
  }
}
