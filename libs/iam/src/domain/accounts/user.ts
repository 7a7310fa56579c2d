import { type Changes, given, namesOf, newId, type SupportedLocale, withWireNames } from '@libs/kernel';
import { IamStateError } from './accounts.errors';

export const USER_STATUSES = ['active', 'disabled', 'deleted'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/** Undefined fields stay as they are. */
const NO_PROFILE = { displayName: null, locale: null, timeZone: null } as const;
const PROFILE_FIELDS = namesOf(NO_PROFILE);

export type ProfileChanges = Changes<Pick<User, keyof typeof NO_PROFILE>>;

/** A person of one tenant, who may be a member of several of its Apps with one password. */
export class User {
  readonly tenantId: string;
  readonly id: string;
  readonly displayName: string | null;
  readonly status: UserStatus;
  readonly locale: SupportedLocale | null;
  readonly timeZone: string | null;
  /** Scheme, pepper key and hash; null until a password was confirmed. */
  readonly passwordHash: string | null;
  readonly passwordChangedAt: Date | null;
  readonly lockVersion: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;

  constructor(
    tenantId: string,
    now: Date,
    profile: { displayName?: string | null; locale?: SupportedLocale | null } = {},
  ) {
    this.tenantId = tenantId;
    this.id = newId();
    this.displayName = profile.displayName ?? null;
    this.status = 'active';
    this.locale = profile.locale ?? null;
    this.timeZone = null;
    this.passwordHash = null;
    this.passwordChangedAt = null;
    this.lockVersion = 1;
    this.createdAt = now;
    this.updatedAt = now;
  }

  /** Takes the password of a confirmed registration, unless there already is one, which stays in force. */
  adoptRegistration(
    registration: { passwordHash: string; displayName: string | null; locale: SupportedLocale | null },
    now: Date,
  ): void {
    if (this.passwordHash !== null) return;
    this.change(
      {
        passwordHash: registration.passwordHash,
        passwordChangedAt: now,
        displayName: this.displayName ?? registration.displayName,
        locale: this.locale ?? registration.locale,
      },
      now,
    );
  }

  /** The time identifies the password, so it is always later than that of the previous one, whatever the clock says. */
  setPassword(passwordHash: string, now: Date): void {
    const before = this.passwordChangedAt?.getTime() ?? 0;
    this.change({ passwordHash, passwordChangedAt: new Date(Math.max(now.getTime(), before + 1)) }, now);
  }

  rename(displayName: string, now: Date): void {
    this.change({ displayName }, now);
  }

  changeProfile(changes: ProfileChanges, now: Date): void {
    this.change(given(changes, PROFILE_FIELDS), now);
  }

  /** @throws IamStateError when it is active already. */
  enable(now: Date): void {
    this.enter('active', now);
  }

  /** @throws IamStateError when it is disabled already. */
  disable(now: Date): void {
    this.enter('disabled', now);
  }

  /** Its roles, which are separate rows, were changed. */
  touch(now: Date): void {
    this.change({}, now);
  }

  /** Erases everything personal. The row stays for the records that refer to it. */
  erase(now: Date): void {
    this.change(
      {
        status: 'deleted',
        ...NO_PROFILE,
        passwordHash: null,
        passwordChangedAt: null,
      },
      now,
    );
  }

  private enter(status: UserStatus, now: Date): void {
    if (this.status === status) throw new IamStateError();
    this.change({ status }, now);
  }

  private change(state: Partial<User>, now: Date): void {
    Object.assign(this, state, { lockVersion: this.lockVersion + 1, updatedAt: now });
  }
}

/** The fields of a user that administrators change, with the keys of the wire. */
export function profileOf(user: User): object {
  return withWireNames(user, PROFILE_FIELDS);
}
