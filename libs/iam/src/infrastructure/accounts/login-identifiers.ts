import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { type Identifier, isTooNew, LoginIdentifier } from '../../domain/accounts/login-identifier';
import type { User } from '../../domain/accounts/user';
import { Users } from './users';

/** A user with one of its addresses. */
export interface IdentifierHolder {
  readonly user: User;
  readonly identifier: LoginIdentifier;
}

/** The addresses of users. Within the current transaction. */
@Injectable()
export class LoginIdentifiers {
  constructor(
    private readonly database: Database,
    private readonly users: Users,
  ) {}

  /** Those of one user, oldest first. */
  async of(tenantId: string, userId: string): Promise<LoginIdentifier[]> {
    return this.database.manager.find(LoginIdentifier, {
      where: { tenantId, userId },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  async find(tenantId: string, userId: string, id: string): Promise<LoginIdentifier | null> {
    return this.database.manager.findOneBy(LoginIdentifier, { tenantId, userId, id });
  }

  /** Regardless of its user. */
  async findByAddress(tenantId: string, { type, value }: Identifier): Promise<LoginIdentifier | null> {
    return this.database.manager.findOneBy(LoginIdentifier, { tenantId, type, value });
  }

  /** The user with the address, locked; null if there is none. */
  async findHolderForUpdate(tenantId: string, wanted: Identifier): Promise<IdentifierHolder | null> {
    for (;;) {
      const seen = await this.findByAddress(tenantId, wanted);
      if (!seen) return null;
      const user = await this.users.findForUpdate(tenantId, seen.userId);
      // Read under the lock: the identifier may have passed to another user.
      const identifier = await this.findByAddress(tenantId, wanted);
      if (user && identifier?.userId === user.id) return { user, identifier };
    }
  }

  /** The address to which a user's mail goes: the primary one, or the oldest if that is a mobile number. */
  async findPrimaryEmail(tenantId: string, userId: string): Promise<LoginIdentifier | null> {
    return this.database.manager.findOne(LoginIdentifier, {
      where: { tenantId, userId, type: 'email' },
      order: { isPrimary: 'DESC', createdAt: 'ASC', id: 'ASC' },
    });
  }

  async hasVerified(tenantId: string, userId: string): Promise<boolean> {
    const all = await this.of(tenantId, userId);
    return all.some(({ verifiedAt }) => verifiedAt !== null);
  }

  /** Whether the identifier may not vouch for its owner yet. To be called under the user's lock. */
  async isTooNew(identifier: LoginIdentifier): Promise<boolean> {
    const { tenantId, userId } = identifier;
    const all = await this.database.manager.findBy(LoginIdentifier, { tenantId, userId });
    return isTooNew(identifier, all, await this.database.now());
  }

  /** @returns whether the address was still free. */
  async insert(identifier: LoginIdentifier): Promise<boolean> {
    return this.database.insertIfFree(LoginIdentifier, identifier);
  }

  /**
   * Inserts the user with its identifier unless the address was registered concurrently.
   *
   * @returns whether the address was still free.
   */
  async insertWithUser(user: User, identifier: LoginIdentifier): Promise<boolean> {
    await this.users.insert(user);
    if (await this.insert(identifier)) return true;
    await this.users.delete(user);
    return false;
  }

  async save({ tenantId, id, verifiedAt, isPrimary }: LoginIdentifier): Promise<void> {
    await this.database.manager.update(LoginIdentifier, { tenantId, id }, { verifiedAt, isPrimary });
  }

  async verifyPrimaryEmail(tenantId: string, userId: string): Promise<void> {
    const email = await this.findPrimaryEmail(tenantId, userId);
    if (!email) return;
    email.verify(await this.database.now());
    await this.save(email);
  }

  async delete({ tenantId, id }: LoginIdentifier): Promise<void> {
    await this.database.manager.delete(LoginIdentifier, { tenantId, id });
  }
}
