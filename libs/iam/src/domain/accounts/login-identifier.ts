import { field, fields, having, newId } from '@libs/kernel';
import { LastIdentifierError } from './accounts.errors';

export const LOGIN_IDENTIFIER_TYPES = ['email', 'mobile'] as const;
export type LoginIdentifierType = (typeof LOGIN_IDENTIFIER_TYPES)[number];

export const LOGIN_METHODS = ['password', 'sms_code'] as const;
export type LoginMethod = (typeof LOGIN_METHODS)[number];

/** The channel of a message. */
export type Channel = 'email' | 'sms';

export const CHANNEL_OF: Readonly<Record<LoginIdentifierType, Channel>> = { email: 'email', mobile: 'sms' };

/** A login identifier in canonical form: an email address, or a mobile number in E.164. */
export interface Identifier {
  readonly type: LoginIdentifierType;
  readonly value: string;
}

/** An address by which a user signs in; unique within its tenant. Each user has one primary identifier. */
export const loginIdentifier = fields({
  tenantId: field.uuid(),
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905'),
  userId: field.uuid(),
  type: field.one('LoginIdentifierType', LOGIN_IDENTIFIER_TYPES),
  /** In canonical form. */
  value: field.text(),
  verifiedAt: field.instant().nullable().initially(null),
  isPrimary: field.flag(),
  createdAt: field.instant(),
});

export class LoginIdentifier extends having(loginIdentifier) {
  constructor(
    { tenantId, id: userId }: { tenantId: string; id: string },
    type: LoginIdentifierType,
    value: string,
    createdAt: Date,
    isPrimary = true,
  ) {
    super({ tenantId, id: newId(), userId, type, value, isPrimary, createdAt });
  }

  /**
   * Records that its owner proved to receive messages there. The first proof counts: the identifier's age begins with
   * it.
   */
  verify(now: Date): void {
    if (this.verifiedAt === null) Object.assign(this, { verifiedAt: now });
  }

  makePrimary(): void {
    Object.assign(this, { isPrimary: true });
  }
}

/** How long after its proof an identifier may not vouch for its owner while an older one exists. */
const SETTLING_MS = 24 * 60 * 60 * 1_000;

/**
 * Whether an identifier is too new to vouch for its owner: a thief who added an address with a stolen session must not
 * outvote the owner's older ones.
 *
 * @param all those of its user.
 */
export function isTooNew(identifier: LoginIdentifier, all: readonly LoginIdentifier[], now: Date): boolean {
  const provenAt = (identifier.verifiedAt ?? now).getTime();
  const hasElder = all.some(({ id, verifiedAt }) => {
    return id !== identifier.id && verifiedAt !== null && verifiedAt.getTime() < provenAt;
  });
  return hasElder && now.getTime() - provenAt < SETTLING_MS;
}

/**
 * The identifiers to notify of a change to the account: every proven email address; and every proven number if there is
 * no such address, or only ones that a thief may have added.
 *
 * @param before those that the user had before the change.
 */
export function toldOfChanges(before: readonly LoginIdentifier[], now: Date): LoginIdentifier[] {
  const proven = before.filter(({ verifiedAt }) => verifiedAt !== null);
  const emails = proven.filter(({ type }) => type === 'email');
  return emails.some((email) => !isTooNew(email, proven, now)) ? emails : proven;
}

/**
 * The identifier that replaces a removed one as the primary: the oldest that is verified. Null if the removed one was
 * not the primary.
 *
 * @param all those of one user, oldest first.
 * @throws LastIdentifierError if no other is verified: the owner could no longer prove to be the owner.
 */
export function successorOf(removed: LoginIdentifier, all: readonly LoginIdentifier[]): LoginIdentifier | null {
  const oldest = all.find(({ id, verifiedAt }) => id !== removed.id && verifiedAt !== null);
  if (!oldest) throw new LastIdentifierError();
  return removed.isPrimary ? oldest : null;
}
