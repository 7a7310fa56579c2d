import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { isUuid } from '@libs/kernel';
import { addressKey } from '../http/request/client-address';
import type { ApiRequest } from '../http/request/request';
import { RateLimits } from './rate-limits';

/** Counts requests without a session by App and address. One App's traffic never spends another's allowance. */
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

/** Counts registrations, in addition to the limit for all requests without a session. */
@Injectable()
export class RegistrationRateLimitGuard implements CanActivate {
  constructor(private readonly limits: RateLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    const key = `${request.currentApp?.id ?? ''}:${addressKey(request)}`;
    // A request refused by the limit per minute must not count against the limit per day.
    await this.limits.count('registration_minute', key, response);
    await this.limits.count('registration_day', key, response);
    return true;
  }
}

/**
 * Counts reports by address and then by device key, so that one installation cannot spend the allowance of others. The
 * address comes first: keys are of the client's making, and one that has no more requests makes up no more of them.
 */
@Injectable()
export class ReportRateLimitGuard implements CanActivate {
  constructor(private readonly limits: RateLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    const appId = request.currentApp?.id ?? '';
    const deviceKey = request.headers['x-ak-device-key'];
    await this.limits.count('reports', `${appId}:${addressKey(request)}`, response);
    // A malformed key is refused a moment later.
    if (isUuid(deviceKey)) {
      await this.limits.count('installation_reports', `${appId}:${deviceKey.toLowerCase()}`, response);
    }
    return true;
  }
}

/** Counts the requests of one session, a member's or an administrator's, or those of one API client. */
@Injectable()
export class SessionRateLimitGuard implements CanActivate {
  constructor(private readonly limits: RateLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    const { member, admin, apiClient } = request;
    await this.limits.count('session', (member ?? admin)?.sessionId ?? apiClient?.id ?? '', response);
    return true;
  }
}

/** Counts the texts that an administrator sees rendered. */
@Injectable()
export class ContentPreviewRateLimitGuard implements CanActivate {
  constructor(private readonly limits: RateLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    await this.limits.count('content_previews', request.admin?.userId ?? '', context.switchToHttp().getResponse());
    return true;
  }
}
