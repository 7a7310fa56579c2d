import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { UserProfile } from '../../domain/accounts/user-profile';

/** Within the current transaction. A caller that changes a profile has locked its user. */
@Injectable()
export class UserProfiles {
  constructor(private readonly database: Database) {}

  async get(tenantId: string, userId: string): Promise<UserProfile> {
    const profile = await this.database.manager.findOneBy(UserProfile, { tenantId, userId });
    return profile ?? new UserProfile(tenantId, userId);
  }

  async save(profile: UserProfile): Promise<void> {
    await this.database.manager.upsert(UserProfile, profile, ['tenantId', 'userId']);
  }

  /** @returns the token of the user's picture. */
  async delete(tenantId: string, userId: string): Promise<string | null> {
    const profile = await this.get(tenantId, userId);
    await this.database.manager.delete(UserProfile, { tenantId, userId });
    return profile.avatarToken;
  }
}
