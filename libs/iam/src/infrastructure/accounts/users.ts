import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { In } from 'typeorm';
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

  /** Those that exist, locked in the order of their ids: callers with the same users wait for each other. */
  async findAllForUpdate(tenantId: string, ids: readonly string[]): Promise<User[]> {
    return this.database.manager.find(User, {
      where: { tenantId, id: In([...ids]) },
      order: { id: 'ASC' },
      lock: { mode: 'for_no_key_update' },
    });
  }

  async insert(user: User): Promise<void> {
    await this.database.manager.insert(User, user);
  }

  async save(user: User): Promise<void> {
    const { tenantId, id, ...state } = user;
    await this.database.manager.update(User, { tenantId, id }, state);
  }

  /** Saves several that entered another status, and nothing else of them. */
  async saveStatuses(tenantId: string, users: readonly User[]): Promise<void> {
    await this.database.query(
      `UPDATE users u SET status = s.status, lock_version = s.lock_version, updated_at = s.updated_at
         FROM unnest($2::uuid[], $3::text[], $4::integer[], $5::timestamptz[]) AS s (id, status, lock_version, updated_at)
        WHERE u.tenant_id = $1 AND u.id = s.id`,
      [
        tenantId,
        users.map(({ id }) => id),
        users.map(({ status }) => status),
        users.map(({ lockVersion }) => lockVersion),
        users.map(({ updatedAt }) => updatedAt),
      ],
    );
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
