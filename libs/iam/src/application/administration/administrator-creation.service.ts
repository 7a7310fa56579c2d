import { Injectable } from '@nestjs/common';
import { AuditTrail, Transactions } from '@libs/kernel';
import { IdentifierTakenError } from '../../domain/accounts/accounts.errors';
import { LoginIdentifier } from '../../domain/accounts/login-identifier';
import { User } from '../../domain/accounts/user';
import { RoleHolders } from '../../infrastructure/roles/role-holders';
import { NewPasswords } from '../passwords/new-passwords';
import { UnverifiedAddresses } from '../registration/unverified-addresses';
import { ManagedUsers } from './managed-users';
import { TerminalJobs } from './terminal-jobs';

export interface NewAdministrator {
  /** In canonical form. */
  readonly email: string;
  /** Null to have one made. */
  readonly password: string | null;
  readonly displayName: string;
  readonly roles: readonly string[];
}

/** Administrators who are made from a terminal of the installation: for when there is nobody who could invite them. */
@Injectable()
export class AdministratorCreationService {
  constructor(
    private readonly jobs: TerminalJobs,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly unverified: UnverifiedAddresses,
    private readonly managed: ManagedUsers,
    private readonly holders: RoleHolders,
    private readonly newPasswords: NewPasswords,
  ) {}

  /**
   * Creates a user with a confirmed address, a password and roles.
   *
   * @throws IdentifierTakenError
   * @throws ValidationFailedError of `password`, and for a role that does not exist.
   */
  async create(tenantId: string, admin: NewAdministrator): Promise<{ id: string; password: string }> {
    const { email, displayName, roles } = admin;
    const { password, hash } = await this.newPasswords.givenOrMade(admin.password, email);
    const id = await this.jobs.perform(tenantId, 'admin create-admin', async () => {
      await this.managed.lockRoles(tenantId, roles);
      const now = await this.transactions.now();
      const user = new User(tenantId, now, { displayName });
      user.setPassword(hash, now);
      const identifier = new LoginIdentifier(user, 'email', email, now);
      identifier.verify(now);
      if (!(await this.unverified.giveTo(user, identifier))) throw new IdentifierTakenError();
      await this.holders.give(tenantId, user.id, roles);
      const after = { email, display_name: displayName, status: user.status, roles };
      this.audit.record({ resourceType: 'user', resourceId: user.id, before: null, after });
      return user.id;
    });
    return { id, password };
  }
}
