import { type Changes, given, namesOf, type SettingsChanges, ValidationFailedError } from '@libs/kernel';

export const GENDERS = ['unspecified', 'male', 'female', 'other'] as const;
export type Gender = (typeof GENDERS)[number];

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const MIN_FONT_SCALE = 0.8;
export const MAX_FONT_SCALE = 2;

const EARLIEST_BIRTHDAY = '1900-01-01';
const DAY_MS = 86_400_000;

/** The personal details of a profile. Undefined fields stay as they are. */
export interface PersonalDetails {
  readonly bio?: string | null | undefined;
  /** Null is `unspecified`. */
  readonly gender?: Gender | null | undefined;
  /** YYYY-MM-DD, an existing date. */
  readonly birthday?: string | null | undefined;
  readonly regionCode?: string | null | undefined;
}

/** How a user wants the App to look. */
export interface Appearance {
  readonly theme: Theme;
  readonly fontScale: number;
  readonly reduceMotion: boolean;
}

export type AppearanceChanges = SettingsChanges<Appearance>;

/** Null if nothing was chosen. */
export type ChosenAppearance = { readonly [Key in keyof Appearance]: Appearance[Key] | null };

export const NOTHING_CHOSEN: ChosenAppearance = { theme: null, fontScale: null, reduceMotion: null };

export const APPEARANCE_FIELDS = namesOf(NOTHING_CHOSEN);

/** What a change chooses anew; other fields stay as they are. Null resets everything to its defaults. */
export function choicesOf(changes: AppearanceChanges | null): Changes<ChosenAppearance> {
  return given(changes ?? NOTHING_CHOSEN, APPEARANCE_FIELDS);
}

export function appearanceOf({ theme, fontScale, reduceMotion }: ChosenAppearance): Appearance {
  return { theme: theme ?? 'system', fontScale: fontScale ?? 1, reduceMotion: reduceMotion ?? false };
}

/** What is stored about a user besides the account. */
export class UserProfile implements ChosenAppearance {
  readonly tenantId: string;
  readonly userId: string;
  readonly bio: string | null = null;
  readonly gender: Gender = 'unspecified';
  readonly birthday: string | null = null;
  readonly regionCode: string | null = null;
  /** The token of the user's picture. */
  readonly avatarToken: string | null = null;
  readonly theme: Theme | null = null;
  readonly fontScale: number | null = null;
  readonly reduceMotion: boolean | null = null;

  constructor(tenantId: string, userId: string) {
    this.tenantId = tenantId;
    this.userId = userId;
  }

  /** @throws ValidationFailedError for a birthday before 1900 or in the future. */
  describe(details: PersonalDetails, now: Date): void {
    if (details.birthday) expectPast(details.birthday, now);
    this.change({
      bio: details.bio,
      gender: details.gender === null ? 'unspecified' : details.gender,
      birthday: details.birthday,
      regionCode: details.regionCode,
    });
  }

  /** @returns the token of the previous picture. */
  showAvatar(token: string | null): string | null {
    const former = this.avatarToken;
    this.change({ avatarToken: token });
    return former;
  }

  private change(changes: Changes<UserProfile>): void {
    Object.assign(this, given(changes, namesOf(changes)));
  }
}

/** A past date is over everywhere in the world: yesterday by UTC at the latest. */
function expectPast(birthday: string, now: Date): void {
  const yesterday = new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10);
  if (birthday < EARLIEST_BIRTHDAY || birthday > yesterday) {
    throw ValidationFailedError.of('birthday', 'out_of_range', { min: EARLIEST_BIRTHDAY, max: yesterday });
  }
}
