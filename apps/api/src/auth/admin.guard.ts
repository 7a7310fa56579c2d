import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import {
  ADMIN_AUDIENCE,
  MfaEnrolmentRequiredError,
  PermissionDeniedError,
  Sessions,
  TenantDirectory,
  type AdminSession,
  type Permission,
} from '@libs/iam';
import { isUuid, ResourceNotFoundError } from '@libs/kernel';
import { auditedRequest } from '../audit/audited-request';
import type { ApiRequest } from '../http/request/request';
import { TenantHeaderInvalidError } from '../http/request/request-errors';
import { AccessTokenStrategy, type TokenClaims } from './access-token.strategy';
import { accessOf, type AdminAccess } from './admin-access';
import { BearerGuard } from './bearer.guard';

const TENANT_ACCESS: Permission = 'tenants.access';

/** Admits an administrator whose session, user and tenant are alive at this moment, and puts the session into the request. */
@Injectable()
export class AdminGuard extends BearerGuard {
  constructor(
    strategy: AccessTokenStrategy,
    private readonly sessions: Sessions,
  ) {
    super(strategy);
  }

  protected override async admit(request: ApiRequest, claims: TokenClaims): Promise<boolean> {
    if (claims.audience !== ADMIN_AUDIENCE || !('sessionId' in claims)) return false;
    const admin = await this.sessions.findAdmin(claims);
    if (admin) request.admin = admin;
    return admin !== null;
  }
}

/**
 * Admits administrators who have the permission that the route declares. A platform administrator may name another
 * tenant in X-Tenant-ID: from here on the request acts there.
 */
@Injectable()
export class PermissionGuard implements CanActivate {
  constructor(private readonly tenants: TenantDirectory) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const { admin } = request;
    if (!admin) throw new Error('This guard must run after the one that finds the administrator');
    const access = accessOf(context.getHandler());
    this.expectRecord(request, admin, access);
    if (admin.mustEnrol && !access?.duringEnrolment) throw new MfaEnrolmentRequiredError();
    await this.enterTenant(request, admin, access);
    if (access?.permission && ![access.permission, access.forOwn].some((one) => one && admin.permissions.has(one))) {
      throw new PermissionDeniedError({ extra: { required_permission: access.permission } });
    }
    return true;
  }

  private async enterTenant(request: ApiRequest, admin: AdminSession, access: AdminAccess | null): Promise<void> {
    const header = request.headers['x-tenant-id'];
    if (header === undefined) return;
    if (!admin.permissions.has(TENANT_ACCESS)) {
      throw new PermissionDeniedError({ extra: { required_permission: TENANT_ACCESS } });
    }
    if (!isUuid(header)) throw new TenantHeaderInvalidError();
    const tenantId = header.toLowerCase();
    if (!(await this.tenants.exists(tenantId))) throw new ResourceNotFoundError();
    request.admin = { ...admin, tenantId };
    this.expectRecord(request, request.admin, access);
  }

  private expectRecord(request: ApiRequest, admin: AdminSession, access: AdminAccess | null): void {
    const unrecorded = access && auditedRequest(request, admin, access.action);
    if (unrecorded) request.unrecorded = unrecorded;
  }
}
