import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ManagedApps } from '@libs/apps';
import { expectOfApps } from '@libs/iam';
import { found, isUuid } from '@libs/kernel';
import type { ApiRequest } from '../http/request/request';
import { AppHeaderInvalidError, AppHeaderRequiredError } from '../http/request/request-errors';

/** Checks the form of X-AppID before the administrator is authenticated. */
@Injectable()
export class AppHeaderFormGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    appIdOf(context.switchToHttp().getRequest<ApiRequest>());
    return true;
  }
}

/** Finds the App of the administrator's tenant that X-AppID names, in any status: a disabled one is managed, too. */
@Injectable()
export class HeaderAppGuard implements CanActivate {
  constructor(private readonly apps: ManagedApps) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const { admin, unrecorded } = request;
    if (!admin) throw new Error('This guard must run after the one that finds the administrator');
    const appId = appIdOf(request);
    expectOfApps(admin, appId);
    const app = found(await this.apps.find(admin.tenantId, appId));
    request.managedApp = app;
    if (unrecorded) request.unrecorded = { ...unrecorded, appId: app.id };
    return true;
  }
}

/** In lower case. */
function appIdOf(request: ApiRequest): string {
  const header = request.headers['x-appid'];
  if (header === undefined || header === '') throw new AppHeaderRequiredError();
  if (!isUuid(header)) throw new AppHeaderInvalidError();
  return header.toLowerCase();
}
