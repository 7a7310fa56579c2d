import { LOCALES, type Locale } from '../../locale';
import type { PageValues } from './page-form';

export interface Difference {
  readonly field: keyof PageValues;
  /** Of a text that is written in several languages. */
  readonly locale: Locale | null;
  readonly before: string;
  readonly after: string;
}

/**
 * What differs between two states of a page: language by language first, as its readers meet it, then what is the same
 * in all of them.
 *
 * @param before null before the first one.
 * @param format what a value is called in front of people.
 */
export function differences(
  before: PageValues | null,
  after: PageValues,
  format: (field: 'body_format' | 'effective_at', value: string) => string,
): Difference[] {
  const texts = LOCALES.flatMap((locale) =>
    (['title', 'body'] as const).map((field) => ({
      ...{ field, locale },
      before: before?.[field][locale] ?? '',
      after: after[field][locale] ?? '',
    })),
  );
  const values = (['body_format', 'effective_at'] as const).map((field) => {
    const [was, is] = [before?.[field] ?? null, after[field]];
    return { field, locale: null, before: was ? format(field, was) : '', after: is ? format(field, is) : '' };
  });
  return [...texts, ...values].filter((each) => each.before !== each.after);
}
