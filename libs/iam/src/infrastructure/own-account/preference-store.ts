import { Injectable } from '@nestjs/common';
import { columnsOf, Database } from '@libs/foundation';
import type { Changes } from '@libs/kernel';
import type { accountPreferences, User } from '../../domain/accounts/user';
import { APPEARANCE_FIELDS, type ChosenAppearance } from '../../domain/accounts/user-profile';
import { UserProfileSchema, UserSchema } from '../accounts/accounts.schemas';
import {
  ACCOUNT_PREFERENCES,
  type ChosenPreferences,
  type Preferences,
  preferencesOf,
} from '../personal-data/self-profiles';

/** What preferences become. Fields that are not named stay as they are. */
export type NewPreferences = Changes<Pick<User, keyof typeof accountPreferences>> & Changes<ChosenAppearance>;

interface Person {
  readonly tenantId: string;
  readonly userId: string;
}

/** The field of the changes $3, a JSON object, as a value of its column. */
const given = (field: keyof NewPreferences, type = 'text') => `($3::jsonb ->> '${field}')::${type}`;

/** The same if it is named, even with null; otherwise what the column has. */
const merged = (column: string, field: keyof NewPreferences, type?: string) =>
  `CASE WHEN $3::jsonb ? '${field}' THEN ${given(field, type)} ELSE ${column} END`;

/**
 * The user's row is written, and thereby locked, before the profile, as by every change of a profile: a change that had
 * to wait for another one merges into what that has left, not into what it saw before.
 */
const changeWhere = (condition: string) => `
  WITH account AS (
    UPDATE users u
       SET locale = ${merged('u.locale', 'locale')}, time_zone = ${merged('u.time_zone', 'timeZone')},
           lock_version = u.lock_version + 1, updated_at = now()
     WHERE u.tenant_id = $1 AND u.id = $2 AND u.status = 'active' AND ${condition}
    RETURNING u.tenant_id, u.id, ${columnsOf(UserSchema, 'u', ACCOUNT_PREFERENCES)}
  ), profile AS (
    INSERT INTO user_profiles AS p (tenant_id, user_id, gender, theme, font_scale, reduce_motion)
    SELECT tenant_id, id, 'unspecified', ${given('theme')}, ${given('fontScale', 'float8')},
           ${given('reduceMotion', 'boolean')} FROM account
    ON CONFLICT (tenant_id, user_id) DO UPDATE
       SET theme = ${merged('p.theme', 'theme')}, font_scale = ${merged('p.font_scale', 'fontScale', 'float8')},
           reduce_motion = ${merged('p.reduce_motion', 'reduceMotion', 'boolean')}
    RETURNING ${columnsOf(UserProfileSchema, 'p', APPEARANCE_FIELDS)}
  )
  SELECT ${[...ACCOUNT_PREFERENCES, ...APPEARANCE_FIELDS].map((field) => `"${field}"`).join(', ')} FROM account, profile`;

const CHANGE = changeWhere('true');
const CHANGE_ALL_BUT_ZONE = changeWhere(`u.time_zone IS NOT DISTINCT FROM ${merged('u.time_zone', 'timeZone')}`);

/** Changes of preferences, in one statement: clients make many of them. */
@Injectable()
export class PreferenceStore {
  constructor(private readonly database: Database) {}

  /** @returns all preferences; null if the user is no longer active. */
  change(user: Person, changes: NewPreferences): Promise<Preferences | null> {
    return this.write(CHANGE, user, changes);
  }

  /** The same if the time zone stays as it is. @returns null, too, if it would become another one: nothing changes then. */
  changeInZone(user: Person, changes: NewPreferences): Promise<Preferences | null> {
    return this.write(CHANGE_ALL_BUT_ZONE, user, changes);
  }

  private async write(
    statement: string,
    { tenantId, userId }: Person,
    changes: NewPreferences,
  ): Promise<Preferences | null> {
    const [row] = await this.database.write<ChosenPreferences>(tenantId, statement, [
      tenantId,
      userId,
      JSON.stringify(changes),
    ]);
    return row ? preferencesOf(row) : null;
  }
}
