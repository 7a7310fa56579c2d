import { Injectable } from '@nestjs/common';
import { AuditTrail, type SupportedLocale, Transactions } from '@libs/kernel';
import { UserUnreachableError } from '../../domain/administration/administration.errors';
import { expectHeld } from '../../domain/roles/grants';
import { LoginIdentifiers } from '../../infrastructure/accounts/login-identifiers';
import { Users } from '../../infrastructure/accounts/users';
import { UserQueries, type UserView } from '../../infrastructure/administration/user-queries';
import { RoleHolders } from '../../infrastructure/roles/role-holders';
import { ManagedUsers } from './managed-users';
import { AccountLinks } from '../passwords/account-links.service';
import type { Administrator } from '../roles/administrator';

/** The roles of users and their ways to sign in, as administrators manage them. */
@Injectable()
export class UserAccessService {
  constructor(
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly users: Users,
    private readonly identifiers: LoginIdentifiers,
    private readonly holders: RoleHolders,
    private readonly managed: ManagedUsers,
    private readonly links: AccountLinks,
    private readonly queries: UserQueries,
  ) {}

  /**
   * Gives the user exactly these roles. The administrator needs the permissions only of roles that change.
   *
   * @throws ResourceNotFoundError, LastOwnerError, LastPlatformAdminError
   * @throws ValidationFailedError for a role that does not exist.
   * @throws PermissionDeniedError if a role given or taken holds a permission that the administrator lacks.
   */
  async assignRoles(administrator: Administrator, id: string, codes: readonly string[]): Promise<UserView> {
    const { tenantId, permissions } = administrator;
    return this.transactions.run(tenantId, async () => {
      await this.holders.lockIndispensable(tenantId);
      const user = await this.managed.lock(tenantId, id);
      const held = await this.holders.rolesOf(tenantId, id);
      const wanted = await this.managed.lockRoles(tenantId, codes);
      const before = held.map(({ code }) => code);
      const after = wanted.map(({ code }) => code);
      const added = wanted.filter(({ code }) => !before.includes(code));
      const removed = held.filter(({ code }) => !after.includes(code));
      for (const role of [...added, ...removed]) expectHeld(permissions, role.permissions);
      await this.managed.expectDispensable(user, (role) => removed.some(({ code }) => code === role));
      await this.holders.give(
        tenantId,
        id,
        added.map(({ code }) => code),
      );
      await this.holders.take(
        tenantId,
        id,
        removed.map(({ code }) => code),
      );
      user.touch(await this.transactions.now());
      await this.users.save(user);
      this.audit.record({ resourceType: 'user', resourceId: id, before: { roles: before }, after: { roles: after } });
      return this.queries.get(tenantId, id);
    });
  }

  /**
   * Mails a link to set a new password; a user who has not accepted the invitation yet is invited again.
   *
   * @param locale of the mail if the user has saved none.
   * @throws ResourceNotFoundError, PermissionDeniedError
   * @throws UserUnreachableError if the user is disabled or has no address.
   */
  async sendPasswordReset(administrator: Administrator, id: string, locale: SupportedLocale): Promise<void> {
    const { tenantId } = administrator;
    await this.transactions.run(tenantId, async () => {
      const user = await this.managed.lockManaged(administrator, id);
      const email = await this.identifiers.findPrimaryEmail(tenantId, id);
      if (user.status !== 'active' || !email) throw new UserUnreachableError();
      const isInvited = user.passwordHash === null && email.verifiedAt === null;
      const purpose = isInvited ? 'invitation' : 'password_reset';
      await this.links.issue(tenantId, id, purpose, { locale });
      this.audit.record({ resourceType: 'user', resourceId: id, before: null, after: { sent: purpose } });
    });
  }
}
