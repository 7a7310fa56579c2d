import { Global, Module } from '@nestjs/common';
import { AppsModule } from '@libs/apps';
import { IamModule } from '@libs/iam';
import { OperationsModule } from '@libs/operations';
import { RateLimits } from '../rate-limits/rate-limits';
import { AdminGuard, PermissionGuard } from './admin.guard';
import { AppGuard, OptionalAppGuard } from './app.guard';
import { BearerTokens } from './bearer-tokens';
import { AppHeaderFormGuard, HeaderAppGuard } from './header-app.guards';
import { MemberGuard } from './member.guard';
import { PathIdsGuard } from './path-ids.guard';
import { ScopeGuard, ServiceGuard } from './service.guard';

/** What the guards and interceptors of the surfaces need, in whichever module a controller is. */
@Global()
@Module({
  imports: [AppsModule, IamModule, OperationsModule],
  providers: [
    AdminGuard,
    AppGuard,
    AppHeaderFormGuard,
    BearerTokens,
    HeaderAppGuard,
    MemberGuard,
    OptionalAppGuard,
    PathIdsGuard,
    PermissionGuard,
    RateLimits,
    ScopeGuard,
    ServiceGuard,
  ],
  exports: [
    AppsModule,
    IamModule,
    OperationsModule,
    AdminGuard,
    AppGuard,
    BearerTokens,
    AppHeaderFormGuard,
    HeaderAppGuard,
    MemberGuard,
    OptionalAppGuard,
    PathIdsGuard,
    PermissionGuard,
    RateLimits,
    ScopeGuard,
    ServiceGuard,
  ],
})
export class AuthModule {}
