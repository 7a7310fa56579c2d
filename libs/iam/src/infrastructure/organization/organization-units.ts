import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { found, type TreeNode } from '@libs/kernel';
import { OrganizationTree } from '../../domain/organization/organization-tree';
import { OrganizationUnit } from '../../domain/organization/organization-unit';

const LOCK_TREE = `SELECT pg_advisory_xact_lock(hashtextextended('organization units ' || $1, 0))`;

const SELECT_NODES = 'SELECT id, parent_id AS "parentId" FROM organization_units WHERE tenant_id = $1';

/** An erasure changes the row of its user, and waits: nobody is put into a unit while being erased. */
const LOCK_USERS = `
  SELECT id FROM users WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) AND status <> 'deleted' ORDER BY id FOR SHARE`;

const REPLACE_MEMBERS = `
  WITH wanted AS (
    SELECT unnest($3::uuid[]) AS user_id
  ), removed AS (
    DELETE FROM organization_unit_members m
     WHERE m.tenant_id = $1 AND m.unit_id = $2 AND NOT EXISTS (SELECT FROM wanted w WHERE w.user_id = m.user_id)
    RETURNING m.user_id
  ), added AS (
    INSERT INTO organization_unit_members (tenant_id, unit_id, user_id)
    SELECT $1, $2, user_id FROM wanted ON CONFLICT DO NOTHING RETURNING user_id
  )
  SELECT ARRAY(SELECT user_id::text FROM removed ORDER BY 1) AS removed,
         ARRAY(SELECT user_id::text FROM added ORDER BY 1) AS added`;

/**
 * The units of tenants. In the current transaction, which takes its locks in this order: the tree, users, a unit. An
 * erasure has its user locked when it comes to the units.
 */
@Injectable()
export class OrganizationUnits {
  constructor(private readonly database: Database) {}

  /** The tree of the tenant as it is until the end of the transaction: one at a time changes it. */
  async lockTree(tenantId: string): Promise<OrganizationTree> {
    await this.database.query(LOCK_TREE, [tenantId]);
    // A statement of its own: it sees what the holder before has committed.
    return new OrganizationTree(
      await this.database.query<TreeNode & Record<string, unknown>>(SELECT_NODES, [tenantId]),
    );
  }

  /** Those of the ids that are users of the tenant, who are not erased until the end of the transaction. */
  async lockUsers(tenantId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const users = await this.database.query<{ id: string }>(LOCK_USERS, [tenantId, ids]);
    return new Set(users.map(({ id }) => id));
  }

  /** @throws ResourceNotFoundError when the tenant has no such unit. */
  async getForUpdate(tenantId: string, id: string): Promise<OrganizationUnit> {
    const unit = await this.database.manager.findOne(OrganizationUnit, {
      where: { tenantId, id },
      // The strongest lock: foreign keys of members wait for it.
      lock: { mode: 'pessimistic_write' },
    });
    return found(unit);
  }

  /** @throws ResourceConflictError when another unit with the same parent has the name. */
  async add(unit: OrganizationUnit): Promise<void> {
    await this.database.manager.insert(OrganizationUnit, unit);
  }

  /** @throws ResourceConflictError when another unit with the same parent has the name. */
  async save(unit: OrganizationUnit): Promise<void> {
    const { tenantId, id, ...state } = unit;
    await this.database.manager.update(OrganizationUnit, { tenantId, id }, state);
  }

  async hasMembers({ tenantId, id }: OrganizationUnit): Promise<boolean> {
    return this.database.hasRows(
      'SELECT FROM organization_unit_members WHERE tenant_id = $1 AND unit_id = $2 LIMIT 1',
      [tenantId, id],
    );
  }

  async replaceMembers(
    { tenantId, id }: OrganizationUnit,
    userIds: readonly string[],
  ): Promise<{ readonly removed: readonly string[]; readonly added: readonly string[] }> {
    const [changed] = await this.database.query<{ removed: string[]; added: string[] }>(REPLACE_MEMBERS, [
      tenantId,
      id,
      userIds,
    ]);
    return changed ?? { removed: [], added: [] };
  }

  async delete({ tenantId, id }: OrganizationUnit): Promise<void> {
    await this.database.manager.delete(OrganizationUnit, { tenantId, id });
  }
}
