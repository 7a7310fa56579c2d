import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { User } from '../../domain/accounts/user';

/** Users alone. Within the current transaction. */
@Injectable()
export class Users {
  constructor(private readonly database: Database) {}

  /**
   * Locked: a user's confirmations and sign-ins happen one after the other, and whatever revokes access or changes the
   * password waits for them. Rows that refer to the user may still be added.
   */
  async getForUpdate(tenantId: string, id: string): Promise<User> {
    return this.database.manager.findOneOrFail(User, { where: { tenantId, id }, lock: { mode: 'for_no_key_update' } });
  }

  /** The same, or null if there is no such user. */
  async findForUpdate(tenantId: string, id: string): Promise<User | null> {
    return this.database.manager.findOne(User, { where: { tenantId, id }, lock: { mode: 'for_no_key_update' } });
  }

  async insert(user: User): Promise<void> {
    await this.database.manager.insert(User, user);
  }

  async save(user: User): Promise<void> {
    const { tenantId, id, ...state } = user;
    await this.database.manager.update(User, { tenantId, id }, state);
  }

  /** Stores the same password under newer parameters, unless it has changed. */
  async replacePasswordHash(tenantId: string, userId: string, stored: string, renewed: string): Promise<void> {
    await this.database.write(
      tenantId,
      'UPDATE users SET password_hash = $4 WHERE tenant_id = $1 AND id = $2 AND password_hash = $3',
      [tenantId, userId, stored, renewed],
    );
  }

  /** Deletes a user that was inserted in this transaction and to which nothing refers. */
  async delete({ tenantId, id }: User): Promise<void> {
    await this.database.manager.delete(User, { tenantId, id });
  }
}
