import { derivedId } from '@libs/kernel';
import { parseEmailAddress } from '../../domain/accounts/email-address';
import type { Identifier } from '../../domain/accounts/login-identifier';
import type { Repetitions } from '../../domain/imports/repetitions';
import type { UniIdPasswords } from '../../domain/imports/uni-id-passwords';
import { type LeftOut, readUniIdUser, type UniIdUser, type Unreadable } from '../../domain/imports/uni-id-user';
import type { ImportedPassword } from '../../domain/passwords/imported-password';
import { parseMobileNumber } from '../../infrastructure/accounts/mobile-number';

/** uni-id itself accepts no other numbers without a country. */
const COUNTRY = 'CN';

/** What an operator decides about an import. */
export interface UniIdImportOptions {
  readonly tenantId: string;
  /** Recorded as what set off the import. */
  readonly runId: string;
  readonly passwords: UniIdPasswords;
  /** Whether members are to set passwords of their own. */
  readonly withoutPasswords: boolean;
  /** The App of users who may sign in at every one; null to leave them out. */
  readonly appOfAll: string | null;
  /** How many passwords are hashed at once. */
  readonly threads: number;
  readonly isDryRun: boolean;
}

/** Why a record made no member. */
export type UniIdSkip =
  | Unreadable
  | 'no_app'
  | 'no_confirmed_identifier'
  | 'identifier_repeated'
  | 'identifier_taken'
  | 'password_secret_missing';

/** What became of a record. */
export interface UniIdResult {
  readonly sourceId: string | null;
  readonly userId: string | null;
  /** `created` in a dry run: it would be. */
  readonly outcome: 'created' | 'unchanged' | 'skipped';
  readonly reason: UniIdSkip | null;
  readonly hasPassword: boolean;
  readonly leftOut: readonly LeftOut[];
}

/** A record from which a member can be made, if nothing stands in the way. */
export interface Candidate {
  readonly id: string;
  readonly from: UniIdUser;
  readonly identifiers: readonly Identifier[];
  readonly password: ImportedPassword | null;
  readonly leftOut: readonly LeftOut[];
}

type Rules = Pick<UniIdImportOptions, 'tenantId' | 'passwords' | 'withoutPasswords'>;

/**
 * The confirmed identifiers of a record, whether or not a member can be made of it: who lacks something else owns them no
 * less. Closed accounts own none.
 */
export function claimsOf(value: unknown, now: Date): readonly Identifier[] {
  const from = readUser(value, now);
  return typeof from === 'string' ? [] : identifiersOf(from).identifiers;
}

/** The member of a record, before anything is looked up. */
export function candidateOf(
  value: unknown,
  { tenantId, passwords, withoutPasswords }: Rules,
  now: Date,
): Candidate | UniIdResult {
  const from = readUser(value, now);
  if (typeof from === 'string') return skipped(from);
  const { identifiers, invalid } = identifiersOf(from);
  const password =
    withoutPasswords || !from.password ? null : passwords.read(from.password.stored, from.password.version);
  const isUnusable = password === 'password_unusable';
  const leftOut = [...from.leftOut, ...invalid, ...(isUnusable ? [password] : [])];
  const { sourceId } = from;
  if (identifiers.length === 0) return skipped('no_confirmed_identifier', { sourceId, leftOut });
  if (password === 'password_secret_missing') return skipped(password, { sourceId, leftOut });
  // The same in every run, so that a record is imported once.
  const id = derivedId(tenantId, `uni-id:${sourceId}`);
  return { id, from, identifiers, password: isUnusable ? null : password, leftOut };
}

/** One record that nobody has thought of must not end the import of all others. */
function readUser(value: unknown, now: Date): UniIdUser | Unreadable {
  try {
    return readUniIdUser(value, now);
  } catch {
    return 'unreadable';
  }
}

/** In canonical form, the primary one first: uni-id signs in by mobile before anything else. */
function identifiersOf({ mobile, email }: UniIdUser): { identifiers: Identifier[]; invalid: LeftOut[] } {
  const number = mobile === null ? null : parseMobileNumber(mobile, COUNTRY);
  const address = email === null ? null : parseEmailAddress(email);
  return {
    identifiers: [
      ...(number === null ? [] : [{ type: 'mobile', value: number } as const]),
      ...(address === null ? [] : [{ type: 'email', value: address } as const]),
    ],
    invalid: [
      ...(mobile !== null && number === null ? (['mobile_invalid'] as const) : []),
      ...(email !== null && address === null ? (['email_invalid'] as const) : []),
    ],
  };
}

export function keyOf({ type, value }: Identifier): string {
  return `${type}:${value}`;
}

export function isRepeated({ identifiers }: Candidate, repetitions: Repetitions): boolean {
  return identifiers.some((identifier) => repetitions.has(keyOf(identifier)));
}

export function skipped(
  reason: UniIdSkip,
  { sourceId = null, leftOut = [] }: Partial<Pick<UniIdResult, 'sourceId' | 'leftOut'>> = {},
): UniIdResult {
  return { sourceId, userId: null, outcome: 'skipped', reason, hasPassword: false, leftOut };
}
