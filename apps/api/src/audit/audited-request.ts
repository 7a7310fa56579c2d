import type { AuditedRequest } from '@libs/audit';
import type { AdminSession } from '@libs/iam';
import { clientAddress } from '../http/request/client-address';
import { userAgentOf } from '../http/request/client';
import type { ApiRequest } from '../http/request/request';

/** What the audit log records of the request; null for an unrecorded one: a read in the administrator's own tenant. */
export function auditedRequest(request: ApiRequest, admin: AdminSession, action: string): AuditedRequest | null {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const isAway = admin.tenantId !== admin.homeTenantId;
  if (isRead && !isAway) return null;
  const { app_id: appId, id, user_id: userId } = request.params as Readonly<Record<string, string | undefined>>;
  const { path } = request.route as { path: string };
  return {
    tenantId: admin.tenantId,
    actor: { type: 'user', id: admin.userId, display: admin.display },
    action,
    method: request.method,
    route: path.replaceAll(/:(\w+)/g, '{$1}'),
    appId: appId ?? null,
    resourceId: id ?? userId ?? appId ?? null,
    ip: clientAddress(request),
    userAgent: userAgentOf(request),
    requestId: request.id,
  };
}
