import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { CONFIG, type Config } from '@libs/foundation';
import { DEFAULT_TENANT_CODE, NamedTenants } from '@libs/iam';
import { UnsubscribeService } from '@libs/notifications';
import { addressKey } from '../http/request/client-address';
import { consoleTokenOf } from '../http/request/console-cookie';
import { readParameters } from '../http/request/form-body';
import type { ApiRequest } from '../http/request/request';
import { type LimitName, RateLimits } from './rate-limits';

/** The fields of bodies in which an administrator's token names its tenant. */
const TOKEN_FIELDS = ['mfa_token', 'refresh_token', 'token'] as const;
const TENANT_CODE = /^[a-z0-9_-]{1,64}$/;

/**
 * Requests without a session that belong to a tenant: counted by it and the address, so that no tenant's traffic spends
 * another's allowance. What names no tenant that exists has one allowance for each address, whatever it makes up.
 */
abstract class TenantRateLimitGuard implements CanActivate {
  protected abstract readonly limit: LimitName;

  constructor(private readonly limits: RateLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (!this.limits.areEnabled) return true;
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    const whose = (await this.whoseIs(request, response)) ?? '';
    await this.limits.count(this.limit, `${whose}:${addressKey(request)}`, response);
    return true;
  }

  /** The id of the tenant, or of one of its Apps; null for what names none. */
  protected abstract whoseIs(request: ApiRequest, response: Response): Promise<string | null>;
}

/** Administrators before a session. */
@Injectable()
export class AdminAuthRateLimitGuard extends TenantRateLimitGuard {
  protected readonly limit = 'admin_auth';

  constructor(
    limits: RateLimits,
    protected readonly tenants: NamedTenants,
  ) {
    super(limits);
  }

  protected async whoseIs({ body }: ApiRequest): Promise<string | null> {
    // Validated a moment later.
    const fields = new Map(Object.entries((body ?? {}) as Record<string, unknown>));
    const token = TOKEN_FIELDS.map((name) => fields.get(name)).find((value) => typeof value === 'string');
    if (token !== undefined) return this.tenants.byToken(token);
    const code = fields.get('tenant') ?? DEFAULT_TENANT_CODE;
    return typeof code === 'string' && TENANT_CODE.test(code) ? this.tenants.byCode(code) : null;
  }
}

/** The same at the door of the console, where a cookie has the token. Whoever brings none gets nothing that has a price. */
@Injectable()
export class ConsoleDoorRateLimitGuard extends AdminAuthRateLimitGuard {
  constructor(
    limits: RateLimits,
    tenants: NamedTenants,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super(limits, tenants);
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    return (isByCookie(request) && this.tokenOf(request) === null) || super.canActivate(context);
  }

  protected override whoseIs(request: ApiRequest): Promise<string | null> {
    return isByCookie(request) ? this.tenants.byToken(this.tokenOf(request) ?? '') : super.whoseIs(request);
  }

  private tokenOf(request: ApiRequest): string | null {
    return consoleTokenOf(request, this.config);
  }
}

/** Whoever signs in names a tenant in the body, or by a token there. */
function isByCookie({ body }: ApiRequest): boolean {
  return Object.keys((body ?? {}) as object).length === 0;
}

/** The pages behind mailed links to set a password. */
@Injectable()
export class PasswordPageRateLimitGuard extends TenantRateLimitGuard {
  protected readonly limit = 'password_pages';

  constructor(
    limits: RateLimits,
    private readonly tenants: NamedTenants,
  ) {
    super(limits);
  }

  protected async whoseIs(request: ApiRequest, response: Response): Promise<string | null> {
    const { token, tenant } = request.query;
    if (typeof tenant === 'string' && TENANT_CODE.test(tenant)) return this.tenants.byCode(tenant);
    if (request.method !== 'POST') return typeof token === 'string' ? this.tenants.byToken(token) : null;
    // A form that cannot be read is counted, too, and then refused by its handler.
    const fields = await readParameters(request, response, ['token']).catch(() => null);
    return this.tenants.byToken(fields?.get('token') ?? '');
  }
}

/** The page behind the links in marketing mail: what a mail provider sends for all tenants comes from few addresses. */
@Injectable()
export class UnsubscribeRateLimitGuard extends TenantRateLimitGuard {
  protected readonly limit = 'unsubscribe';

  constructor(
    limits: RateLimits,
    private readonly unsubscribing: UnsubscribeService,
  ) {
    super(limits);
  }

  protected whoseIs({ query: { token } }: ApiRequest): Promise<string | null> {
    return Promise.resolve(typeof token === 'string' ? this.unsubscribing.appOf(token) : null);
  }
}
