import { Injectable } from '@nestjs/common';
import { AppMembership } from '../../domain/accounts/app-membership';
import { type Identifier, LoginIdentifier } from '../../domain/accounts/login-identifier';
import { User } from '../../domain/accounts/user';
import type { UniIdUser } from '../../domain/imports/uni-id-user';
import { Memberships } from '../../infrastructure/accounts/memberships';
import { UserProfiles } from '../../infrastructure/accounts/user-profiles';
import { ImportedUsers } from '../../infrastructure/imports/imported-users';
import { UnverifiedAddresses } from '../registration/unverified-addresses';

/** A user who is to become a member. */
export interface NewMember {
  readonly tenantId: string;
  readonly id: string;
  readonly from: UniIdUser;
  /** The primary one first. */
  readonly identifiers: readonly Identifier[];
  readonly appIds: readonly string[];
  readonly passwordHash: string | null;
}

/** Members who were confirmed elsewhere. In the current transaction. */
@Injectable()
export class MemberInsertion {
  constructor(
    private readonly profiles: UserProfiles,
    private readonly memberships: Memberships,
    private readonly imported: ImportedUsers,
    private readonly unverified: UnverifiedAddresses,
  ) {}

  /**
   * An address that nobody has proven gives way, as it does to whoever proves it.
   *
   * @returns false if one of the addresses belongs to somebody: then nothing of the member was inserted.
   */
  async insert(member: NewMember, now: Date): Promise<boolean> {
    const { tenantId, id, from, passwordHash } = member;
    const registeredAt = from.registeredAt ?? now;
    const user = new User(tenantId, registeredAt, { id, displayName: from.displayName });
    if (passwordHash !== null) user.setPassword(passwordHash, now);
    if (from.status === 'banned') user.disable(now);
    if (!(await this.insertIdentifiers(user, member.identifiers, now))) return false;
    if (from.gender !== 'unspecified') {
      const profile = await this.profiles.get(tenantId, id);
      profile.describe({ gender: from.gender }, now);
      await this.profiles.save(profile);
    }
    for (const appId of member.appIds) {
      const membership = new AppMembership({ tenantId, appId }, id, registeredAt);
      membership.activate(registeredAt);
      if (from.status === 'in_review') membership.suspend();
      await this.memberships.insert(membership);
    }
    return true;
  }

  /** All are proven at once, so that none of them is too new beside the others. */
  private async insertIdentifiers(user: User, identifiers: readonly Identifier[], now: Date): Promise<boolean> {
    for (const [at, { type, value }] of identifiers.entries()) {
      const identifier = new LoginIdentifier(user, type, value, now, at === 0);
      identifier.verify(now);
      if (at === 0 && !(await this.unverified.giveTo(user, identifier))) return false;
      if (at > 0 && !(await this.unverified.add(identifier))) {
        await this.imported.remove(user);
        return false;
      }
    }
    return true;
  }
}
