import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { UserProfile } from '../../domain/accounts/user-profile';

/** Within the transaction under way. Whoever changes a profile has locked its user. */
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

  /** @returns the token of the picture that the user showed. */
  async delete(tenantId: string, userId: string): Promise<string | null> {
    const profile = await this.get(tenantId, userId);
    await this.database.manager.delete(UserProfile, { tenantId, userId });
    return profile.avatarToken;
  }
}
