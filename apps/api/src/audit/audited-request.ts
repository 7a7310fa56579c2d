import type { AuditedRequest } from '@libs/audit';
import type { AdminSession, ServiceClient } from '@libs/iam';
import { clientAddress } from '../http/request/client-address';
import { userAgentOf } from '../http/request/client';
import { type ApiRequest, isReading } from '../http/request/request';

/**
 * What the audit log records of the request; null for an unrecorded one: a read in the administrator's own tenant. An API
 * client may be in the administrator's place.
 *
 * @param changesNothing whether it is a read, whatever its method.
 */
export function auditedRequest(
  request: ApiRequest,
  admin: AdminSession,
  { action, changesNothing }: { readonly action: string; readonly changesNothing: boolean },
): AuditedRequest | null {
  const isAway = admin.tenantId !== admin.homeTenantId;
  if ((isReading(request) || changesNothing) && !isAway) return null;
  const { tenantId, userId: id, display } = admin;
  const actor = { type: request.apiClient ? ('api_client' as const) : ('user' as const), id, display };
  return { ...recordOf(request, { tenantId, actor, action }), changesNothing };
}

/** The same for what an API client does by one of its scopes; null for a read. */
export function auditedServiceRequest(
  request: ApiRequest,
  client: ServiceClient,
  scope: string,
): AuditedRequest | null {
  if (isReading(request)) return null;
  const { tenantId, id, name: display } = client;
  return recordOf(request, { tenantId, actor: { type: 'api_client', id, display }, action: scope });
}

function recordOf(request: ApiRequest, who: Pick<AuditedRequest, 'tenantId' | 'actor' | 'action'>): AuditedRequest {
  const { app_id: appId, id, user_id: userId } = request.params as Readonly<Record<string, string | undefined>>;
  const { path } = request.route as { path: string };
  return {
    ...who,
    method: request.method,
    route: path.replaceAll(/:(\w+)/g, '{$1}'),
    appId: appId ?? null,
    resourceId: id ?? userId ?? appId ?? null,
    ip: clientAddress(request),
    userAgent: userAgentOf(request),
    requestId: request.id,
    reason: null,
  };
}
