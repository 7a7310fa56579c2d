import {
  type ChangesOf,
  changesIn,
  type Changes,
  field,
  fields,
  given,
  having,
  initialOf,
  namesOf,
  only,
  type SettingsChanges,
  ValidationFailedError,
  type ValuesOf,
} from '@libs/kernel';
import { user } from './user';

export const GENDERS = ['unspecified', 'male', 'female', 'other'] as const;
export type Gender = (typeof GENDERS)[number];

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const MIN_FONT_SCALE = 0.8;
export const MAX_FONT_SCALE = 2;

const EARLIEST_BIRTHDAY = '1900-01-01';
const DAY_MS = 86_400_000;

/** What is stored about a user besides the account. Nothing of how the App looks until something was chosen. */
export const userProfile = fields({
  tenantId: field.uuid(),
  userId: field.uuid(),
  bio: field.text(500, { min: 0 }).nullable().initially(null).example('Tea, trains and typography'),
  gender: field.one('Gender', GENDERS).initially('unspecified').about('Gender of the member').example('female'),
  birthday: field.day().nullable().initially(null).about('A past day, from 1900 on').example('1994-05-17'),
  regionCode: field
    .text(32)
    .nullable()
    .initially(null)
    .about('The code of a region; a change names an active one, or the saved one')
    .example('330106'),
  /** The token of the user's picture. */
  avatarToken: field.text().nullable().initially(null),
  theme: field.one('Theme', THEMES).nullable().initially(null),
  fontScale: field.decimal(MIN_FONT_SCALE, MAX_FONT_SCALE).nullable().initially(null),
  reduceMotion: field.flag().nullable().initially(null),
});

const personalDetails = only(userProfile, 'bio', 'gender', 'birthday', 'regionCode');
export type PersonalDetails = ChangesOf<typeof personalDetails>;

/** What members change of their profile. */
export const selfDetails = { ...only(user, 'displayName'), ...personalDetails };
export type SelfProfileChanges = ChangesOf<typeof selfDetails>;

/** How a user wants the App to look. */
export interface Appearance {
  readonly theme: Theme;
  readonly fontScale: number;
  readonly reduceMotion: boolean;
}

export type AppearanceChanges = SettingsChanges<Appearance>;

export const chosenAppearance = only(userProfile, 'theme', 'fontScale', 'reduceMotion');

/** Null if nothing was chosen. */
export type ChosenAppearance = ValuesOf<typeof chosenAppearance>;

export const NOTHING_CHOSEN = initialOf(chosenAppearance);

export const APPEARANCE_FIELDS = namesOf(chosenAppearance);

/** What a change chooses anew; other fields stay as they are. Null resets everything to its defaults. */
export function choicesOf(changes: AppearanceChanges | null): Changes<ChosenAppearance> {
  return given(changes ?? NOTHING_CHOSEN, APPEARANCE_FIELDS);
}

export function appearanceOf({ theme, fontScale, reduceMotion }: ChosenAppearance): Appearance {
  return { theme: theme ?? 'system', fontScale: fontScale ?? 1, reduceMotion: reduceMotion ?? false };
}

export class UserProfile extends having(userProfile) {
  constructor(tenantId: string, userId: string) {
    super({ tenantId, userId });
  }

  /** @throws ValidationFailedError for a birthday before 1900 or in the future. */
  describe(details: PersonalDetails, now: Date): void {
    if (details.birthday) expectPast(details.birthday, now);
    Object.assign(this, changesIn(personalDetails, details));
  }

  /** @returns the token of the previous picture. */
  showAvatar(token: string | null): string | null {
    const former = this.avatarToken;
    Object.assign(this, { avatarToken: token });
    return former;
  }
}

/** A past date is over everywhere in the world: yesterday by UTC at the latest. */
function expectPast(birthday: string, now: Date): void {
  const yesterday = new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10);
  if (birthday < EARLIEST_BIRTHDAY || birthday > yesterday) {
    throw ValidationFailedError.of('birthday', 'out_of_range', { min: EARLIEST_BIRTHDAY, max: yesterday });
  }
}
