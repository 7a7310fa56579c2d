import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { addressKey } from '../http/client-address';
import type { ApiRequest } from '../http/request';
import { RateLimits } from './rate-limits';

/** Counts what comes before a session, by App and address. One App's traffic never spends another's allowance. */
@Injectable()
export class AuthRateLimitGuard implements CanActivate {
  constructor(private readonly limits: RateLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    await this.limits.count('auth', `${request.currentApp?.id ?? ''}:${addressKey(request)}`, response);
    return true;
  }
}

/** Counts registrations, beside the limit for all that comes before a session. */
@Injectable()
export class RegistrationRateLimitGuard implements CanActivate {
  constructor(private readonly limits: RateLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    const key = `${request.currentApp?.id ?? ''}:${addressKey(request)}`;
    // What the minute refuses must not spend what the day has.
    await this.limits.count('registration_minute', key, response);
    await this.limits.count('registration_day', key, response);
    return true;
  }
}

/** Counts the requests of one session, a member's or an administrator's. */
@Injectable()
export class SessionRateLimitGuard implements CanActivate {
  constructor(private readonly limits: RateLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    await this.limits.count('session', (request.member ?? request.admin)?.sessionId ?? '', response);
    return true;
  }
}
