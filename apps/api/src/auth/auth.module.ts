import { randomUUID } from 'node:crypto';
import { Global, Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { AppsModule } from '@libs/apps';
import { IamModule } from '@libs/iam';
import { OperationsModule } from '@libs/operations';
import { RateLimits } from '../rate-limits/rate-limits';
import { AccessTokenStrategy } from './access-token.strategy';
import { AdminGuard, PermissionGuard } from './admin.guard';
import { AppGuard, OptionalAppGuard } from './app.guard';
import { MadeLinks } from './download-links';
import { AppHeaderFormGuard, HeaderAppGuard } from './header-app.guards';
import { MemberGuard } from './member.guard';
import { PathIdsGuard } from './path-ids.guard';
import { ScopeGuard, ServiceGuard } from './service.guard';

/** What the guards and interceptors of the surfaces need, in whichever module a controller is. */
@Global()
@Module({
  imports: [
    AppsModule,
    IamModule,
    OperationsModule,
    PassportModule.registerAsync({ useFactory: () => ({ defaultStrategy: randomUUID() }) }),
  ],
  providers: [
    AccessTokenStrategy,
    AdminGuard,
    AppGuard,
    AppHeaderFormGuard,
    HeaderAppGuard,
    MadeLinks,
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
    PassportModule,
    AccessTokenStrategy,
    AdminGuard,
    AppGuard,
    AppHeaderFormGuard,
    HeaderAppGuard,
    MadeLinks,
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
