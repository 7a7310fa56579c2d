import { textOr } from '../../i18n';
import type { KnownSetting } from './setting-form';

/** Dots separate the keys of texts. */
const textKey = ({ key }: KnownSetting, which: string): string => `settings.known.${key.replaceAll('.', '_')}.${which}`;

/** What people call it. */
export function nameOfKnown(known: KnownSetting): string {
  return textOr(textKey(known, 'name'), known.key);
}

/** What it does; in the words of the API where a later version has more than this page knows. */
export function effectOf(known: KnownSetting): string {
  return textOr(textKey(known, 'effect'), known.description);
}
