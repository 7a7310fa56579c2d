import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { SupportedLocale } from '@libs/kernel';
import type { LoginIdentifierType } from '../../domain/accounts/login-identifier';
import { maskedIdentifier } from '../../domain/accounts/masked-identifier';
import { type Appearance, appearanceOf, type Gender, type UserProfile } from '../../domain/accounts/user-profile';
import { InvalidTokenError } from '../../domain/sessions/sessions.errors';
import { IDENTIFIERS_OF_USER, type IdentifierJson } from '../accounts/identifier-views';

/** Somebody as they see themselves. */
export interface SelfProfile extends Pick<UserProfile, 'bio' | 'gender' | 'birthday' | 'regionCode' | 'avatarToken'> {
  readonly id: string;
  readonly displayName: string | null;
  readonly identifiers: readonly OwnIdentifier[];
  readonly hasPassword: boolean;
  readonly createdAt: Date;
  readonly lockVersion: number;
}

export interface OwnIdentifier {
  readonly id: string;
  readonly type: LoginIdentifierType;
  /** Masked. */
  readonly value: string;
  readonly verified: boolean;
  readonly isPrimary: boolean;
}

/** What a client follows when it shows things to its user. */
export interface Preferences {
  readonly locale: SupportedLocale | null;
  readonly timeZone: string | null;
  readonly appearance: Appearance;
}

interface SelfProfileRow extends Omit<SelfProfile, 'identifiers' | 'gender'> {
  gender: Gender | null;
  identifiers: IdentifierJson[];
}

const OF_USER = `
  FROM users u LEFT JOIN user_profiles p ON p.tenant_id = u.tenant_id AND p.user_id = u.id
 WHERE u.tenant_id = $1 AND u.id = $2`;

/** What users read about themselves. */
@Injectable()
export class SelfProfiles {
  constructor(private readonly database: Database) {}

  async get({ tenantId, userId }: { tenantId: string; userId: string }): Promise<SelfProfile> {
    const [row] = await this.database.read<SelfProfileRow>(
      tenantId,
      `SELECT u.id, u.display_name AS "displayName", u.password_hash IS NOT NULL AS "hasPassword",
              u.lock_version AS "lockVersion", u.created_at AS "createdAt", p.bio, p.gender,
              to_char(p.birthday, 'YYYY-MM-DD') AS birthday, p.region_code AS "regionCode",
              p.avatar_token AS "avatarToken", ${IDENTIFIERS_OF_USER} AS identifiers
         ${OF_USER}`,
      [tenantId, userId],
    );
    if (!row) throw new InvalidTokenError();
    return { ...row, gender: row.gender ?? 'unspecified', identifiers: row.identifiers.map(ownIdentifier) };
  }

  async preferences({ tenantId, userId }: { tenantId: string; userId: string }): Promise<Preferences> {
    const [row] = await this.database.read<
      Omit<Preferences, 'appearance'> & Pick<UserProfile, 'theme' | 'fontScale' | 'reduceMotion'>
    >(
      tenantId,
      `SELECT u.locale, u.time_zone AS "timeZone", p.theme, p.font_scale AS "fontScale",
              p.reduce_motion AS "reduceMotion"
         ${OF_USER}`,
      [tenantId, userId],
    );
    if (!row) throw new InvalidTokenError();
    return { locale: row.locale, timeZone: row.timeZone, appearance: appearanceOf(row) };
  }
}

function ownIdentifier({ id, type, value, verified_at, is_primary }: IdentifierJson): OwnIdentifier {
  return { id, type, value: maskedIdentifier(type, value), verified: verified_at !== null, isPrimary: is_primary };
}
