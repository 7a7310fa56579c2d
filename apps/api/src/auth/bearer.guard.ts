import type { ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { InvalidTokenError, MissingTokenError } from '@libs/iam';
import type { ApiRequest } from '../http/request/request';
import type { AccessTokenStrategy, TokenClaims } from './access-token.strategy';

/** Admits a caller whose token is valid, by the strategy of this application, and whom the surface admits at this moment. */
export abstract class BearerGuard extends AuthGuard() {
  /** Puts the caller into the request; false for one who may not use the token any more, or not here. */
  protected abstract admit(request: ApiRequest, claims: TokenClaims, handler: object): Promise<boolean>;

  constructor(private readonly strategy: AccessTokenStrategy) {
    super({ defaultStrategy: strategy.name });
  }

  /** Passport is asked only about tokens that are not known: what it makes for a request outlives it. */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ApiRequest & { user: TokenClaims }>();
    const known = this.strategy.knownClaimsOf(request);
    if (!known) await super.canActivate(context);
    if (!(await this.admit(request, known ?? request.user, context.getHandler()))) throw new InvalidTokenError();
    return true;
  }

  override handleRequest<Claims>(
    error: Error | null,
    claims: Claims | false,
    _: unknown,
    context: ExecutionContext,
  ): Claims {
    if (error) throw error;
    if (claims) return claims;
    const { authorization } = context.switchToHttp().getRequest<ApiRequest>().headers;
    throw authorization ? new InvalidTokenError() : new MissingTokenError();
  }
}
