import { Injectable } from '@nestjs/common';
import { AuditTrail, Outbox, type SupportedLocale, Transactions } from '@libs/kernel';
import { IdentifierTakenError } from '../../domain/accounts/accounts.errors';
import { LoginIdentifier } from '../../domain/accounts/login-identifier';
import { User } from '../../domain/accounts/user';
import { UserInvited } from '../../domain/accounts/user.events';
import type { Permission } from '../../domain/roles/permissions';
import { PermissionDeniedError } from '../../domain/roles/roles.errors';
import { UserQueries, type UserView } from '../../infrastructure/administration/user-queries';
import { RoleHolders } from '../../infrastructure/roles/role-holders';
import { AccountLinks } from '../passwords/account-links.service';
import { UnverifiedAddresses } from '../registration/unverified-addresses';
import type { Administrator } from '../roles/administrator';
import { ManagedUsers } from './managed-users';

export interface Invitation {
  /** In canonical form. */
  readonly email: string;
  readonly displayName: string;
  readonly roles: readonly string[];
}

const ASSIGN_ROLES: Permission = 'roles.assign';

/** New users of a tenant, as its administrators invite them. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    private readonly unverified: UnverifiedAddresses,
    private readonly holders: RoleHolders,
    private readonly managed: ManagedUsers,
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
      await this.outbox.add(new UserInvited({ tenantId }, user.id, roles));
      const after = { email, display_name: displayName, status: user.status, roles };
      this.audit.record({ resourceType: 'user', resourceId: user.id, before: null, after });
      return this.queries.get(tenantId, user.id);
    });
  }
}
