import type { ISO31661AssignedEntry, ISO31662Entry } from 'iso-3166';
import { SUPPORTED_LOCALES, type LocalizedText } from '@libs/kernel';
import type { DatasetRegion } from '../../domain/region';
import { CHINA } from './chinese-divisions';
import { initialsOf, searchPinyin, type SyllablesOf } from './mandarin';

/** The countries of ISO 3166-1, named by CLDR. */
export function countries(entries: readonly ISO31661AssignedEntry[], syllablesOf: SyllablesOf): DatasetRegion[] {
  const displayNames = SUPPORTED_LOCALES.map(
    (locale) => [locale, new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })] as const,
  );
  return entries.map(({ alpha2 }) => {
    const names: LocalizedText = {};
    for (const [locale, display] of displayNames) {
      const name = display.of(alpha2);
      if (!name) throw new Error(`CLDR has no name for ${alpha2} in ${locale}`);
      if (name !== names['zh-CN']) names[locale] = name;
    }
    const syllables = syllablesOf(names['zh-CN'] ?? '');
    return {
      ...active(alpha2, null, 0, names),
      pinyin: searchPinyin(syllables),
      initials: initialsOf(syllables),
    };
  });
}

/**
 * The first-level subdivisions of ISO 3166-2 with the one name in the source. China's are left out: its divisions come
 * from GB/T 2260.
 */
export function foreignSubdivisions(
  entries: readonly ISO31662Entry[],
  countryEntries: readonly ISO31661AssignedEntry[],
): DatasetRegion[] {
  const countryCodes = new Set(countryEntries.map(({ alpha2 }) => alpha2));
  return entries
    .filter(({ parent }) => countryCodes.has(parent) && parent !== CHINA)
    .map(({ code, parent, name }) => active(code, parent, 1, { 'en-US': name }));
}

function active(code: string, parentCode: string | null, level: number, names: LocalizedText): DatasetRegion {
  return { code, parentCode, level, names, pinyin: '', initials: '', status: 'active', successorCodes: [] };
}
