import { Global, Module } from '@nestjs/common';
import { AppsModule } from '@libs/apps';
import { IamModule } from '@libs/iam';
import { RateLimits } from '../rate-limits/rate-limits';
import { AdminGuard, PermissionGuard } from './admin.guard';
import { AppGuard, OptionalAppGuard } from './app.guard';
import { BearerTokens } from './bearer-tokens';
import { AppHeaderFormGuard, HeaderAppGuard } from './header-app.guards';
import { MemberGuard } from './member.guard';
import { PathIdsGuard } from './path-ids.guard';
import { ScopeGuard, ServiceGuard } from './service.guard';

/** What the surfaces' guards need, in whichever module a controller is. */
@Global()
@Module({
  imports: [AppsModule, IamModule],
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
