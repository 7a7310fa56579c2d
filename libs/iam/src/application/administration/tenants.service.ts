import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { Transactions, type SupportedLocale } from '@libs/kernel';
import { LoginIdentifier } from '../../domain/accounts/login-identifier';
import { Tenant } from '../../domain/accounts/tenant';
import { User } from '../../domain/accounts/user';
import { Accounts } from '../../infrastructure/accounts/accounts';
import { PasswordHasher } from '../../infrastructure/passwords/password-hasher';
import { RoleHolders } from '../../infrastructure/roles/role-holders';
import { RoleStore } from '../../infrastructure/roles/role-store';

/** The first tenant of an installation and its first administrator. */
@Injectable()
export class TenantsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly database: Database,
    private readonly accounts: Accounts,
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

  /** Whether somebody already owns the tenant. */
  async hasOwner(tenantId: string): Promise<boolean> {
    const rows = await this.database.read(
      tenantId,
      "SELECT 1 FROM user_roles WHERE tenant_id = $1 AND role_code = 'owner' LIMIT 1",
      [tenantId],
    );
    return rows.length > 0;
  }

  /** Creates a user with a confirmed address, a password and roles, all at once. */
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
    return this.transactions.run(tenantId, async () => {
      const now = await this.transactions.now();
      const user = new User(tenantId, now, { displayName: admin.displayName, locale: admin.locale });
      user.setPassword(passwordHash, now);
      const identifier = new LoginIdentifier(user, 'email', admin.email, now);
      identifier.verify(now);
      if (!(await this.accounts.insertWithIdentifier(user, identifier))) {
        throw new Error('The address of the administrator belongs to another user');
      }
      await this.holders.give(tenantId, user.id, admin.roles);
      return user;
    });
  }
}
