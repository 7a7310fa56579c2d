import { Injectable } from '@nestjs/common';
import { ResourceNotFoundError, ValidationFailedError } from '@libs/kernel';
import type { User } from '../../domain/accounts/user';
import { expectHeld, expectMayManage, expectNoneLeftBehind, type HeldRole } from '../../domain/roles/grants';
import { Users } from '../../infrastructure/accounts/users';
import { RoleHolders } from '../../infrastructure/roles/role-holders';
import type { Administrator } from '../roles/administrator';

/** The first step of every use case about another user. In the current transaction. */
@Injectable()
export class ManagedUsers {
  constructor(
    private readonly users: Users,
    private readonly holders: RoleHolders,
  ) {}

  /**
   * The user, locked.
   *
   * @throws ResourceNotFoundError
   */
  async lock(tenantId: string, id: string): Promise<User> {
    const user = await this.users.findForUpdate(tenantId, id);
    if (!user || user.status === 'deleted') throw new ResourceNotFoundError();
    return user;
  }

  /**
   * The same where the administrator is about to act on the user.
   *
   * @throws PermissionDeniedError if the user has a role that the administrator may not manage.
   */
  async lockManaged(administrator: Administrator, id: string): Promise<User> {
    const user = await this.lock(administrator.tenantId, id);
    expectMayManage(administrator.permissions, await this.holders.rolesOf(user.tenantId, user.id));
    return user;
  }

  /** Those of the users that are not deleted, locked in the order of their ids. */
  async lockAll(tenantId: string, ids: readonly string[]): Promise<User[]> {
    const users = await this.users.findAllForUpdate(tenantId, ids);
    return users.filter(({ status }) => status !== 'deleted');
  }

  /** The same where the administrator is about to act on them. @throws PermissionDeniedError as `lockManaged`. */
  async lockAllManaged({ tenantId, permissions }: Administrator, ids: readonly string[]): Promise<User[]> {
    const users = await this.lockAll(tenantId, ids);
    expectMayManage(permissions, await this.holders.rolesAmong(tenantId, idsOf(users)));
    return users;
  }

  /** The same before a step that could remove the last holder of an indispensable role. */
  async lockAllBeforeRemoval(administrator: Administrator, ids: readonly string[]): Promise<User[]> {
    await this.holders.lockIndispensable(administrator.tenantId);
    return this.lockAllManaged(administrator, ids);
  }

  /** `lockManaged` before a step that could remove the last holder of an indispensable role. */
  async lockBeforeRemoval(administrator: Administrator, id: string): Promise<User> {
    await this.holders.lockIndispensable(administrator.tenantId);
    return this.lockManaged(administrator, id);
  }

  /**
   * @param isTaken which roles the user is about to lose; all of them by default.
   * @throws LastOwnerError, LastPlatformAdminError
   */
  async expectDispensable({ tenantId, id }: User, isTaken: (code: string) => boolean = () => true): Promise<void> {
    const alone = await this.holders.heldAlone(tenantId, [id]);
    expectNoneLeftBehind(alone.map(({ code }) => code).filter(isTaken));
  }

  /**
   * The same where all of them lose all of their roles.
   *
   * @throws LastOwnerError, LastPlatformAdminError naming in `ids` those who hold such a role.
   */
  async expectAllDispensable(tenantId: string, users: readonly User[]): Promise<void> {
    const alone = await this.holders.heldAlone(tenantId, idsOf(users));
    const holders = new Set(alone.flatMap(({ holders: ids }) => ids));
    expectNoneLeftBehind(
      alone.map(({ code }) => code),
      [...holders],
    );
  }

  /**
   * Locks roles that the administrator may give.
   *
   * @throws ValidationFailedError naming, by its index in the field `roles`, each code that is not a role of the
   * tenant.
   * @throws PermissionDeniedError if a role holds a permission that the administrator lacks.
   */
  async lockGrantable(administrator: Administrator, codes: readonly string[]): Promise<readonly HeldRole[]> {
    const roles = await this.lockRoles(administrator.tenantId, codes);
    for (const { permissions } of roles) expectHeld(administrator.permissions, permissions);
    return roles;
  }

  /** @throws ValidationFailedError as above. */
  async lockRoles(tenantId: string, codes: readonly string[]): Promise<readonly HeldRole[]> {
    const roles = await this.holders.lockRoles(tenantId, codes);
    const known = new Set(roles.map(({ code }) => code));
    const errors = codes.flatMap((code, index) =>
      known.has(code) ? [] : [{ field: `roles.${index}`, code: 'unknown_role' }],
    );
    if (errors.length > 0) throw new ValidationFailedError(errors);
    return roles;
  }
}

function idsOf(users: readonly User[]): string[] {
  return users.map(({ id }) => id);
}
