import {
  type ChangesOf,
  changesIn,
  field,
  type FieldError,
  fields,
  type NewOf,
  type SupportedLocale,
  ValidationFailedError,
  valuesIn,
  type ValuesOf,
} from '@libs/kernel';
import {
  type BodyPreparation,
  bodyToStore,
  MAX_TITLE_LENGTH,
  plainTextToStore,
  textsToStore,
} from '../texts/localized-texts';
import { ABOUT_IMAGES } from '../texts/images';
import { BODY_FORMATS, MAX_BODY_BYTES } from '../texts/rich-text';
import { MAX_SLUG_LENGTH, SLUG } from '../texts/slug';
import { distinctTags } from './tags';

export const VISIBILITIES = ['members', 'public'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** What editors write. All of it belongs to a revision. */
export const articleContent = fields({
  categoryId: field.uuid().about('A category of the App').example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be906'),
  slug: field
    .text(MAX_SLUG_LENGTH, { pattern: SLUG, patternCode: 'not_slug' })
    .about('Unique among the working copies and the published revisions of all articles of the App')
    .example('autumn-menu'),
  title: field
    .localized(MAX_TITLE_LENGTH)
    .about('At least in the App’s default locale')
    .example({ 'zh-CN': '秋季菜单', 'en-US': 'Autumn menu' }),
  summary: field
    .localized(500, { isEmptyAllowed: true })
    .initially({})
    .about('Initially empty; otherwise at least in the App’s default locale')
    .example({ 'zh-CN': '十月起供应', 'en-US': 'From October on' }),
  body: field
    .localized(MAX_BODY_BYTES)
    .about(
      `At least in the App’s default locale; at most ${MAX_BODY_BYTES} bytes in each language. HTML is sanitised. ${ABOUT_IMAGES}`,
    )
    .example({ 'zh-CN': '# 秋季菜单', 'en-US': '# Autumn menu' }),
  bodyFormat: field.one('BodyFormat', BODY_FORMATS).initially('markdown').about('Format of the body'),
  coverFileId: field
    .uuid()
    .nullable()
    .initially(null)
    .about(
      'A clean file with the purpose `content_image`, of the App or of no App; null for none. Image requests carry no token: the cover of a published article is served to anyone who knows its URL, also if the article is for members.',
    )
    .example(null),
  tags: field
    .texts(20, { max: 50, pattern: /^\P{Cc}+$/u, patternCode: 'invalid_text' })
    .initially([])
    .about(
      'Compared without regard to case: in the App each is kept as it was first written. Surrounding spaces are removed, duplicates count once; initially none',
    )
    .example(['菜单', 'autumn']),
  visibility: field
    .one('ArticleVisibility', VISIBILITIES)
    .initially('members')
    .about('`public` articles are shown to everybody, `members` articles only to members'),
  pinned: field.flag().initially(false).about('Whether the article comes before all others in lists').example(false),
});

export type ArticleContent = ValuesOf<typeof articleContent>;
export type ArticleChanges = ChangesOf<typeof articleContent>;
export type NewArticle = NewOf<typeof articleContent>;

/** The content of a new article, with the defaults: nobody but members sees what nobody has opened. */
export function initialContent({ categoryId, slug, title, body }: NewArticle): ArticleContent {
  return valuesIn(articleContent, { categoryId, slug, title, body });
}

/**
 * The content after the changes, in the form in which it is stored. Texts that do not change are not checked again.
 *
 * @param defaultLocale of the App: title and body must at least be there in it, and so must a summary, if there is one.
 * @param prepare sanitises HTML, so that nothing else is ever stored.
 * @throws ValidationFailedError naming the locales whose texts are missing, unknown or too much.
 */
export async function changedContent(
  present: ArticleContent,
  changes: ArticleChanges,
  defaultLocale: SupportedLocale,
  prepare: BodyPreparation,
): Promise<ArticleContent> {
  const next = { ...present, ...changesIn(articleContent, changes) };
  const errors: FieldError[] = [];
  const texts = (field: 'title' | 'summary') =>
    changes[field] ? textsToStore(field, changes[field], defaultLocale, errors, plainTextToStore) : next[field];
  const title = await texts('title');
  const summary = Object.keys(next.summary).length === 0 ? {} : await texts('summary');
  const isOtherBody = changes.body !== undefined || next.bodyFormat !== present.bodyFormat;
  const body = isOtherBody
    ? await textsToStore('body', next.body, defaultLocale, errors, (text, locale) =>
        bodyToStore(text, next.bodyFormat, locale, prepare),
      )
    : next.body;
  if (errors.length > 0) throw new ValidationFailedError(errors);
  return { ...next, title, summary, body, tags: distinctTags(next.tags) };
}
