import { MAX_FONT_SCALE, MIN_FONT_SCALE, type PreferenceChanges, THEMES } from '@libs/iam';
import { field } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { checkTimeZone } from '../../http/fields/field-checks';
import { Checked } from '../../http/fields/fields';
import { newRequest } from '../../http/fields/request';

const appearance = {
  theme: field.one('Theme', THEMES),
  fontScale: field.decimal(MIN_FONT_SCALE, MAX_FONT_SCALE).example(1),
  reduceMotion: field.flag().example(false),
};
const locale = field.locale().nullable();
const timeZone = field.text().nullable().about('IANA time zone').example('Asia/Shanghai');

/** Null resets a field to its default. */
export class MobileAppearanceRequest extends newRequest({
  theme: appearance.theme.nullable().optional().example('dark'),
  fontScale: appearance.fontScale.nullable().optional().example(1.2),
  reduceMotion: appearance.reduceMotion.nullable().optional().example(true),
}) {}

export class MobilePreferencesUpdateRequest extends newRequest(
  {
    locale: locale
      .optional()
      .about(
        'Locale of the member, which takes precedence over Accept-Language from the next request on, in every App that supports it',
      )
      .example('ja-JP'),
    timeZone: timeZone.optional(),
    appearance: field
      .json<NonNullable<PreferenceChanges['appearance']>>()
      .nullable()
      .optional()
      .about('An absent field keeps its value')
      .told(() => MobileAppearanceRequest),
  },
  { timeZone: (options) => Checked(checkTimeZone, { type: 'string', maxLength: 64 }, options) },
) {}

class MobileAppearanceResponse extends answer(appearance) {}

export class MobilePreferencesResponse extends answer({
  locale,
  timeZone,
  appearance: field.nested(() => MobileAppearanceResponse),
}) {}
