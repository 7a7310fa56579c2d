import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { found, likePattern, type ListPage, type ListRequest } from '@libs/kernel';
import type { User } from '../../domain/accounts/user';
import type { MobileDevice } from '../../domain/sessions/device';
import type { AdminSessionView } from '../../domain/sessions/session';
import type { Surface } from '../../domain/sessions/session-lifetimes';
import { IS_NOT_CUT_OFF } from '../sessions/session-access';
import { boundedPage, byTime } from './bounded-pages';

/** A live session of anybody in the tenant. */
export interface OnlineSession extends Omit<AdminSessionView, 'loginMethod' | 'expiresAt'> {
  readonly user: Pick<User, 'id' | 'displayName'>;
  /** Null in the administration. */
  readonly appId: string | null;
  readonly surface: Surface;
  readonly device: Pick<MobileDevice, 'platform' | 'model'> | null;
}

export interface OnlineSessionFilter {
  readonly userId?: string | undefined;
  readonly appId?: string | undefined;
  readonly surface?: Surface | undefined;
  /** Those to which whoever asks is limited; null for all. */
  readonly appIds?: readonly string[] | null | undefined;
  /** Anywhere in the display name of the user. */
  readonly name?: string | undefined;
  /** The same or anywhere in an identifier: for those who may see it. */
  readonly q?: string | undefined;
}

const IS_ONLINE = `s.tenant_id = $1 AND s.revoked_at IS NULL AND s.expires_at > now() AND ${IS_NOT_CUT_OFF}`;

const NAMED = 'SELECT n.id FROM users n WHERE n.tenant_id = $1 AND n.display_name ILIKE ?';

/** Each alone, so that the index of what is asked for is found. */
const CONDITIONS = {
  userId: 's.user_id = ?',
  appId: 's.app_id = ?',
  appIds: 's.app_id = ANY (?::uuid[])',
  name: `s.user_id IN (${NAMED})`,
  q: `s.user_id IN (${NAMED}
     UNION SELECT i.user_id FROM login_identifiers i WHERE i.tenant_id = $1 AND i.value ILIKE ?)`,
} as const;

const AT_SURFACE: Readonly<Record<Surface, string>> = { mobile: 's.app_id IS NOT NULL', admin: 's.app_id IS NULL' };

/** The live sessions of members and administrators. */
@Injectable()
export class OnlineSessions {
  static readonly order = byTime('last_active_at', 's.last_active_at', 's.id');

  constructor(private readonly database: Database) {}

  /** The most recently used first, unless the request says otherwise; of very many only those of the first pages. */
  async list(tenantId: string, filter: OnlineSessionFilter, request: ListRequest): Promise<ListPage<OnlineSession>> {
    const { surface, userId, appId, appIds } = filter;
    const given = { userId, appId, appIds, name: likePattern(filter.name), q: likePattern(filter.q) };
    return boundedPage<OnlineSession>(this.database, request, {
      tenantId,
      rows: 'sessions s',
      matches: [IS_ONLINE, ...(surface === undefined ? [] : [AT_SURFACE[surface]])],
      conditions: CONDITIONS,
      given,
      order: OnlineSessions.order,
      columns: `s.id, json_build_object('id', u.id, 'displayName', u.display_name) AS "user", s.app_id AS "appId", s.surface,
        CASE WHEN d.id IS NOT NULL THEN json_build_object('platform', d.platform, 'model', d.model) END AS device,
        host(s.ip) AS ip, s.user_agent AS "userAgent", s.created_at AS "createdAt",
        s.last_active_at AS "lastActiveAt"`,
      joins: `JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id
        LEFT JOIN devices d ON d.tenant_id = s.tenant_id AND d.id = s.device_id`,
    });
  }

  /** How many there are at an App. In the current transaction. */
  async countAt(tenantId: string, appId: string): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM sessions s WHERE ${IS_ONLINE} AND s.app_id = $2`,
      [tenantId, appId],
    );
    return row?.count ?? 0;
  }

  /** Whose session it is. In the current transaction. @throws ResourceNotFoundError for none that is alive. */
  async get(tenantId: string, id: string): Promise<{ userId: string; appId: string | null }> {
    const [session] = await this.database.query<{ userId: string; appId: string | null }>(
      `SELECT s.user_id AS "userId", s.app_id AS "appId" FROM sessions s WHERE ${IS_ONLINE} AND s.id = $2`,
      [tenantId, id],
    );
    return found(session);
  }
}
