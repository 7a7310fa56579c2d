import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { NIL_UUID, Transactions, type SupportedLocale } from '@libs/kernel';
import { type Identifier, LoginIdentifier } from '../../domain/accounts/login-identifier';
import { Tenant } from '../../domain/accounts/tenant';
import { User } from '../../domain/accounts/user';
import { type IdentifierHolder, LoginIdentifiers } from '../../infrastructure/accounts/login-identifiers';
import { Users } from '../../infrastructure/accounts/users';
import { PasswordHasher } from '../../infrastructure/passwords/password-hasher';
import { RoleHolders } from '../../infrastructure/roles/role-holders';
import { RoleStore } from '../../infrastructure/roles/role-store';

const UNUSED_OWNER = `
  SELECT EXISTS (SELECT FROM user_roles WHERE tenant_id = $1 AND user_id = $2 AND role_code = 'owner')
     AND NOT EXISTS (SELECT FROM login_events WHERE tenant_id = $1 AND user_id = $2 AND result = 'success')
     AND NOT EXISTS (SELECT FROM security_events
                      WHERE tenant_id = $1 AND user_id = $2 AND type IN ('password_changed', 'password_reset'))
         AS "isUnused"`;

/** The first tenant of an installation and its first administrator. */
@Injectable()
export class TenantsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly database: Database,
    private readonly users: Users,
    private readonly identifiers: LoginIdentifiers,
    private readonly hasher: PasswordHasher,
    private readonly roles: RoleStore,
    private readonly holders: RoleHolders,
  ) {}

  async findByCode(code: string): Promise<Tenant | null> {
    return this.transactions.runAsSystem(() => this.database.manager.findOneBy(Tenant, { code }));
  }

  /** Creates the platform tenant with its built-in roles. */
  async createPlatform(code: string, name: string): Promise<Tenant> {
    return this.transactions.runAsSystem(async () => {
      const tenant = new Tenant(code, name, true, await this.transactions.now());
      await this.database.manager.insert(Tenant, tenant);
      await this.roles.syncBuiltIn(tenant.id);
      return tenant;
    });
  }

  /** Whether the tenant already has an owner. */
  async hasOwner(tenantId: string): Promise<boolean> {
    const rows = await this.database.read(
      tenantId,
      "SELECT 1 FROM user_roles WHERE tenant_id = $1 AND role_code = 'owner' LIMIT 1",
      [tenantId],
    );
    return rows.length > 0;
  }

  /** Creates a user with a confirmed address, a password and roles. */
  async createAdministrator(
    tenantId: string,
    admin: {
      email: string;
      password: string;
      displayName: string;
      locale: SupportedLocale | null;
      roles: readonly string[];
    },
  ): Promise<User> {
    const passwordHash = await this.hasher.hash(admin.password);
    return this.asService(tenantId, async () => {
      const now = await this.transactions.now();
      const user = new User(tenantId, now, { displayName: admin.displayName, locale: admin.locale });
      user.setPassword(passwordHash, now);
      const identifier = new LoginIdentifier(user, 'email', admin.email, now);
      identifier.verify(now);
      if (!(await this.identifiers.insertWithUser(user, identifier))) {
        throw new Error('The address of the administrator belongs to another user');
      }
      await this.holders.give(tenantId, user.id, admin.roles);
      return user;
    });
  }

  /**
   * Gives the first administrator another password as long as the account is unused: nobody has signed in with the
   * previous password or set one by mail. A user who was invited or registered is never the first administrator,
   * whatever the roles.
   *
   * @returns whether the password was replaced.
   */
  async replaceUnusedPassword(tenantId: string, email: string, password: string): Promise<boolean> {
    const identifier: Identifier = { type: 'email', value: email };
    const isFound = await this.transactions.run(tenantId, () => this.findUnused(tenantId, identifier));
    if (!isFound) return false;
    const passwordHash = await this.hasher.hash(password);
    return this.asService(tenantId, async () => {
      // Under the lock that a sign-in takes.
      const user = await this.findUnused(tenantId, identifier);
      if (!user) return false;
      user.setPassword(passwordHash, await this.transactions.now());
      await this.users.save(user);
      return true;
    });
  }

  /** What is unknown to be of anybody else would count as a change by the user. */
  private asService<T>(tenantId: string, work: () => Promise<T>): Promise<T> {
    return this.database.actingAs(NIL_UUID, () => this.transactions.run(tenantId, work));
  }

  private async findUnused(tenantId: string, identifier: Identifier): Promise<User | null> {
    const holder = await this.identifiers.findHolderForUpdate(tenantId, identifier);
    if (!holder || !wasMadeConfirmed(holder)) return null;
    const [{ isUnused } = { isUnused: false }] = await this.database.query<{ isUnused: boolean }>(UNUSED_OWNER, [
      tenantId,
      holder.user.id,
    ]);
    return isUnused && holder.user.status === 'active' ? holder.user : null;
  }
}

/** Whether `createAdministrator` made the user: all others prove the address some time after they were created. */
function wasMadeConfirmed({ user, identifier }: IdentifierHolder): boolean {
  return identifier.verifiedAt?.getTime() === user.createdAt.getTime();
}
