import type pg from 'pg';
import { maskedIdentifier } from '../../libs/iam/src/domain/accounts/masked-identifier';
import type { Tokens } from '../data/tokens';
import { IS_SESSION, LIVE_MEMBER, memberOf, sessionValues } from './bearers';
import { answer, type Routes, UNAUTHORIZED } from './http';

interface ProfileRow {
  readonly id: string;
  readonly display_name: string | null;
  readonly bio: string | null;
  readonly gender: string | null;
  readonly birthday: string | null;
  readonly region_code: string | null;
  readonly has_password: boolean;
  readonly created_at: Date;
  readonly lock_version: number;
  readonly identifiers: readonly {
    readonly id: string;
    readonly type: 'email' | 'mobile';
    readonly value: string;
    readonly verified_at: string | null;
    readonly is_primary: boolean;
  }[];
}

interface PreferencesRow {
  readonly locale: string | null;
  readonly time_zone: string | null;
  readonly theme: string | null;
  readonly font_scale: number | null;
  readonly reduce_motion: boolean | null;
}

interface PreferencesBody {
  readonly time_zone: string;
  readonly appearance: { readonly theme: string; readonly font_scale: number };
}

/** Whether the session lives, and the profile, in one statement. */
const PROFILE = {
  name: 'profile',
  text: `SELECT u.id, u.display_name, u.password_hash IS NOT NULL AS has_password, u.lock_version, u.created_at, p.bio, p.gender,
                to_char(p.birthday, 'YYYY-MM-DD') AS birthday, p.region_code,
                coalesce((
                  SELECT json_agg(json_build_object('id', i.id, 'type', i.type, 'value', i.value, 'verified_at', i.verified_at,
                                                    'is_primary', i.is_primary)
                                  ORDER BY i.is_primary DESC, i.created_at, i.id)
                    FROM login_identifiers i WHERE i.tenant_id = u.tenant_id AND i.user_id = u.id), '[]') AS identifiers
           FROM ${LIVE_MEMBER}
           LEFT JOIN user_profiles p ON p.tenant_id = u.tenant_id AND p.user_id = u.id
          WHERE ${IS_SESSION}`,
};

/** Whether the session lives, and the change, in one statement. */
const CHANGE_PREFERENCES = {
  name: 'change-preferences',
  text: `WITH live AS (
           SELECT u.tenant_id, u.id FROM ${LIVE_MEMBER} WHERE ${IS_SESSION} FOR NO KEY UPDATE OF u
         ), changed AS (
           UPDATE users u SET time_zone = $5, lock_version = lock_version + 1, updated_at = now()
             FROM live WHERE u.tenant_id = live.tenant_id AND u.id = live.id RETURNING u.tenant_id, u.id, u.locale, u.time_zone
         ), profile AS (
           INSERT INTO user_profiles AS p (tenant_id, user_id, gender, theme, font_scale)
           SELECT tenant_id, id, 'unspecified', $6, $7 FROM changed
           ON CONFLICT (tenant_id, user_id) DO UPDATE SET theme = excluded.theme, font_scale = excluded.font_scale
           RETURNING p.theme, p.font_scale, p.reduce_motion
         )
         SELECT locale, time_zone, theme, font_scale, reduce_motion FROM changed, profile`,
};

export function memberRoutes(pool: pg.Pool, tokens: Tokens): Routes {
  return {
    'GET /api/v1/me': async (request) => {
      const member = memberOf(request, tokens);
      if (!member) return UNAUTHORIZED;
      const { rows } = await pool.query<ProfileRow>({ ...PROFILE, values: sessionValues(member) });
      return rows[0] ? answer(profileOf(rows[0])) : UNAUTHORIZED;
    },
    'PATCH /api/v1/me/preferences': async (request) => {
      const member = memberOf(request, tokens);
      if (!member) return UNAUTHORIZED;
      if (!isPreferences(request.body)) return { status: 422 };
      const { time_zone, appearance } = request.body;
      const values = [...sessionValues(member), time_zone, appearance.theme, appearance.font_scale];
      const { rows } = await pool.query<PreferencesRow>({ ...CHANGE_PREFERENCES, values });
      return rows[0] ? answer(preferencesOf(rows[0])) : UNAUTHORIZED;
    },
  };
}

function profileOf(row: ProfileRow) {
  return {
    id: row.id,
    display_name: row.display_name,
    avatar_url: null,
    bio: row.bio,
    gender: row.gender ?? 'unspecified',
    birthday: row.birthday,
    region_code: row.region_code,
    identifiers: row.identifiers.map(({ id, type, value, verified_at, is_primary }) => {
      return { id, type, value: maskedIdentifier(type, value), verified: verified_at !== null, is_primary };
    }),
    has_password: row.has_password,
    created_at: row.created_at.toISOString(),
    lock_version: row.lock_version,
  };
}

function preferencesOf({ locale, time_zone, theme, font_scale, reduce_motion }: PreferencesRow) {
  return {
    locale,
    time_zone,
    appearance: { theme: theme ?? 'system', font_scale: font_scale ?? 1, reduce_motion: reduce_motion ?? false },
  };
}

function isPreferences(body: unknown): body is PreferencesBody {
  const { time_zone, appearance } = (body ?? {}) as Partial<PreferencesBody>;
  const { theme, font_scale } = appearance ?? {};
  const isTheme = theme === 'system' || theme === 'light' || theme === 'dark';
  const isScale = typeof font_scale === 'number' && font_scale >= 0.8 && font_scale <= 2;
  return isTheme && isScale && typeof time_zone === 'string' && isTimeZone(time_zone);
}

function isTimeZone(name: string): boolean {
  return timeZones.has(name);
}

const timeZones: ReadonlySet<string> = new Set(Intl.supportedValuesOf('timeZone'));
