import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { LoginIdentifier } from '../../domain/accounts/login-identifier';

/** The identifiers of one user. Within the transaction under way. */
@Injectable()
export class LoginIdentifiers {
  constructor(private readonly database: Database) {}

  /** The oldest first. */
  async of(tenantId: string, userId: string): Promise<LoginIdentifier[]> {
    return this.database.manager.find(LoginIdentifier, {
      where: { tenantId, userId },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  async find(tenantId: string, userId: string, id: string): Promise<LoginIdentifier | null> {
    return this.database.manager.findOneBy(LoginIdentifier, { tenantId, userId, id });
  }

  /** @returns whether the address was still free. */
  async insert(identifier: LoginIdentifier): Promise<boolean> {
    const { raw } = (await this.database.manager
      .createQueryBuilder()
      .insert()
      .into(LoginIdentifier)
      .values(identifier)
      .orIgnore()
      .returning('id')
      .execute()) as { raw: unknown[] };
    return raw.length > 0;
  }

  async delete({ tenantId, id }: LoginIdentifier): Promise<void> {
    await this.database.manager.delete(LoginIdentifier, { tenantId, id });
  }
}
