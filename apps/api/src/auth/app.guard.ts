import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { AppDirectory, type AppSnapshot } from '@libs/apps';
import { TenantDirectory } from '@libs/iam';
import { isUuid, negotiateLocale } from '@libs/kernel';
import type { Query } from '../http/request/query';
import type { ApiRequest } from '../http/request/request';
import {
  AppHeaderInvalidError,
  AppHeaderRequiredError,
  AppHeaderUnavailableError,
} from '../http/request/request-errors';

/** Resolves X-AppID to an existing, active App of an active tenant, and the locale within it. */
@Injectable()
export class AppGuard implements CanActivate {
  constructor(
    private readonly apps: AppDirectory,
    private readonly tenants: TenantDirectory,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const header = request.headers['x-appid'];
    if (header === undefined || header === '') throw new AppHeaderRequiredError();
    await this.adopt(request, header);
    return true;
  }

  async adopt(request: ApiRequest, header: string | string[]): Promise<void> {
    if (!isUuid(header)) throw new AppHeaderInvalidError();
    const app = await this.findAvailable(header.toLowerCase());
    if (!app) throw new AppHeaderUnavailableError();
    use(request, app);
  }

  /** Resolves the id that DCloud gave an App in the same way; null if no such App can be used now. */
  async adoptOfDcloud(request: ApiRequest, dcloudAppid: string): Promise<AppSnapshot | null> {
    const app = await this.apps.findAvailableOfDcloud(dcloudAppid);
    if (!app || !(await this.tenants.isActive(app.tenantId))) return null;
    use(request, app);
    return app;
  }

  /** The App, if it can be used now. @param id a uuid in lower case. */
  async findAvailable(id: string): Promise<AppSnapshot | null> {
    const app = await this.apps.findAvailable(id);
    return app && (await this.tenants.isActive(app.tenantId)) ? app : null;
  }

  /**
   * The App of an image request, which cannot send headers: the URL may name it by `app_id`, or X-AppID does, or the
   * signature of a link. Any problem with that is null.
   */
  async findNamed(request: ApiRequest, bySignature?: string): Promise<AppSnapshot | null> {
    const named = [bySignature, request.headers['x-appid'], (request.query as Query)['app_id']].filter(
      (id) => id !== undefined && id !== '',
    );
    const ids = new Set(named.map((id) => (isUuid(id) ? id.toLowerCase() : null)));
    const [id] = ids;
    return ids.size === 1 && id ? this.findAvailable(id) : null;
  }

  /** Such an App, if it is in memory: null says nothing. */
  knownAvailable(id: string): AppSnapshot | null {
    const app = this.apps.knownAvailable(id);
    return app && this.tenants.isKnownActive(app.tenantId) ? app : null;
  }
}

function use(request: ApiRequest, app: AppSnapshot): void {
  request.currentApp = app;
  request.locale = negotiateLocale(request.headers['accept-language'], app.supportedLocales, app.defaultLocale);
}

/** `AppGuard` for routes on which the header may be absent. */
@Injectable()
export class OptionalAppGuard implements CanActivate {
  constructor(private readonly guard: AppGuard) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const header = request.headers['x-appid'];
    if (header !== undefined && header !== '') await this.guard.adopt(request, header);
    return true;
  }
}
