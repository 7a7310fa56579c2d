import { newId, type SupportedLocale } from '@libs/kernel';

export const USER_STATUSES = ['active', 'disabled', 'deleted'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/** A person of one tenant, who may be a member of several of its Apps with one password. */
export class User {
  readonly tenantId: string;
  readonly id: string;
  readonly displayName: string | null;
  readonly status: UserStatus;
  readonly locale: SupportedLocale | null;
  readonly timeZone: string | null;
  /** Scheme, pepper key and hash; null while no password was confirmed. */
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

  /** Takes the password of a confirmed registration, unless there is one already: that one stays in force. */
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

  setPassword(passwordHash: string, now: Date): void {
    this.change({ passwordHash, passwordChangedAt: now }, now);
  }

  private change(state: Partial<User>, now: Date): void {
    Object.assign(this, state, { lockVersion: this.lockVersion + 1, updatedAt: now });
  }
}
