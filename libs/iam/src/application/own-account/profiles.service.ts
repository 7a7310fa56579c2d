import { Injectable } from '@nestjs/common';
import { expectVersion, given, Outbox, Transactions } from '@libs/kernel';
import type { ProfileChanges, User } from '../../domain/accounts/user';
import { UserTimeZoneChanged } from '../../domain/accounts/user.events';
import {
  type AppearanceChanges,
  choicesOf,
  type SelfProfileChanges,
  type UserProfile,
} from '../../domain/accounts/user-profile';
import { InvalidTokenError } from '../../domain/sessions/sessions.errors';
import { UserProfiles } from '../../infrastructure/accounts/user-profiles';
import { Users } from '../../infrastructure/accounts/users';
import { type NewPreferences, PreferenceStore } from '../../infrastructure/own-account/preference-store';
import {
  ACCOUNT_PREFERENCES,
  type Preferences,
  type SelfProfile,
  SelfProfiles,
} from '../../infrastructure/personal-data/self-profiles';
import type { MemberSession } from '../../infrastructure/sessions/signed-in';

/** Undefined fields stay as they are, null resets them to their defaults. */
export interface PreferenceChanges extends Omit<ProfileChanges, 'displayName'> {
  readonly appearance?: AppearanceChanges | null | undefined;
}

/** The profile and preferences of users. The user's version covers all of it. */
@Injectable()
export class ProfilesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly users: Users,
    private readonly profiles: UserProfiles,
    private readonly selves: SelfProfiles,
    private readonly preferenceStore: PreferenceStore,
  ) {}

  get(member: MemberSession): Promise<SelfProfile> {
    return this.selves.get(member);
  }

  /**
   * @param lockVersion of the profile that the changes are based on, if the client insists on that.
   * @throws ValidationFailedError, VersionConflictError
   */
  async update(member: MemberSession, changes: SelfProfileChanges, lockVersion?: number | null): Promise<SelfProfile> {
    return this.transactions.run(member.tenantId, async () => {
      await this.change(member, (user, profile, now) => {
        profile.describe(changes, now);
        if (typeof lockVersion === 'number') expectVersion(user, lockVersion);
        user.changeProfile({ displayName: changes.displayName }, now);
      });
      return this.selves.get(member);
    });
  }

  preferences(member: MemberSession): Promise<Preferences> {
    return this.selves.preferences(member);
  }

  /** Changes are made one after the other, as those of the profile. */
  async changePreferences(member: MemberSession, changes: PreferenceChanges): Promise<Preferences> {
    const { appearance } = changes;
    const chosen = {
      ...given(changes, ACCOUNT_PREFERENCES),
      ...(appearance !== undefined && choicesOf(appearance)),
    };
    // Clients tell their time zone again and again: most changes leave it as it is, and are one statement.
    const changed = await this.preferenceStore.changeInZone(member, chosen);
    return changed ?? this.transactions.run(member.tenantId, () => this.changeZone(member, chosen));
  }

  private async changeZone(member: MemberSession, chosen: NewPreferences): Promise<Preferences> {
    await this.outbox.add(new UserTimeZoneChanged(member, member.userId));
    const changed = await this.preferenceStore.change(member, chosen);
    // Disabled or erased after the guard's check.
    if (!changed) throw new InvalidTokenError();
    return changed;
  }

  /**
   * Replaces or removes the picture, in the current transaction.
   *
   * @returns the token of the previous one.
   */
  async showAvatar(member: MemberSession, token: string | null): Promise<string | null> {
    return this.change(member, (user, profile, now) => {
      const former = profile.showAvatar(token);
      if (former !== token) user.touch(now);
      return former;
    });
  }

  /** Changes are made one after the other: each locks the row of its user. */
  private async change<T>(
    member: MemberSession,
    alter: (user: User, profile: UserProfile, now: Date) => T,
  ): Promise<T> {
    const { tenantId, userId } = member;
    const user = await this.users.findForUpdate(tenantId, userId);
    // Disabled or erased after the guard's check.
    if (user?.status !== 'active') throw new InvalidTokenError();
    const profile = await this.profiles.get(tenantId, userId);
    const outcome = alter(user, profile, await this.transactions.now());
    await this.users.save(user);
    await this.profiles.save(profile);
    return outcome;
  }
}
