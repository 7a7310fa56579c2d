import type { SupportedLocale } from '@libs/kernel';

/** Letters that need a space between words, unlike Han and kana. */
const SPACED = /[\p{L}\p{N}.)]/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー（）]/u;

/**
 * The names from the country down in the order of an address: in English from the smallest up, separated by commas; in
 * Chinese and Japanese from the largest down without separators, except for a space next to a name in another script.
 */
export function fullName(names: readonly string[], locale: SupportedLocale): string {
  if (locale === 'en-US') return [...names].reverse().join(', ');
  return names.reduce((path, name) => (needsSpace(path.at(-1), name[0]) ? `${path} ${name}` : path + name), '');
}

function needsSpace(before: string | undefined, after: string | undefined): boolean {
  if (before === undefined || after === undefined) return false;
  return [before, after].some((character) => SPACED.test(character) && !UNSPACED.test(character));
}
