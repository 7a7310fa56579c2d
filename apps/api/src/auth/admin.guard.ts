import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import {
  AddressDeniedError,
  ADMIN_AUDIENCE,
  AppsLimitedError,
  DownloadLinks,
  KnownApiClients,
  MfaEnrolmentRequiredError,
  PermissionDeniedError,
  Sessions,
  TenantDirectory,
  type AdminSession,
  type Permission,
  type ServiceClaims,
} from '@libs/iam';
import { isUuid, ResourceNotFoundError } from '@libs/kernel';
import { auditedRequest } from '../audit/audited-request';
import { clientAddress } from '../http/request/client-address';
import { type ApiRequest, isReading } from '../http/request/request';
import { TenantHeaderInvalidError } from '../http/request/request-errors';
import { AccessTokenStrategy, type TokenClaims } from './access-token.strategy';
import { accessOf, type AdminAccess, isAboutOneself, keepsToApps } from './admin-access';
import { BearerGuard } from './bearer.guard';
import { downloadTokenOf, targetOf } from './download-links';

const TENANT_ACCESS: Permission = 'tenants.access';

/**
 * Admits an administrator whose session, user and tenant are alive at this moment, and puts the session into the request.
 * The same for an API client that may use any route of administrators, but where one is about the caller: it has no account
 * of its own. A link to a download admits whom the bearer named with which it was made.
 */
@Injectable()
export class AdminGuard extends BearerGuard {
  constructor(
    strategy: AccessTokenStrategy,
    private readonly sessions: Sessions,
    private readonly clients: KnownApiClients,
    private readonly links: DownloadLinks,
  ) {
    super(strategy);
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const token = downloadTokenOf(request, context.getHandler());
    if (token === undefined) return super.canActivate(context);
    const link = typeof token === 'string' ? await this.links.find(token, targetOf(request)) : null;
    const isAdmitted = link && (await this.admit(request, link.claims as TokenClaims, context.getHandler()));
    if (!isAdmitted) throw new ResourceNotFoundError();
    request.downloadLink = link;
    return true;
  }

  protected override async admit(request: ApiRequest, claims: TokenClaims, handler: object): Promise<boolean> {
    request.claims = claims;
    if ('clientId' in claims) return this.admitClient(request, claims, handler);
    if (claims.audience !== ADMIN_AUDIENCE) return false;
    const admin = await this.sessions.findAdmin(claims);
    if (admin) request.admin = admin;
    return admin !== null;
  }

  private async admitClient(request: ApiRequest, claims: ServiceClaims, handler: object): Promise<boolean> {
    const access = accessOf(handler);
    if (!access || isAboutOneself(access)) return false;
    const client = await this.clients.find(claims);
    if (!client?.admin) return false;
    request.apiClient = client;
    request.admin = client.admin;
    return true;
  }
}

/**
 * Admits administrators who have the permission that the route declares. A platform administrator may name another
 * tenant in X-Tenant-ID: from here on the request acts there, unless it changes their own account. An API client has to
 * come from where it may, and one that is limited to Apps to ask for some of them.
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
    if (request.apiClient && !request.apiClient.networks.allows(clientAddress(request))) throw new AddressDeniedError();
    if (admin.mustEnrol && !access?.duringEnrolment) throw new MfaEnrolmentRequiredError();
    // No client has the permission that another tenant requires.
    await this.enterTenant(request, admin, access);
    if (access?.permission && ![access.permission, access.forOwn].some((one) => one && admin.permissions.has(one))) {
      throw new PermissionDeniedError({ extra: { required_permission: access.permission } });
    }
    // Whether an App in the path is one of those is asked where it is found.
    const isOfApps = 'app_id' in request.params || keepsToApps(context.getClass(), context.getHandler());
    if (admin.appIds !== null && !isOfApps) throw new AppsLimitedError();
    return true;
  }

  private async enterTenant(request: ApiRequest, admin: AdminSession, access: AdminAccess | null): Promise<void> {
    const header = tenantNamedIn(request, admin);
    if (header === undefined) return;
    if (!admin.permissions.has(TENANT_ACCESS)) {
      throw new PermissionDeniedError({ extra: { required_permission: TENANT_ACCESS } });
    }
    if (!isUuid(header)) throw new TenantHeaderInvalidError();
    const tenantId = header.toLowerCase();
    if (!(await this.tenants.exists(tenantId))) throw new ResourceNotFoundError();
    // What is done to one's own account happens where that is, and so does its record.
    if (access && isAboutOneself(access) && !isReading(request)) return;
    request.admin = { ...admin, tenantId };
    this.expectRecord(request, request.admin, access);
  }

  private expectRecord(request: ApiRequest, admin: AdminSession, access: AdminAccess | null): void {
    const unrecorded = access && auditedRequest(request, admin, access);
    if (unrecorded) request.unrecorded = unrecorded;
  }
}

/** By the header, or by whoever made the link: those who open it send no headers. */
function tenantNamedIn(
  { downloadLink, headers }: ApiRequest,
  { homeTenantId }: AdminSession,
): string | string[] | undefined {
  if (!downloadLink) return headers['x-tenant-id'];
  return downloadLink.tenantId === homeTenantId ? undefined : downloadLink.tenantId;
}
