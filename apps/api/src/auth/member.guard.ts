import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { audienceOf, InvalidTokenError, MissingTokenError, Sessions, type MemberSession } from '@libs/iam';
import type { ApiRequest } from '../http/request/request';
import { BearerTokens } from './bearer-tokens';

/** Admits a signed-in member of the request's App. Runs after the guard that resolves the App. */
@Injectable()
export class MemberGuard implements CanActivate {
  constructor(
    private readonly tokens: BearerTokens,
    private readonly sessions: Sessions,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    if (!request.headers.authorization) throw new MissingTokenError();
    const member = await this.memberOf(request);
    if (!member) throw new InvalidTokenError();
    request.member = member;
    // A saved locale takes precedence over Accept-Language if the App supports it.
    if (member.locale && request.currentApp?.supportedLocales.includes(member.locale)) request.locale = member.locale;
    return true;
  }

  private async memberOf(request: ApiRequest): Promise<MemberSession | null> {
    const { currentApp: app } = request;
    const claims = this.tokens.claimsOf(request);
    if (!app || claims?.audience !== audienceOf(app.id) || claims.tenantId !== app.tenantId) return null;
    const { tenantId, userId, sessionId } = claims;
    return this.sessions.findMember({ tenantId, appId: app.id, userId, sessionId });
  }
}
