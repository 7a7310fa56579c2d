import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { AppMembership } from '../../domain/accounts/app-membership';
import { type Identifier, isTooNew, LoginIdentifier } from '../../domain/accounts/login-identifier';
import { OtpRequest } from '../../domain/codes/otp-request';
import { User } from '../../domain/accounts/user';

/** A user by one of its addresses. */
export interface IdentifierHolder {
  readonly user: User;
  readonly identifier: LoginIdentifier;
}

/** Users with their identifiers and memberships, and the requests that lead to them. Within the transaction under way. */
@Injectable()
export class Accounts {
  constructor(private readonly database: Database) {}

  async findIdentifier(tenantId: string, { type, value }: Identifier): Promise<LoginIdentifier | null> {
    return this.database.manager.findOneBy(LoginIdentifier, { tenantId, type, value });
  }

  /** Locked, so that two confirmations for one person follow each other. Rows that refer to the user may be added. */
  async getUserForUpdate(tenantId: string, id: string): Promise<User> {
    return this.database.manager.findOneOrFail(User, { where: { tenantId, id }, lock: { mode: 'for_no_key_update' } });
  }

  /** The same where there need not be one. */
  async findUserForUpdate(tenantId: string, id: string): Promise<User | null> {
    return this.database.manager.findOne(User, { where: { tenantId, id }, lock: { mode: 'for_no_key_update' } });
  }

  /** Who has the address, locked; null where nobody does. */
  async findHolderForUpdate(tenantId: string, wanted: Identifier): Promise<IdentifierHolder | null> {
    for (;;) {
      const seen = await this.findIdentifier(tenantId, wanted);
      if (!seen) return null;
      const user = await this.findUserForUpdate(tenantId, seen.userId);
      // Looked at behind the lock: the identifier may have gone to somebody else, and its user with it.
      const identifier = await this.findIdentifier(tenantId, wanted);
      if (user && identifier?.userId === user.id) return { user, identifier };
    }
  }

  async findMembership(tenantId: string, appId: string, userId: string): Promise<AppMembership | null> {
    return this.database.manager.findOneBy(AppMembership, { tenantId, appId, userId });
  }

  /**
   * Inserts the user with its identifier unless somebody registered the address at this very moment.
   *
   * @returns whether the address was still free.
   */
  async insertWithIdentifier(user: User, identifier: LoginIdentifier): Promise<boolean> {
    await this.database.manager.insert(User, user);
    const { identifiers } = await this.database.manager
      .createQueryBuilder()
      .insert()
      .into(LoginIdentifier)
      .values(identifier)
      .orIgnore()
      .returning('id')
      .execute()
      .then(({ raw }) => ({ identifiers: raw as unknown[] }));
    if (identifiers.length > 0) return true;
    await this.database.manager.delete(User, { tenantId: user.tenantId, id: user.id });
    return false;
  }

  async insertMembership(membership: AppMembership): Promise<void> {
    await this.database.manager.insert(AppMembership, membership);
  }

  async saveUser(user: User): Promise<void> {
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

  async saveIdentifier({ tenantId, id, verifiedAt, isPrimary }: LoginIdentifier): Promise<void> {
    await this.database.manager.update(LoginIdentifier, { tenantId, id }, { verifiedAt, isPrimary });
  }

  /** Whether the identifier may not vouch for its owner yet. To be asked behind the lock of the user. */
  async isTooNew(identifier: LoginIdentifier): Promise<boolean> {
    const { tenantId, userId } = identifier;
    const all = await this.database.manager.findBy(LoginIdentifier, { tenantId, userId });
    return isTooNew(identifier, all, await this.database.now());
  }

  async verifyPrimaryEmail(tenantId: string, userId: string): Promise<void> {
    const email = await this.findPrimaryEmail(tenantId, userId);
    if (!email) return;
    email.verify(await this.database.now());
    await this.saveIdentifier(email);
  }

  async saveMembership({ tenantId, appId, userId, status, joinedAt }: AppMembership): Promise<void> {
    await this.database.manager.update(AppMembership, { tenantId, appId, userId }, { status, joinedAt });
  }

  async deleteMembership({ tenantId, appId, userId }: AppMembership): Promise<void> {
    await this.database.manager.delete(AppMembership, { tenantId, appId, userId });
  }

  /** The address that a user is mailed at: the primary one, or the oldest where that is a mobile number. */
  async findPrimaryEmail(tenantId: string, userId: string): Promise<LoginIdentifier | null> {
    return this.database.manager.findOne(LoginIdentifier, {
      where: { tenantId, userId, type: 'email' },
      order: { isPrimary: 'DESC', createdAt: 'ASC', id: 'ASC' },
    });
  }

  async insertRequest(request: OtpRequest): Promise<void> {
    await this.database.manager.insert(OtpRequest, request);
  }

  async getRequestForUpdate(tenantId: string, id: string): Promise<OtpRequest | null> {
    return this.database.manager.findOne(OtpRequest, { where: { tenantId, id }, lock: { mode: 'pessimistic_write' } });
  }

  async findRequest(tenantId: string, id: string): Promise<OtpRequest | null> {
    return this.database.manager.findOneBy(OtpRequest, { tenantId, id });
  }

  async saveProcessed({ tenantId, id, userId, passwordHash, processedAt }: OtpRequest): Promise<void> {
    await this.database.manager.update(OtpRequest, { tenantId, id }, { userId, passwordHash, processedAt });
  }

  /** Forgets the user's requests at the App: their passwords have served. */
  async deleteRequests(tenantId: string, appId: string, userId: string): Promise<void> {
    await this.database.manager.delete(OtpRequest, { tenantId, appId, userId });
  }
}
