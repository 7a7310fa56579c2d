import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { User } from '../../domain/accounts/user';

/** Users by themselves. Within the transaction under way. */
@Injectable()
export class Users {
  constructor(private readonly database: Database) {}

  /**
   * Locked: confirmations and sign-ins of one person follow each other, and whatever takes its access or changes its
   * password waits for them. Rows that refer to the user may be added.
   */
  async getForUpdate(tenantId: string, id: string): Promise<User> {
    return this.database.manager.findOneOrFail(User, { where: { tenantId, id }, lock: { mode: 'for_no_key_update' } });
  }

  /** The same where there need not be one. */
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

  /** The same password under newer parameters, unless it is not the same any more. */
  async replacePasswordHash(tenantId: string, userId: string, stored: string, renewed: string): Promise<void> {
    await this.database.write(
      tenantId,
      'UPDATE users SET password_hash = $4 WHERE tenant_id = $1 AND id = $2 AND password_hash = $3',
      [tenantId, userId, stored, renewed],
    );
  }

  /** One that was inserted in this transaction, to whom nothing refers. */
  async delete({ tenantId, id }: User): Promise<void> {
    await this.database.manager.delete(User, { tenantId, id });
  }
}
