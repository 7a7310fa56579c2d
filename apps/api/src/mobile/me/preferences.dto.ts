import { MAX_FONT_SCALE, MIN_FONT_SCALE, type PreferenceChanges, type Theme, THEMES } from '@libs/iam';
import { field, type SupportedLocale } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { checkNumber, checkTimeZone } from '../../http/fields/field-checks';
import { Checked, Flag, Locale, Nested, OneOf } from '../../http/fields/fields';

const THEME = 'Theme';
const FONT_SCALE = { type: 'number', minimum: MIN_FONT_SCALE, maximum: MAX_FONT_SCALE } as const;

/** Null resets a field to its default. */
export class MobileAppearanceRequest {
  @OneOf(THEME, THEMES, { optional: true, nullable: true, example: 'dark' })
  readonly theme?: Theme | null;

  @Checked(checkNumber(MIN_FONT_SCALE, MAX_FONT_SCALE), FONT_SCALE, { optional: true, nullable: true, example: 1.2 })
  readonly font_scale?: number | null;

  @Flag({ optional: true, nullable: true, example: true })
  readonly reduce_motion?: boolean | null;
}

export class MobilePreferencesUpdateRequest {
  @Locale({
    optional: true,
    nullable: true,
    description:
      'Locale of the member, which takes precedence over Accept-Language from the next request on, in every App that supports it',
    example: 'ja-JP',
  })
  readonly locale?: SupportedLocale | null;

  @Checked(
    checkTimeZone,
    { type: 'string', maxLength: 64 },
    { optional: true, nullable: true, description: 'IANA time zone', example: 'Asia/Shanghai' },
  )
  readonly time_zone?: string | null;

  @Nested(() => MobileAppearanceRequest, {
    optional: true,
    nullable: true,
    description: 'An absent field keeps its value',
  })
  readonly appearance?: MobileAppearanceRequest | null;

  toChanges(): PreferenceChanges {
    const { locale, time_zone: timeZone, appearance } = this;
    return {
      locale,
      timeZone,
      appearance: appearance && {
        theme: appearance.theme,
        fontScale: appearance.font_scale,
        reduceMotion: appearance.reduce_motion,
      },
    };
  }
}

class MobileAppearanceResponse extends answer({
  theme: field.one(THEME, THEMES),
  fontScale: field.decimal(MIN_FONT_SCALE, MAX_FONT_SCALE).example(1),
  reduceMotion: field.flag().example(false),
}) {}

export class MobilePreferencesResponse extends answer({
  locale: field.locale().nullable(),
  timeZone: field.text().nullable().about('IANA time zone').example('Asia/Shanghai'),
  appearance: field.nested(() => MobileAppearanceResponse),
}) {}
