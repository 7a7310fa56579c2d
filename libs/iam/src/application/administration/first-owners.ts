import { Injectable } from '@nestjs/common';
import { Outbox, type SupportedLocale, Transactions } from '@libs/kernel';
import { LoginIdentifier } from '../../domain/accounts/login-identifier';
import { User } from '../../domain/accounts/user';
import { UserInvited } from '../../domain/accounts/user.events';
import { OWNER_ROLE } from '../../domain/roles/built-in-roles';
import { LoginIdentifiers } from '../../infrastructure/accounts/login-identifiers';
import { RoleHolders } from '../../infrastructure/roles/role-holders';
import { AccountLinks } from '../passwords/account-links.service';

export interface NewOwner {
  /** In canonical form. */
  readonly email: string;
  readonly displayName: string;
}

/** The owners with whom tenants begin. */
@Injectable()
export class FirstOwners {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly identifiers: LoginIdentifiers,
    private readonly holders: RoleHolders,
    private readonly links: AccountLinks,
  ) {}

  /** Has the link mailed that sets the owner's password. In the transaction that creates the tenant. */
  async invite(tenantId: string, { email, displayName }: NewOwner, locale: SupportedLocale): Promise<void> {
    const now = await this.transactions.now();
    const user = new User(tenantId, now, { displayName });
    await this.identifiers.insertWithUser(user, new LoginIdentifier(user, 'email', email, now));
    await this.holders.give(tenantId, user.id, [OWNER_ROLE]);
    await this.links.issue(tenantId, user.id, 'invitation', { locale });
    await this.outbox.add(new UserInvited({ tenantId }, user.id, [OWNER_ROLE]));
  }
}
