import type { components } from '../../api/schema';
import type { Locale } from '../../locale';
import { LOCALES } from '../../locale';
import { localize, type LocalizedText } from '../../parts/localized';

type Schemas = components['schemas'];
export type Region = Schemas['AdminRegionResponse'];

export const STATUSES = ['active', 'retired'] as const satisfies readonly Schemas['RegionStatus'][];
/** The deepest that the data sets have: towns. */
export const DEEPEST = 4;
export const LEVELS = Array.from({ length: DEEPEST + 1 }, (_, level) => String(level));

export interface RegionValues {
  name_override: LocalizedText;
  is_public: boolean;
}

export function valuesOf({ name_override, is_public }: Region): RegionValues {
  return { name_override: name_override ?? {}, is_public };
}

/** Without a name of its own in any language there is no override. */
export function bodyOf({ name_override, ...others }: Partial<RegionValues>): object {
  if (name_override === undefined) return others;
  return { ...others, name_override: Object.keys(name_override).length === 0 ? null : name_override };
}

/** As clients get it: what an administrator wrote wins, and where neither has the language, the name in Chinese. */
export function nameOf(
  { names, name_override, code }: Pick<Region, 'names' | 'name_override' | 'code'>,
  locale: string,
): string {
  return localize({ ...names, ...name_override }, locale, 'zh-CN') || code;
}

interface NameRow {
  readonly locale: Locale;
  readonly delivered: string;
  readonly original: string;
  readonly isOverridden: boolean;
}

/** The names by language: what is delivered, and what the data set says. */
export function namesOf(region: Pick<Region, 'names' | 'name_override' | 'code'>): NameRow[] {
  return LOCALES.map((locale) => ({
    locale,
    delivered: nameOf(region, locale),
    original: nameOf({ ...region, name_override: null }, locale),
    isOverridden: region.name_override?.[locale] !== undefined,
  }));
}
