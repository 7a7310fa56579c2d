import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { InvalidTokenError, MissingTokenError, type MemberSession } from '@libs/iam';
import type { ApiRequest } from '../http/request/request';
import { MOBILE_STRATEGY } from './mobile-jwt.strategy';

/** Admits a signed-in member of the request's App. Runs behind the guard that resolves the App. */
@Injectable()
export class MemberGuard extends AuthGuard(MOBILE_STRATEGY) implements CanActivate {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    if (!request.headers.authorization) throw new MissingTokenError();
    return (await super.canActivate(context)) as boolean;
  }

  /** Passport's outcome. An error comes from looking at the session: a database that is away is no invalid token. */
  override handleRequest<Member = MemberSession>(
    error: Error | null,
    member: Member | false,
    _info: unknown,
    context: ExecutionContext,
  ): Member {
    if (error) throw error;
    if (!member) throw new InvalidTokenError();
    this.adopt(context, member as unknown as MemberSession);
    return member;
  }

  private adopt(context: ExecutionContext, member: MemberSession): void {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    request.member = member;
    // A saved locale goes before Accept-Language, as far as the App offers it.
    if (member.locale && request.currentApp?.supportedLocales.includes(member.locale)) request.locale = member.locale;
  }
}
