import type { Locale } from '../../locale';
import { LOCALES } from '../../locale';
import { isEqual } from '../../parts/equality';
import type { ArticleValues } from './article-form';

export interface Difference {
  readonly field: keyof ArticleValues;
  /** Of a text that is written in several languages. */
  readonly locale: Locale | null;
  readonly before: string;
  readonly after: string;
}

const TEXTS = ['title', 'summary', 'body'] as const;
const VALUES = ['body_format', 'slug', 'category_id', 'tags', 'cover_file_id', 'visibility', 'pinned'] as const;

/**
 * What differs between two states of an article: texts by their language first, then what else there is.
 *
 * @param format what a value is called in front of people.
 */
export function differences(
  before: ArticleValues | null,
  after: ArticleValues,
  format: (field: (typeof VALUES)[number], value: unknown) => string,
): Difference[] {
  const texts = TEXTS.flatMap((field) =>
    LOCALES.map((locale) => ({
      ...{ field, locale },
      before: before?.[field][locale] ?? '',
      after: after[field][locale] ?? '',
    })).filter((each) => each.before !== each.after),
  );
  const values = VALUES.filter((field) => !isEqual(before?.[field] ?? null, after[field])).map((field) => ({
    ...{ field, locale: null },
    before: before ? format(field, before[field]) : '',
    after: format(field, after[field]),
  }));
  return [...texts, ...values];
}

/** Languages of the App in which readers get the article in another one. */
export function fallingBack(
  { title, body }: Pick<ArticleValues, 'title' | 'body'>,
  locales: readonly Locale[],
): Locale[] {
  return locales.filter((locale) => !title[locale] || !body[locale]);
}
