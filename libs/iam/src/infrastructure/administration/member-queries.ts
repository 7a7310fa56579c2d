import { Injectable } from '@nestjs/common';
import {
  columnsOf,
  Database,
  LargeTotals,
  listPage,
  momentInJson,
  ListOrder,
  nullable,
  sorted,
  sortedCode,
  sortedName,
} from '@libs/foundation';
import { found, likePattern, type ListPage, type ListRequest } from '@libs/kernel';
import type { AppMembership, MembershipStatus } from '../../domain/accounts/app-membership';
import type { User } from '../../domain/accounts/user';
import { AppMembershipSchema } from '../accounts/accounts.schemas';
import { IDENTIFIERS_OF_USER, type IdentifierJson } from '../accounts/identifier-views';
import type { UserMembership } from './user-queries';

const FIELDS = ['userId', 'status', 'joinedAt', 'createdAt'] as const satisfies readonly (keyof AppMembership)[];

/** A member of an App as administrators see it. */
export interface MemberView extends Pick<AppMembership, (typeof FIELDS)[number]>, Pick<User, 'displayName'> {
  readonly identifiers: readonly IdentifierJson[];
  /** The last sign-in to this App. */
  readonly lastLoginAt: Date | null;
}

export interface MemberFilter {
  /** Anywhere in the display name or an identifier. */
  readonly q?: string | undefined;
  readonly status?: MembershipStatus | undefined;
}

type MemberRow = MemberView & Record<string, unknown>;

const SELECT_MEMBER = `
  SELECT ${columnsOf(AppMembershipSchema, 'm', FIELDS)}, u.display_name AS "displayName",
         ${IDENTIFIERS_OF_USER} AS identifiers,
         (SELECT e.occurred_at FROM login_events e
           WHERE e.tenant_id = m.tenant_id AND e.user_id = m.user_id AND e.app_id = m.app_id AND e.result = 'success'
           ORDER BY e.occurred_at DESC, e.id DESC LIMIT 1) AS "lastLoginAt"`;

const WITH_USER = 'JOIN users u ON u.tenant_id = m.tenant_id AND u.id = m.user_id';

/** Planned for each call: searches are never prepared. */
const MATCHES = `m.tenant_id = $1 AND m.app_id = $2 AND ($4::text IS NULL OR m.status = $4)
  AND ($3::text IS NULL OR m.user_id IN (
    SELECT n.id FROM users n WHERE n.tenant_id = $1 AND n.display_name ILIKE $3
     UNION SELECT i.user_id FROM login_identifiers i WHERE i.tenant_id = $1 AND i.value ILIKE $3))`;

const EXPORT_BATCH = 500;

export const MOST_MEMBERSHIPS = 100;

/** The members of an App. */
@Injectable()
export class MemberQueries {
  static readonly order = new ListOrder(
    {
      display_name: nullable(sortedName('u.display_name')),
      status: sortedCode('m.status'),
      joined_at: nullable(sorted('m.joined_at')),
      created_at: sorted('m.created_at'),
    },
    { usual: 'm.created_at DESC, m.user_id DESC', tie: 'm.user_id' },
  );

  constructor(
    private readonly database: Database,
    private readonly totals: LargeTotals,
  ) {}

  /** Newest first, unless the request says otherwise. The ids are those of users. */
  list(scope: AppRows, filter: MemberFilter, request: ListRequest): Promise<ListPage<MemberView>> {
    const order = MemberQueries.order.of(request);
    const sorting = MemberQueries.order.isBy(request, 'display_name') ? WITH_USER : '';
    const matching = `${MATCHES} AND ($5::uuid[] IS NULL OR m.user_id = ANY ($5))`;
    return listPage<MemberView>(this.database, scope.tenantId, request, {
      largeTotals: this.totals,
      matching: `app_memberships m WHERE ${matching}`,
      values: [...valuesOf(scope, filter), request.ids],
      select: (limit) => `${SELECT_MEMBER} FROM (
         SELECT m.* FROM app_memberships m ${sorting} WHERE ${matching} ORDER BY ${order} ${limit}
       ) m ${WITH_USER} ORDER BY ${order}`,
    });
  }

  /** @throws ResourceNotFoundError */
  async get({ tenantId, appId }: AppRows, userId: string): Promise<MemberView> {
    const [member] = await this.database.read<MemberRow>(
      tenantId,
      `${SELECT_MEMBER} FROM app_memberships m ${WITH_USER} WHERE m.tenant_id = $1 AND m.app_id = $2 AND m.user_id = $3`,
      [tenantId, appId, userId],
    );
    return found(member);
  }

  /**
   * What else the member belongs to in the tenant, the oldest first; of very many Apps only the first.
   *
   * @param among the Apps to which whoever asks is limited; null for all.
   */
  async elsewhere(
    { tenantId, appId }: AppRows,
    userId: string,
    among: readonly string[] | null,
  ): Promise<UserMembership[]> {
    return this.database.read<UserMembership & Record<string, unknown>>(
      tenantId,
      `SELECT m.app_id AS "appId", a.name AS "appName", m.status, ${momentInJson('m.joined_at')} AS "joinedAt"
         FROM app_memberships m JOIN apps a ON a.tenant_id = m.tenant_id AND a.id = m.app_id
        WHERE m.tenant_id = $1 AND m.user_id = $3 AND m.app_id <> $2 AND a.deleted_at IS NULL
          AND ($4::uuid[] IS NULL OR m.app_id = ANY ($4))
        ORDER BY m.created_at, m.app_id LIMIT ${MOST_MEMBERSHIPS}`,
      [tenantId, appId, userId, among],
    );
  }

  /**
   * Streams all of them in batches along the primary key, each read separately: neither memory nor a transaction grows
   * with the number of members.
   */
  async *stream(scope: AppRows, filter: MemberFilter): AsyncGenerator<MemberView[], void, void> {
    let before: string | null = null;
    for (;;) {
      const rows: MemberRow[] = await this.database.readRecent<MemberRow>(
        scope.tenantId,
        `${SELECT_MEMBER} FROM (
           SELECT m.* FROM app_memberships m WHERE ${MATCHES} AND ($5::uuid IS NULL OR m.user_id < $5)
            ORDER BY m.user_id DESC LIMIT ${EXPORT_BATCH}
         ) m ${WITH_USER} ORDER BY m.user_id DESC`,
        [...valuesOf(scope, filter), before],
      );
      if (rows.length > 0) yield rows;
      const last = rows.at(-1);
      if (!last || rows.length < EXPORT_BATCH) return;
      before = last.userId;
    }
  }
}

interface AppRows {
  readonly tenantId: string;
  readonly appId: string;
}

function valuesOf({ tenantId, appId }: AppRows, { q, status }: MemberFilter): unknown[] {
  return [tenantId, appId, likePattern(q), status];
}
