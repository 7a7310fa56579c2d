import { Injectable } from '@nestjs/common';
import { columnsOf, Database } from '@libs/foundation';
import { namesOf, picked } from '@libs/kernel';
import type { LoginIdentifier } from '../../domain/accounts/login-identifier';
import { maskedIdentifier } from '../../domain/accounts/masked-identifier';
import { accountPreferences, type User } from '../../domain/accounts/user';
import {
  type Appearance,
  APPEARANCE_FIELDS,
  appearanceOf,
  type ChosenAppearance,
  type Gender,
  type UserProfile,
} from '../../domain/accounts/user-profile';
import { InvalidTokenError } from '../../domain/sessions/sessions.errors';
import { UserProfileSchema, UserSchema } from '../accounts/accounts.schemas';
import { IDENTIFIERS_OF_USER, type IdentifierJson } from '../accounts/identifier-views';

const ACCOUNT = ['id', 'displayName', 'lockVersion', 'createdAt'] as const;
const DETAILS = ['bio', 'gender', 'regionCode', 'avatarToken'] as const;
export const ACCOUNT_PREFERENCES = namesOf(accountPreferences);

/** A user's own profile. */
export interface SelfProfile
  extends Pick<User, (typeof ACCOUNT)[number]>, Pick<UserProfile, (typeof DETAILS)[number] | 'birthday'> {
  readonly identifiers: readonly OwnIdentifier[];
  readonly hasPassword: boolean;
}

/** Its value is masked. */
type OwnIdentifier = Pick<LoginIdentifier, 'id' | 'type' | 'value' | 'isPrimary'> & { readonly verified: boolean };

/** The preferences that a client follows. */
export interface Preferences extends Pick<User, keyof typeof accountPreferences> {
  readonly appearance: Appearance;
}

/** The columns of the preferences. */
export type ChosenPreferences = Omit<Preferences, 'appearance'> & ChosenAppearance;

interface SelfProfileRow extends Omit<SelfProfile, 'identifiers' | 'gender'> {
  gender: Gender | null;
  identifiers: IdentifierJson[];
}

const OF_USER = `
  FROM users u LEFT JOIN user_profiles p ON p.tenant_id = u.tenant_id AND p.user_id = u.id
 WHERE u.tenant_id = $1 AND u.id = $2`;

const SELECT_PROFILE = `
  SELECT ${columnsOf(UserSchema, 'u', ACCOUNT)}, u.password_hash IS NOT NULL AS "hasPassword",
         ${columnsOf(UserProfileSchema, 'p', DETAILS)}, to_char(p.birthday, 'YYYY-MM-DD') AS birthday,
         ${IDENTIFIERS_OF_USER} AS identifiers ${OF_USER}`;

const SELECT_PREFERENCES = `
  SELECT ${columnsOf(UserSchema, 'u', ACCOUNT_PREFERENCES)}, ${columnsOf(UserProfileSchema, 'p', APPEARANCE_FIELDS)}
  ${OF_USER}`;

/** Profiles of users, as they read their own. */
@Injectable()
export class SelfProfiles {
  constructor(private readonly database: Database) {}

  async get({ tenantId, userId }: { tenantId: string; userId: string }): Promise<SelfProfile> {
    const [row] = await this.database.read<SelfProfileRow>(tenantId, SELECT_PROFILE, [tenantId, userId]);
    if (!row) throw new InvalidTokenError();
    return { ...row, gender: row.gender ?? 'unspecified', identifiers: row.identifiers.map(ownIdentifier) };
  }

  async preferences({ tenantId, userId }: { tenantId: string; userId: string }): Promise<Preferences> {
    const [row] = await this.database.read<ChosenPreferences>(tenantId, SELECT_PREFERENCES, [tenantId, userId]);
    if (!row) throw new InvalidTokenError();
    return preferencesOf(row);
  }
}

export function preferencesOf(chosen: ChosenPreferences): Preferences {
  return { ...picked(chosen, ACCOUNT_PREFERENCES), appearance: appearanceOf(chosen) };
}

function ownIdentifier({ id, type, value, verifiedAt, isPrimary }: IdentifierJson): OwnIdentifier {
  return { id, type, value: maskedIdentifier(type, value), verified: verifiedAt !== null, isPrimary };
}
