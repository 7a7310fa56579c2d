import { Injectable } from '@nestjs/common';
import { ResourceNotFoundError, ValidationFailedError } from '@libs/kernel';
import type { User } from '../../domain/accounts/user';
import { expectHeld, expectMayManage, expectNoneLeftBehind, type HeldRole } from '../../domain/roles/grants';
import { Users } from '../../infrastructure/accounts/users';
import { RoleHolders } from '../../infrastructure/roles/role-holders';
import type { Administrator } from '../roles/administrator';

/** What every use case about another user begins with. In the transaction under way. */
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
   * @throws PermissionDeniedError where the user has a role that is beyond the administrator.
   */
  async lockManaged(administrator: Administrator, id: string): Promise<User> {
    const user = await this.lock(administrator.tenantId, id);
    expectMayManage(administrator.permissions, await this.holders.rolesOf(user.tenantId, user.id));
    return user;
  }

  /** The same before something that could take the last holder of an indispensable role. */
  async lockBeforeRemoval(administrator: Administrator, id: string): Promise<User> {
    await this.holders.lockIndispensable(administrator.tenantId);
    return this.lockManaged(administrator, id);
  }

  /**
   * @param isTaken which roles the user is about to lose; all of them where that is not said.
   * @throws LastOwnerError, LastPlatformAdminError
   */
  async expectDispensable({ tenantId, id }: User, isTaken: (code: string) => boolean = () => true): Promise<void> {
    expectNoneLeftBehind((await this.holders.heldAlone(tenantId, id)).filter(isTaken));
  }

  /**
   * Roles that the administrator may give, locked.
   *
   * @throws ValidationFailedError naming each code, by its place in the field `roles`, that is no role of the tenant.
   * @throws PermissionDeniedError where a role holds what the administrator lacks.
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
