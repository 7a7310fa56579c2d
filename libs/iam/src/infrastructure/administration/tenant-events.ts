import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { ListPage, PageRequest } from '@libs/kernel';
import type { LoginEvent } from '../history/login-events';
import type { SecurityEventType, SecurityEventView } from '../history/security-events';
import { boundedPage } from './bounded-pages';

/** Whom an event concerns. */
interface OfUser {
  /** Null for an attempt to sign in to no account. */
  readonly userId: string | null;
  readonly displayName: string | null;
  readonly appId: string | null;
}

export type TenantLoginEvent = LoginEvent & OfUser;
export type TenantSecurityEvent = SecurityEventView & OfUser;

interface EventFilter {
  readonly userId?: string | undefined;
  readonly appId?: string | undefined;
  readonly from?: Date | undefined;
  /** Exclusive. */
  readonly to?: Date | undefined;
}

export interface LoginEventFilter extends EventFilter {
  readonly result?: LoginEvent['result'] | undefined;
}

export interface SecurityEventFilter extends EventFilter {
  readonly type?: SecurityEventType | undefined;
}

const CONDITIONS = {
  userId: 'e.user_id = ?',
  appId: 'e.app_id = ?',
  from: 'e.occurred_at >= ?',
  to: 'e.occurred_at < ?',
} as const;

const OF_RESULT = { success: `e.result = 'success'`, failure: `e.result = 'failure'` } as const;

const ORDER = ['e.occurred_at', 'e.id'] as const;
const OF_EVENT = `e.id, e.occurred_at AS "occurredAt", e.app_id AS "appId", e.user_id AS "userId",
  u.display_name AS "displayName", host(e.ip) AS ip, e.user_agent AS "userAgent"`;
const WITH_USER = 'LEFT JOIN users u ON u.tenant_id = e.tenant_id AND u.id = e.user_id';

/** The sign-ins and security events of all users of a tenant, newest first. */
@Injectable()
export class TenantEvents {
  constructor(private readonly database: Database) {}

  async logins(tenantId: string, filter: LoginEventFilter, page: PageRequest): Promise<ListPage<TenantLoginEvent>> {
    const { result } = filter;
    return boundedPage<TenantLoginEvent>(this.database, page, {
      tenantId,
      rows: 'login_events e',
      matches: ['e.tenant_id = $1', ...(result === undefined ? [] : [OF_RESULT[result]])],
      conditions: CONDITIONS,
      given: { ...filter },
      order: ORDER,
      columns: `${OF_EVENT}, e.result, e.method, e.reason, e.device_id AS "deviceId"`,
      joins: WITH_USER,
    });
  }

  async security(
    tenantId: string,
    filter: SecurityEventFilter,
    page: PageRequest,
  ): Promise<ListPage<TenantSecurityEvent>> {
    return boundedPage<TenantSecurityEvent>(this.database, page, {
      tenantId,
      rows: 'security_events e',
      matches: ['e.tenant_id = $1'],
      conditions: { ...CONDITIONS, type: 'e.type = ?' },
      given: { ...filter },
      order: ORDER,
      columns: `${OF_EVENT}, e.type, e.session_id AS "sessionId", e.details`,
      joins: WITH_USER,
    });
  }
}
