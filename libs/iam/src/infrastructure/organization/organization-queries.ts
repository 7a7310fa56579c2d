import { Injectable } from '@nestjs/common';
import {
  columnsOf,
  Database,
  fieldsOf,
  ListOrder,
  listPage,
  nullable,
  sorted,
  sortedCode,
  sortedName,
} from '@libs/foundation';
import { found, likePattern, type ListPage, type ListRequest } from '@libs/kernel';
import type { OrganizationUnit } from '../../domain/organization/organization-unit';
import type { User } from '../../domain/accounts/user';
import { OrganizationUnitSchema } from './organization.schemas';

const FIELDS = fieldsOf(OrganizationUnitSchema, { without: ['tenantId'] });

/** A unit as administrators see it. */
export interface UnitView extends Pick<OrganizationUnit, (typeof FIELDS)[number]> {
  /** The names of the units above it, the first level first. */
  readonly path: readonly string[];
  /** Of itself, without those of the units below it. */
  readonly memberCount: number;
}

/** An account that is erased leaves its units. */
export interface UnitMember extends Pick<User, 'displayName'> {
  readonly userId: string;
  readonly status: Exclude<User['status'], 'deleted'>;
  readonly joinedAt: Date;
}

/** Among those with the same parent. */
const PLACE = `ARRAY[lpad(u.sort_order::text, 7, '0'), u.name, u.id::text]`;

/** All units of the tenant, each with its place in the tree: a parent comes before those below it. */
const TREE = `
  WITH RECURSIVE tree AS (
    SELECT u.*, ARRAY[]::text[] AS path, ${PLACE} AS place
      FROM organization_units u WHERE u.tenant_id = $1 AND u.parent_id IS NULL
     UNION ALL
    SELECT u.*, t.path || t.name, t.place || ${PLACE}
      FROM tree t JOIN organization_units u ON u.tenant_id = t.tenant_id AND u.parent_id = t.id
     WHERE u.tenant_id = $1
  )`;

const SELECT_UNITS = `
  SELECT ${columnsOf(OrganizationUnitSchema, 't', FIELDS)}, t.path,
         (SELECT count(*)::integer FROM organization_unit_members m
           WHERE m.tenant_id = t.tenant_id AND m.unit_id = t.id) AS "memberCount"
    FROM tree t`;

/** The units of a tenant and who belongs to them. */
@Injectable()
export class OrganizationQueries {
  static readonly order = new ListOrder(
    { name: sortedName('t.name'), created_at: sorted('t.created_at'), updated_at: sorted('t.updated_at') },
    { usual: 't.place', tie: 't.id' },
  );

  static readonly memberOrder = new ListOrder(
    {
      display_name: nullable(sortedName('u.display_name')),
      status: sortedCode('u.status'),
      joined_at: sorted('m.joined_at'),
    },
    { usual: 'm.joined_at DESC, m.user_id DESC', tie: 'm.user_id' },
  );

  constructor(private readonly database: Database) {}

  /**
   * In the order of the tree, unless the request says otherwise: a unit is followed by those below it.
   *
   * @param q a part of the name.
   */
  list(tenantId: string, q: string | undefined, request: ListRequest): Promise<ListPage<UnitView>> {
    const matches = `t.tenant_id = $1 AND ($2::text IS NULL OR t.name ILIKE $2)
      AND ($3::uuid[] IS NULL OR t.id = ANY ($3))`;
    const order = OrganizationQueries.order.of(request);
    return listPage<UnitView>(this.database, tenantId, request, {
      matching: `organization_units t WHERE ${matches}`,
      values: [tenantId, likePattern(q), request.ids],
      select: (limit) => `${TREE} ${SELECT_UNITS} WHERE ${matches} ORDER BY ${order} ${limit}`,
    });
  }

  /** @throws ResourceNotFoundError when the tenant has no such unit. */
  async get(tenantId: string, id: string): Promise<UnitView> {
    const [unit] = await this.database.read<UnitView & Record<string, unknown>>(
      tenantId,
      `${TREE} ${SELECT_UNITS} WHERE t.id = $2`,
      [tenantId, id],
    );
    return found(unit);
  }

  /**
   * In the order in which they joined, last first, unless the request says otherwise. The ids are those of users.
   *
   * @throws ResourceNotFoundError when the tenant has no such unit.
   */
  async members(tenantId: string, id: string, request: ListRequest): Promise<ListPage<UnitMember>> {
    await this.get(tenantId, id);
    const matching = `organization_unit_members m
       WHERE m.tenant_id = $1 AND m.unit_id = $2 AND ($3::uuid[] IS NULL OR m.user_id = ANY ($3))`;
    const order = OrganizationQueries.memberOrder.of(request);
    return listPage<UnitMember>(this.database, tenantId, request, {
      matching,
      values: [tenantId, id, request.ids],
      select: (limit) => `
        SELECT m.user_id AS "userId", u.display_name AS "displayName", u.status, m.joined_at AS "joinedAt"
          FROM (SELECT m.* FROM ${matching}) m JOIN users u ON u.tenant_id = m.tenant_id AND u.id = m.user_id
         ORDER BY ${order} ${limit}`,
    });
  }

  /** Those of the ids that units of the tenant have. */
  async existing(tenantId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.database.read<{ id: string }>(
      tenantId,
      'SELECT id FROM organization_units WHERE tenant_id = $1 AND id = ANY ($2::uuid[])',
      [tenantId, ids],
    );
    return new Set(rows.map(({ id }) => id));
  }
}
