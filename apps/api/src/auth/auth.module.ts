import { Global, Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { AppsModule } from '@libs/apps';
import { IamModule } from '@libs/iam';
import { RateLimits } from '../rate-limits/rate-limits';
import { AdminGuard, PermissionGuard } from './admin.guard';
import { AdminJwtStrategy } from './admin-jwt.strategy';
import { AppGuard, OptionalAppGuard } from './app.guard';
import { AppHeaderFormGuard, HeaderAppGuard } from './header-app.guards';
import { MemberGuard } from './member.guard';
import { MobileJwtStrategy } from './mobile-jwt.strategy';
import { PathIdsGuard } from './path-ids.guard';

/** What the surfaces' guards need, wherever a controller stands. */
@Global()
@Module({
  imports: [PassportModule, AppsModule, IamModule],
  providers: [
    AdminGuard,
    AdminJwtStrategy,
    AppGuard,
    AppHeaderFormGuard,
    HeaderAppGuard,
    MemberGuard,
    MobileJwtStrategy,
    OptionalAppGuard,
    PathIdsGuard,
    PermissionGuard,
    RateLimits,
  ],
  exports: [
    AppsModule,
    IamModule,
    AdminGuard,
    AppGuard,
    AppHeaderFormGuard,
    HeaderAppGuard,
    MemberGuard,
    OptionalAppGuard,
    PathIdsGuard,
    PermissionGuard,
    RateLimits,
  ],
})
export class AuthModule {}
