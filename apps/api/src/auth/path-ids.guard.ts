import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ManagedApps } from '@libs/apps';
import { expectOfApps } from '@libs/iam';
import { found, isUuid, ResourceNotFoundError } from '@libs/kernel';
import { NAMES_AN_ID } from '../http/request/path-ids';
import type { ApiRequest } from '../http/request/request';

/**
 * Checks the path before the body is validated: a malformed id names nothing, and neither does that of an App that is
 * deleted or another tenant's, or none of those to which the caller is limited.
 */
@Injectable()
export class PathIdsGuard implements CanActivate {
  constructor(private readonly apps: ManagedApps) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    for (const [name, value] of Object.entries(request.params)) {
      if (!NAMES_AN_ID.test(name)) continue;
      if (!isUuid(value)) throw new ResourceNotFoundError();
      request.params[name] = value.toLowerCase();
    }
    const { app_id: appId } = request.params;
    if (typeof appId !== 'string' || !request.admin) return true;
    expectOfApps(request.admin, appId);
    const app = await this.apps.find(request.admin.tenantId, appId);
    request.managedApp = found(app);
    return true;
  }
}
