import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { ListPage, ListRequest } from '@libs/kernel';
import {
  type LoginEvent,
  loginEvent,
  securityEvent,
  type SecurityEventType,
  type SecurityEventView,
} from '../../domain/history/account-events';
import type { User } from '../../domain/accounts/user';
import { eventColumns } from '../history/event-pages';
import { boundedPage, byTime } from './bounded-pages';

/** Whom an event concerns. */
interface OfUser {
  /** Null for an attempt to sign in to no account. */
  readonly user: Pick<User, 'id' | 'displayName'> | null;
  readonly appId: string | null;
}

export type TenantLoginEvent = LoginEvent & OfUser;
export type TenantSecurityEvent = SecurityEventView & OfUser;

interface EventFilter {
  readonly userId?: string | undefined;
  readonly appId?: string | undefined;
  /** Those to which whoever asks is limited; null for all. */
  readonly appIds?: readonly string[] | null | undefined;
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
  appIds: 'e.app_id = ANY (?::uuid[])',
  from: 'e.occurred_at >= ?',
  to: 'e.occurred_at < ?',
} as const;

const OF_RESULT = { success: `e.result = 'success'`, failure: `e.result = 'failure'` } as const;

const OF_USER = `e.app_id AS "appId",
  CASE WHEN e.user_id IS NOT NULL THEN json_build_object('id', e.user_id, 'displayName', u.display_name) END AS "user"`;
const WITH_USER = 'LEFT JOIN users u ON u.tenant_id = e.tenant_id AND u.id = e.user_id';

/** The sign-ins and security events of all users of a tenant, newest first unless the request says otherwise. */
@Injectable()
export class TenantEvents {
  static readonly order = byTime('occurred_at', 'e.occurred_at', 'e.id');

  constructor(private readonly database: Database) {}

  async logins(tenantId: string, filter: LoginEventFilter, request: ListRequest): Promise<ListPage<TenantLoginEvent>> {
    const { result } = filter;
    return boundedPage<TenantLoginEvent>(this.database, request, {
      tenantId,
      rows: 'login_events e',
      matches: ['e.tenant_id = $1', ...(result === undefined ? [] : [OF_RESULT[result]])],
      conditions: CONDITIONS,
      given: { ...filter },
      order: TenantEvents.order,
      columns: `${eventColumns(loginEvent)}, ${OF_USER}`,
      joins: WITH_USER,
    });
  }

  async security(
    tenantId: string,
    filter: SecurityEventFilter,
    request: ListRequest,
  ): Promise<ListPage<TenantSecurityEvent>> {
    return boundedPage<TenantSecurityEvent>(this.database, request, {
      tenantId,
      rows: 'security_events e',
      matches: ['e.tenant_id = $1'],
      conditions: { ...CONDITIONS, type: 'e.type = ?' },
      given: { ...filter },
      order: TenantEvents.order,
      columns: `${eventColumns(securityEvent)}, ${OF_USER}`,
      joins: WITH_USER,
    });
  }
}
