import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { In } from 'typeorm';
import { AppMembership } from '../../domain/accounts/app-membership';

/** Users' memberships of Apps. Within the current transaction. */
@Injectable()
export class Memberships {
  constructor(private readonly database: Database) {}

  async find(tenantId: string, appId: string, userId: string): Promise<AppMembership | null> {
    return this.database.manager.findOneBy(AppMembership, { tenantId, appId, userId });
  }

  /** Those of the users who have one of the App. */
  async findAll(tenantId: string, appId: string, userIds: readonly string[]): Promise<AppMembership[]> {
    return this.database.manager.findBy(AppMembership, { tenantId, appId, userId: In([...userIds]) });
  }

  async insert(membership: AppMembership): Promise<void> {
    await this.database.manager.insert(AppMembership, membership);
  }

  async save({ tenantId, appId, userId, status, joinedAt }: AppMembership): Promise<void> {
    await this.database.manager.update(AppMembership, { tenantId, appId, userId }, { status, joinedAt });
  }

  /** Saves the statuses of several at the App. */
  async saveStatuses(tenantId: string, appId: string, memberships: readonly AppMembership[]): Promise<void> {
    await this.database.query(
      `UPDATE app_memberships m SET status = s.status FROM unnest($3::uuid[], $4::text[]) AS s (user_id, status)
        WHERE m.tenant_id = $1 AND m.app_id = $2 AND m.user_id = s.user_id`,
      [tenantId, appId, memberships.map(({ userId }) => userId), memberships.map(({ status }) => status)],
    );
  }

  async delete({ tenantId, appId, userId }: AppMembership): Promise<void> {
    await this.database.manager.delete(AppMembership, { tenantId, appId, userId });
  }
}
