import { Injectable } from '@nestjs/common';
import { AuditTrail, expectVersion, Outbox, type SupportedLocale, Transactions } from '@libs/kernel';
import { IdentifierTakenError } from '../../domain/accounts/accounts.errors';
import { LoginIdentifier } from '../../domain/accounts/login-identifier';
import { profileOf, type ProfileChanges, User } from '../../domain/accounts/user';
import { UserDisabled, UserInvited } from '../../domain/accounts/user.events';
import type { Permission } from '../../domain/roles/permissions';
import { PermissionDeniedError } from '../../domain/roles/roles.errors';
import { Users } from '../../infrastructure/accounts/users';
import { UserQueries, type UserView } from '../../infrastructure/administration/user-queries';
import { RoleHolders } from '../../infrastructure/roles/role-holders';
import { Sessions } from '../../infrastructure/sessions/sessions';
import { ManagedUsers } from './managed-users';
import { AccountLinks } from '../passwords/account-links.service';
import { AccountErasure } from '../personal-data/account-erasure';
import { UnverifiedAddresses } from '../registration/unverified-addresses';
import type { Administrator } from '../roles/administrator';

export interface Invitation {
  /** In canonical form. */
  readonly email: string;
  readonly displayName: string;
  readonly roles: readonly string[];
}

const ASSIGN_ROLES: Permission = 'roles.assign';

/** The users of a tenant, as its administrators manage them. */
@Injectable()
export class UsersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    private readonly users: Users,
    private readonly unverified: UnverifiedAddresses,
    private readonly holders: RoleHolders,
    private readonly managed: ManagedUsers,
    private readonly sessions: Sessions,
    private readonly erasure: AccountErasure,
    private readonly links: AccountLinks,
    private readonly queries: UserQueries,
  ) {}

  /**
   * Creates a user without a password, who is mailed a link to choose one.
   *
   * @param locale of the mail.
   * @throws PermissionDeniedError for roles that the administrator may not give.
   * @throws ValidationFailedError for a role that does not exist.
   * @throws IdentifierTakenError
   */
  async invite(administrator: Administrator, invitation: Invitation, locale: SupportedLocale): Promise<UserView> {
    const { tenantId, permissions } = administrator;
    const { email, displayName } = invitation;
    const roles = [...new Set(invitation.roles)];
    if (roles.length > 0 && !permissions.has(ASSIGN_ROLES)) {
      throw new PermissionDeniedError({ extra: { required_permission: ASSIGN_ROLES } });
    }
    return this.transactions.run(tenantId, async () => {
      await this.managed.lockGrantable(administrator, invitation.roles);
      const now = await this.transactions.now();
      const user = new User(tenantId, now, { displayName });
      const identifier = new LoginIdentifier(user, 'email', email, now);
      if (!(await this.unverified.giveTo(user, identifier))) throw new IdentifierTakenError();
      await this.holders.give(tenantId, user.id, roles);
      await this.links.issue(tenantId, user.id, 'invitation', { locale });
      await this.outbox.add(new UserInvited(tenantId, user.id, roles));
      const after = { email, display_name: displayName, status: user.status, roles };
      this.audit.record({ resourceType: 'user', resourceId: user.id, before: null, after });
      return this.queries.get(tenantId, user.id);
    });
  }

  /** @throws ResourceNotFoundError, PermissionDeniedError, VersionConflictError */
  async update(
    administrator: Administrator,
    id: string,
    lockVersion: number,
    changes: ProfileChanges,
  ): Promise<UserView> {
    return this.transactions.run(administrator.tenantId, async () => {
      const user = await this.managed.lockManaged(administrator, id);
      expectVersion(user, lockVersion);
      const before = profileOf(user);
      user.changeProfile(changes, await this.transactions.now());
      return this.saved(user, before, profileOf(user));
    });
  }

  /** @throws ResourceNotFoundError, PermissionDeniedError, VersionConflictError, IamStateError */
  async enable(administrator: Administrator, id: string, lockVersion: number): Promise<UserView> {
    return this.transactions.run(administrator.tenantId, async () => {
      const user = await this.managed.lockManaged(administrator, id);
      expectVersion(user, lockVersion);
      const before = { status: user.status };
      user.enable(await this.transactions.now());
      return this.saved(user, before, { status: user.status });
    });
  }

  /**
   * Ends all sessions, too.
   *
   * @throws ResourceNotFoundError, PermissionDeniedError, VersionConflictError, LastOwnerError, LastPlatformAdminError
   */
  async disable(administrator: Administrator, id: string, lockVersion: number): Promise<UserView> {
    const { tenantId } = administrator;
    return this.transactions.run(tenantId, async () => {
      const user = await this.managed.lockBeforeRemoval(administrator, id);
      expectVersion(user, lockVersion);
      await this.managed.expectDispensable(user);
      const before = { status: user.status };
      user.disable(await this.transactions.now());
      await this.sessions.revokeAll({ tenantId, userId: id }, 'user_disabled');
      await this.outbox.add(new UserDisabled(tenantId, id));
      return this.saved(user, before, { status: user.status });
    });
  }

  /**
   * Permanent: personal data is erased.
   *
   * @throws ResourceNotFoundError, PermissionDeniedError, LastOwnerError, LastPlatformAdminError
   */
  async delete(administrator: Administrator, id: string): Promise<void> {
    const { tenantId } = administrator;
    await this.transactions.run(tenantId, async () => {
      const user = await this.managed.lockBeforeRemoval(administrator, id);
      await this.managed.expectDispensable(user);
      const before = { status: user.status };
      await this.erasure.erase(user);
      this.audit.record({ resourceType: 'user', resourceId: id, before, after: null });
    });
  }

  private async saved(user: User, before: object, after: object): Promise<UserView> {
    await this.users.save(user);
    this.audit.record({ resourceType: 'user', resourceId: user.id, before, after });
    return this.queries.get(user.tenantId, user.id);
  }
}
