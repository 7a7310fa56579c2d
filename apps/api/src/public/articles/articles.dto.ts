import {
  type ArticlePage,
  BODY_FORMATS,
  type ListedArticle,
  MAX_SLUG_LENGTH,
  type StoredBody,
  type PublishedArticle,
  type ReadableCategory,
  withPictureUrls,
} from '@libs/content';
import { field, localize, type SupportedLocale } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { Opaque, QueryInteger, Text } from '../../http/fields/fields';

const DEFAULT_LIMIT = 20;

export class ArticleListQuery {
  @Text(
    { max: MAX_SLUG_LENGTH },
    { optional: true, description: 'Articles in the category with this slug, or below it', example: 'news' },
  )
  readonly category?: string;

  @Text(
    { max: 100 },
    { optional: true, description: 'Articles with this tag, compared without regard to case', example: 'shipping' },
  )
  readonly tag?: string;

  @Text(
    { min: 0, max: 160 },
    {
      optional: true,
      description:
        'Articles whose texts have all of these words, in any language. Words of three or more characters match anywhere, one or two letters where a word begins, one or two Chinese, Japanese or Korean characters anywhere. Words of punctuation alone are looked for in titles.',
      example: 'delivery',
    },
  )
  readonly q?: string;

  @Opaque({ optional: true, description: '`next_cursor` of the previous page, with the same filters' })
  readonly cursor?: string;

  @QueryInteger(1, 100, { default: DEFAULT_LIMIT })
  readonly limit: number = DEFAULT_LIMIT;
}

/** In what an article is shown: the language, that of the App if there is none in it, and the URLs of its pictures. */
export interface ArticleView {
  readonly locale: SupportedLocale;
  readonly defaultLocale: SupportedLocale;
  readonly imageUrl: (fileId: string) => string;
}

class MobileArticleCategoryReference extends answer({
  slug: field.text().example('news'),
  name: field.text().example('News'),
}) {
  constructor({ slug, name }: ReadableCategory, { locale, defaultLocale }: ArticleView) {
    super({ slug, name: localize(name, locale, defaultLocale) });
  }
}

const article = {
  id: field.uuid(),
  slug: field.text().example('how-we-deliver'),
  category: field.made(() => MobileArticleCategoryReference),
  title: field.text().example('How we deliver'),
  summary: field.text().about('Summary of the article, empty if there is none').example('Within two days, anywhere.'),
  coverUrl: field
    .url()
    .nullable()
    .example('https://api.example.com/api/v1/public/content-images/0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905'),
  tags: field.texts().example(['shipping']),
  pinned: field.flag().about('Pinned articles stand before all others').example(false),
  publishedAt: field.instant().about('Time since which the article has been published'),
  updatedAt: field.instant().about('Time since which the current revision has been published'),
};

const bookmarked = field
  .flag()
  .about('Whether the member has bookmarked the article; false for anonymous clients')
  .example(false);

/** What of an article depends on the view. */
function shown({ category, title, summary, coverFileId }: Omit<ListedArticle, 'isBookmarked'>, view: ArticleView) {
  const { locale, defaultLocale, imageUrl } = view;
  return {
    category: new MobileArticleCategoryReference(category, view),
    title: localize(title, locale, defaultLocale),
    summary: localize(summary, locale, defaultLocale),
    coverUrl: coverFileId === null ? null : imageUrl(coverFileId),
  };
}

/** A published article as lists show it. */
export const listedArticle = { ...article, bookmarked };

export function listed(found: ListedArticle, view: ArticleView) {
  return { ...found, ...shown(found, view), bookmarked: found.isBookmarked };
}

class MobileArticleItemResponse extends answer(listedArticle) {}

export class MobileArticleListResponse extends answer({
  items: field.listOf(() => MobileArticleItemResponse, 100),
  nextCursor: field
    .text()
    .nullable()
    .about(
      'Cursor of the next page, null on the last page. With `q` a page may have fewer items than requested although further pages follow.',
    )
    .example(null),
}) {
  constructor({ items, nextCursor }: ArticlePage, view: ArticleView) {
    super({ items: items.map((found) => listed(found, view)), nextCursor });
  }
}

/** A published article in one language. The last field is the only one that depends on the reader. */
export class MobileArticleResponse extends answer({
  ...article,
  body: field.text().about('The body as it was written, in its `body_format`').example('# Within two days'),
  bodyHtml: field
    .text()
    .about('The body as sanitised HTML, with the URLs of its pictures')
    .example('<h1>Within two days</h1>'),
  bodyFormat: field.one('BodyFormat', BODY_FORMATS),
  locale: field.locale().about('The language of title and body'),
  availableLocales: field.locales().about('The languages in which the article is available'),
  bookmarked,
}) {
  constructor(published: Omit<PublishedArticle, 'revision' | 'revisionHash'>, body: StoredBody, view: ArticleView) {
    const { locale, imageUrl } = view;
    const { locales: availableLocales } = published;
    const bodyHtml = withPictureUrls(body.bodyHtml, imageUrl);
    super({ ...published, ...shown(published, view), ...body, bodyHtml, locale, availableLocales, bookmarked: false });
  }
}

class MobileArticleCategoryResponse extends answer({
  slug: field.text().example('news'),
  name: field.text().example('News'),
  parentSlug: field.text().nullable().about('Slug of the parent category; null on the first level').example(null),
}) {
  constructor({ name, ...category }: ReadableCategory, { locale, defaultLocale }: ArticleView) {
    super({ ...category, name: localize(name, locale, defaultLocale) });
  }
}

export class MobileArticleCategoryListResponse extends answer({
  items: field
    .madeListOf(() => MobileArticleCategoryResponse)
    .about('In depth-first display order: a category comes before its descendants'),
}) {
  constructor(categories: readonly ReadableCategory[], view: ArticleView) {
    super({ items: categories.map((category) => new MobileArticleCategoryResponse(category, view)) });
  }
}
