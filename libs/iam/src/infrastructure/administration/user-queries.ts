import { Injectable } from '@nestjs/common';
import {
  columnsOf,
  Database,
  LargeTotals,
  ListOrder,
  listPage,
  momentInJson,
  nullable,
  sorted,
  sortedCode,
  sortedName,
} from '@libs/foundation';
import { found, likePattern, type ListPage, type ListRequest } from '@libs/kernel';
import type { AppMembership } from '../../domain/accounts/app-membership';
import type { User, UserStatus } from '../../domain/accounts/user';
import { UserSchema } from '../accounts/accounts.schemas';
import { IDENTIFIERS_OF_USER, type IdentifierJson } from '../accounts/identifier-views';
import { unitsWithin } from '../organization/units-within';

const FIELDS = [
  'id',
  'displayName',
  'status',
  'locale',
  'timeZone',
  'lockVersion',
  'createdAt',
  'updatedAt',
  'updatedBy',
] as const satisfies readonly (keyof User)[];

/** A user as administrators see it. */
export interface UserView extends Pick<User, (typeof FIELDS)[number]> {
  readonly hasPassword: boolean;
  readonly identifiers: readonly IdentifierJson[];
  readonly memberships: readonly UserMembership[];
  readonly roles: readonly string[];
  readonly lastLoginAt: Date | null;
}

export interface UserMembership extends Pick<AppMembership, 'appId' | 'status'> {
  readonly appName: string;
  readonly joinedAt: string | null;
}

export interface UserFilter {
  /** Anywhere in the display name or an identifier. */
  readonly q?: string | undefined;
  readonly status?: UserStatus | undefined;
  /** The code of a role that the user has. */
  readonly role?: string | undefined;
  /** Whether the user has any. */
  readonly hasRoles?: boolean | undefined;
  /** An App of which the user is a member. */
  readonly appId?: string | undefined;
  /** A unit that the user belongs to, itself or by one below it. */
  readonly unitId?: string | undefined;
}

const SELECT_USER = `
  SELECT ${columnsOf(UserSchema, 'u', FIELDS)}, u.password_hash IS NOT NULL AS "hasPassword",
         ${IDENTIFIERS_OF_USER} AS identifiers,
         coalesce((
           SELECT json_agg(json_build_object('appId', m.app_id, 'appName', a.name, 'status', m.status,
                                             'joinedAt', ${momentInJson('m.joined_at')}) ORDER BY m.created_at, m.app_id)
             FROM app_memberships m JOIN apps a ON a.tenant_id = m.tenant_id AND a.id = m.app_id
            WHERE m.tenant_id = u.tenant_id AND m.user_id = u.id AND a.deleted_at IS NULL), '[]') AS memberships,
         ARRAY(SELECT ur.role_code FROM user_roles ur
                WHERE ur.tenant_id = u.tenant_id AND ur.user_id = u.id ORDER BY ur.role_code) AS roles,
         (SELECT e.occurred_at FROM login_events e
           WHERE e.tenant_id = u.tenant_id AND e.user_id = u.id AND e.result = 'success'
           ORDER BY e.occurred_at DESC, e.id DESC LIMIT 1) AS "lastLoginAt"`;

/** Conditions that are null fold away: the statement is planned for each call, since searches are never prepared. */
const MATCHES = `u.tenant_id = $1 AND u.status <> 'deleted'
  AND ($2::text IS NULL OR u.display_name ILIKE $2 OR u.id IN (
    SELECT i.user_id FROM login_identifiers i WHERE i.tenant_id = $1 AND i.value ILIKE $2))
  AND ($3::text IS NULL OR u.status = $3)
  AND ($4::text IS NULL OR EXISTS (SELECT FROM user_roles ur
    WHERE ur.tenant_id = $1 AND ur.user_id = u.id AND ur.role_code = $4))
  AND ($5::uuid IS NULL OR EXISTS (SELECT FROM app_memberships m
    WHERE m.tenant_id = $1 AND m.user_id = u.id AND m.app_id = $5))
  AND ($6::uuid IS NULL OR u.id IN (
    SELECT m.user_id FROM organization_unit_members m
     WHERE m.tenant_id = $1 AND m.unit_id IN ${unitsWithin('$1', 'ARRAY[$6]')}))
  AND ($7::uuid[] IS NULL OR u.id = ANY ($7))
  AND ($8::boolean IS NOT TRUE OR u.id IN (SELECT ur.user_id FROM user_roles ur WHERE ur.tenant_id = $1))
  AND ($8::boolean IS NOT FALSE OR NOT EXISTS (SELECT FROM user_roles ur WHERE ur.tenant_id = $1 AND ur.user_id = u.id))`;

/** The users of a tenant, without deleted ones. */
@Injectable()
export class UserQueries {
  static readonly order = new ListOrder(
    {
      display_name: nullable(sortedName('u.display_name')),
      status: sortedCode('u.status'),
      created_at: sorted('u.created_at'),
      updated_at: sorted('u.updated_at'),
    },
    { usual: 'u.created_at DESC, u.id DESC', tie: 'u.id' },
  );

  constructor(
    private readonly database: Database,
    private readonly totals: LargeTotals,
  ) {}

  /** Newest first, unless the request says otherwise. */
  list(tenantId: string, filter: UserFilter, request: ListRequest): Promise<ListPage<UserView>> {
    const { q, status, role, hasRoles, appId, unitId } = filter;
    const order = UserQueries.order.of(request);
    return listPage<UserView>(this.database, tenantId, request, {
      largeTotals: this.totals,
      matching: `users u WHERE ${MATCHES}`,
      values: [tenantId, likePattern(q), status, role, appId, unitId, request.ids, hasRoles],
      // The page is cut first: what belongs to a user is read only for those on it.
      select: (limit) => `${SELECT_USER} FROM (
         SELECT u.* FROM users u WHERE ${MATCHES} ORDER BY ${order} ${limit}
       ) u ORDER BY ${order}`,
    });
  }

  /** @throws ResourceNotFoundError */
  async get(tenantId: string, id: string): Promise<UserView> {
    const [user] = await this.database.read<UserView & Record<string, unknown>>(
      tenantId,
      `${SELECT_USER} FROM users u WHERE u.tenant_id = $1 AND u.id = $2 AND u.status <> 'deleted'`,
      [tenantId, id],
    );
    return found(user);
  }
}
