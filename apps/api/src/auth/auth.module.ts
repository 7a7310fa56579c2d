import { Global, Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { AppsModule } from '@libs/apps';
import { IamModule } from '@libs/iam';
import { RateLimits } from '../rate-limits/rate-limits';
import { AppGuard, OptionalAppGuard } from './app.guard';
import { MemberGuard } from './member.guard';
import { MobileJwtStrategy } from './mobile-jwt.strategy';

/** What the surfaces' guards need, wherever a controller stands. */
@Global()
@Module({
  imports: [PassportModule, AppsModule, IamModule],
  providers: [AppGuard, OptionalAppGuard, MemberGuard, MobileJwtStrategy, RateLimits],
  exports: [AppsModule, IamModule, AppGuard, OptionalAppGuard, MemberGuard, RateLimits],
})
export class AuthModule {}
