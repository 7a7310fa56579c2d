import { newId } from '@libs/kernel';
import { LastIdentifierError } from './accounts.errors';

export type LoginIdentifierType = 'email' | 'mobile';

/** How a message travels. */
export type Channel = 'email' | 'sms';

export const CHANNEL_OF: Readonly<Record<LoginIdentifierType, Channel>> = { email: 'email', mobile: 'sms' };

/** An address in canonical form: of email, or a mobile number in E.164. */
export interface Identifier {
  readonly type: LoginIdentifierType;
  readonly value: string;
}

/** An address by which a user signs in; unique within its tenant. One of a user's is the primary one. */
export class LoginIdentifier {
  readonly tenantId: string;
  readonly id: string;
  readonly userId: string;
  readonly type: LoginIdentifierType;
  readonly value: string;
  readonly verifiedAt: Date | null;
  readonly isPrimary: boolean;
  readonly createdAt: Date;

  constructor(
    owner: { tenantId: string; id: string },
    type: LoginIdentifierType,
    value: string,
    now: Date,
    isPrimary = true,
  ) {
    this.tenantId = owner.tenantId;
    this.id = newId();
    this.userId = owner.id;
    this.type = type;
    this.value = value;
    this.verifiedAt = null;
    this.isPrimary = isPrimary;
    this.createdAt = now;
  }

  /** Its owner proved to receive what is sent there. The first proof is the one that counts: its age begins with it. */
  verify(now: Date): void {
    if (this.verifiedAt === null) Object.assign(this, { verifiedAt: now });
  }

  makePrimary(): void {
    Object.assign(this, { isPrimary: true });
  }
}

/** How old an identifier has to be, from its proof on, before it speaks for its owner where an older one does. */
const SETTLING_MS = 24 * 60 * 60 * 1_000;

/**
 * Whether an identifier has yet to wait before it may vouch for its owner: whoever got hold of a session and added an
 * address must not outvote by it those that were there before.
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
 * Which identifiers are told of a change to the account: every proven address of email, and every proven number where
 * there is no such address, or none but those that may have come with a thief.
 *
 * @param before those that the user had before the change.
 */
export function toldOfChanges(before: readonly LoginIdentifier[], now: Date): LoginIdentifier[] {
  const proven = before.filter(({ verifiedAt }) => verifiedAt !== null);
  const emails = proven.filter(({ type }) => type === 'email');
  return emails.some((email) => !isTooNew(email, proven, now)) ? emails : proven;
}

/**
 * Which identifier takes the place of one that goes: the oldest that is verified. Null where that was not the primary one.
 *
 * @param all those of one user, the oldest first.
 * @throws LastIdentifierError where no other is verified: its owner could not prove to be the owner any more.
 */
export function successorOf(removed: LoginIdentifier, all: readonly LoginIdentifier[]): LoginIdentifier | null {
  const oldest = all.find(({ id, verifiedAt }) => id !== removed.id && verifiedAt !== null);
  if (!oldest) throw new LastIdentifierError();
  return removed.isPrimary ? oldest : null;
}
