import type { SupportedLocale } from './locale';

/** A duration as people say it, in whole hours if possible: `1 hour`, `90 minutes`. */
export function durationText(seconds: number, locale: SupportedLocale): string {
  const [value, unit] = seconds % 3_600 === 0 ? [seconds / 3_600, 'hour'] : [Math.ceil(seconds / 60), 'minute'];
  const text = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
  // For Simplified Chinese Intl puts no space between digit and character, unlike the rest of the mail.
  return text.replace(/(?<=\d)(?=\p{Script=Han})/u, ' ');
}
