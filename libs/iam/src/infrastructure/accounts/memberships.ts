import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { AppMembership } from '../../domain/accounts/app-membership';

/** Users' memberships of Apps. Within the current transaction. */
@Injectable()
export class Memberships {
  constructor(private readonly database: Database) {}

  async find(tenantId: string, appId: string, userId: string): Promise<AppMembership | null> {
    return this.database.manager.findOneBy(AppMembership, { tenantId, appId, userId });
  }

  async insert(membership: AppMembership): Promise<void> {
    await this.database.manager.insert(AppMembership, membership);
  }

  async save({ tenantId, appId, userId, status, joinedAt }: AppMembership): Promise<void> {
    await this.database.manager.update(AppMembership, { tenantId, appId, userId }, { status, joinedAt });
  }

  async delete({ tenantId, appId, userId }: AppMembership): Promise<void> {
    await this.database.manager.delete(AppMembership, { tenantId, appId, userId });
  }
}
