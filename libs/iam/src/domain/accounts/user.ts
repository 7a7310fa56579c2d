import { type ChangesOf, changesIn, field, fields, having, initialOf, newId, only } from '@libs/kernel';
import { IamStateError } from './accounts.errors';

export const USER_STATUSES = ['active', 'disabled', 'deleted'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/** Of a user who has one. */
export const userName = field.text(64, { pattern: /\S/, patternCode: 'required' }).example('Lin');

/** A person of one tenant, who may be a member of several of its Apps with one password. */
export const user = fields({
  tenantId: field.uuid(),
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903'),
  displayName: userName.nullable().initially(null),
  status: field.one('UserStatus', USER_STATUSES).initially('active'),
  locale: field.locale().nullable().initially(null),
  timeZone: field.text(64).nullable().initially(null).about('IANA time zone').example('Asia/Shanghai'),
  /** Scheme, pepper key and hash; null until a password was confirmed. */
  passwordHash: field.text().nullable().initially(null),
  passwordChangedAt: field.instant().nullable().initially(null),
  lockVersion: field.lockVersion().initially(1),
  createdAt: field.instant(),
  updatedAt: field.instant(),
  updatedBy: field.actor(),
});

/** What administrators change of a user. */
export const profile = only(user, 'displayName', 'locale', 'timeZone');

/** Of these, what members prefer everywhere. */
export const accountPreferences = only(user, 'locale', 'timeZone');

export type ProfileChanges = ChangesOf<typeof profile>;

export class User extends having(user) {
  constructor(
    tenantId: string,
    now: Date,
    { id = newId(), displayName = null, locale = null }: Partial<Pick<User, 'id' | 'displayName' | 'locale'>> = {},
  ) {
    super({ tenantId, id, displayName, locale, createdAt: now, updatedAt: now });
  }

  /** Takes the password of a confirmed registration, unless there already is one, which stays in force. */
  adoptRegistration(
    registration: Pick<User, 'displayName' | 'locale'> & { readonly passwordHash: string },
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
    this.change(changesIn(profile, changes), now);
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
    this.change({ ...initialOf(profile), passwordHash: null, passwordChangedAt: null, status: 'deleted' }, now);
  }

  private enter(status: UserStatus, now: Date): void {
    if (this.status === status) throw new IamStateError();
    this.change({ status }, now);
  }

  private change(state: Partial<User>, now: Date): void {
    Object.assign(this, state, { lockVersion: this.lockVersion + 1, updatedAt: now });
  }
}
