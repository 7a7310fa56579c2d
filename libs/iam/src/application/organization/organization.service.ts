import { Injectable } from '@nestjs/common';
import { AuditTrail, but, Transactions, ValidationFailedError, VersionedChanges, wireOf } from '@libs/kernel';
import {
  type NewUnit,
  OrganizationUnit,
  unit as fields,
  type UnitChanges,
} from '../../domain/organization/organization-unit';
import { OrganizationUnitInUseError } from '../../domain/organization/organization.errors';
import { OrganizationQueries, type UnitView } from '../../infrastructure/organization/organization-queries';
import { OrganizationUnits } from '../../infrastructure/organization/organization-units';

/** All that administrators decide; ids and the times of the row are not theirs. */
const RECORDED = but(fields, 'tenantId', 'id', 'lockVersion', 'createdAt', 'updatedAt', 'updatedBy');

/**
 * The organization units of a tenant. Whoever changes how they lie below each other locks the tree first; then users
 * are locked, and a unit last.
 */
@Injectable()
export class OrganizationService {
  private readonly changes: VersionedChanges<OrganizationUnit>;

  constructor(
    private readonly transactions: Transactions,
    private readonly units: OrganizationUnits,
    private readonly queries: OrganizationQueries,
    audit: AuditTrail,
  ) {
    this.changes = new VersionedChanges(audit, {
      type: 'organization_unit',
      save: (unit) => units.save(unit),
      see: (unit) => unit,
      record: (unit) => wireOf(RECORDED, unit),
    });
  }

  /**
   * @throws ValidationFailedError for a manager who is no user, or a parent below which it cannot lie.
   * @throws OrganizationUnitLimitError, ResourceConflictError when the name is taken.
   */
  create(tenantId: string, input: NewUnit): Promise<UnitView> {
    return this.transactions.run(tenantId, async () => {
      const tree = await this.units.lockTree(tenantId);
      const unit = new OrganizationUnit(tenantId, input, await this.transactions.now());
      tree.expectPlace(unit.parentId);
      tree.expectRoom();
      await this.expectUser(tenantId, unit.managerUserId);
      await this.units.add(unit);
      await this.changes.added(unit);
      return this.queries.get(tenantId, unit.id);
    });
  }

  /**
   * @throws ResourceNotFoundError, VersionConflictError, ResourceConflictError when the name is taken.
   * @throws ValidationFailedError for a manager who is no user.
   */
  update(tenantId: string, id: string, lockVersion: number, changes: UnitChanges): Promise<UnitView> {
    return this.transactions.run(tenantId, async () => {
      await this.queries.get(tenantId, id);
      await this.expectUser(tenantId, changes.managerUserId ?? null);
      return this.changed(tenantId, id, lockVersion, (unit, now) => unit.update(changes, now));
    });
  }

  /**
   * Moves it with all below it.
   *
   * @throws ResourceNotFoundError, VersionConflictError, ResourceConflictError when the name is taken there.
   * @throws ValidationFailedError for a parent below which it cannot lie.
   */
  move(tenantId: string, id: string, lockVersion: number, parentId: string | null): Promise<UnitView> {
    return this.transactions.run(tenantId, async () => {
      const tree = await this.units.lockTree(tenantId);
      return this.changed(tenantId, id, lockVersion, (unit, now) => {
        tree.expectPlace(parentId, id);
        unit.moveBelow(parentId, now);
      });
    });
  }

  /** @throws ResourceNotFoundError, VersionConflictError, OrganizationUnitInUseError */
  delete(tenantId: string, id: string, lockVersion: number): Promise<void> {
    return this.transactions.run(tenantId, async () => {
      const tree = await this.units.lockTree(tenantId);
      const unit = await this.units.getForUpdate(tenantId, id);
      await this.changes.delete(unit, lockVersion, async () => {
        if (tree.hasChildren(id) || (await this.units.hasMembers(unit))) throw new OrganizationUnitInUseError();
        await this.units.delete(unit);
      });
    });
  }

  /**
   * Who is not in the list leaves the unit, and no other.
   *
   * @throws ResourceNotFoundError
   * @throws ValidationFailedError for ids that are no users of the tenant.
   */
  replaceMembers(tenantId: string, id: string, userIds: readonly string[]): Promise<UnitView> {
    return this.transactions.run(tenantId, async () => {
      await this.queries.get(tenantId, id);
      const known = await this.units.lockUsers(tenantId, userIds);
      const unknown = userIds.flatMap((userId, index) =>
        known.has(userId) ? [] : [{ field: `user_ids.${index}`, code: 'unknown_user' }],
      );
      if (unknown.length > 0) throw new ValidationFailedError(unknown);
      const unit = await this.units.getForUpdate(tenantId, id);
      const { removed, added } = await this.units.replaceMembers(unit, userIds);
      // By user, so that the record tells who came and who went, however many stayed.
      this.changes.record(unit, { members: eachTrue(removed) }, { members: eachTrue(added) });
      return this.queries.get(tenantId, id);
    });
  }

  private async changed(
    tenantId: string,
    id: string,
    lockVersion: number,
    change: (unit: OrganizationUnit, now: Date) => void,
  ): Promise<UnitView> {
    const unit = await this.units.getForUpdate(tenantId, id);
    const now = await this.transactions.now();
    await this.changes.change(unit, lockVersion, () => change(unit, now));
    return this.queries.get(tenantId, id);
  }

  private async expectUser(tenantId: string, userId: string | null): Promise<void> {
    if (userId === null || (await this.units.lockUsers(tenantId, [userId])).has(userId)) return;
    throw ValidationFailedError.of('manager_user_id', 'unknown_user');
  }
}

function eachTrue(ids: readonly string[]): object {
  return Object.fromEntries(ids.map((id) => [id, true]));
}
