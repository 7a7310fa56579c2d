import {
  BODY_FORMATS,
  type BodyFormat,
  type ListedArticle,
  MAX_SLUG_LENGTH,
  type StoredBody,
  type PublishedArticle,
  type ReadableCategory,
} from '@libs/content';
import { localize, type SupportedLocale } from '@libs/kernel';
import { Answer } from '../../http/answers/answer-fields';
import { Opaque, QueryInteger, Text } from '../../http/fields/fields';

const DEFAULT_LIMIT = 20;

export class ArticleListQuery {
  @Text(
    { max: MAX_SLUG_LENGTH },
    { optional: true, description: 'Articles in the category with this slug, or below it', example: 'news' },
  )
  readonly category?: string;

  @Text({ max: 100 }, { optional: true, description: 'Articles with this tag', example: 'shipping' })
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

/** In what an article is shown: the language, that of the App if there is none in it, and the URLs of covers. */
export interface ArticleView {
  readonly locale: SupportedLocale;
  readonly defaultLocale: SupportedLocale;
  readonly coverUrl: (fileId: string) => string;
}

type ShownArticle = Omit<ListedArticle, 'isBookmarked'>;

class MobileArticleCategoryReference {
  @Answer.Text({ example: 'news' })
  readonly slug: string;

  @Answer.Text({ example: 'News' })
  readonly name: string;

  constructor({ slug, name }: ReadableCategory, { locale, defaultLocale }: ArticleView) {
    this.slug = slug;
    this.name = localize(name, locale, defaultLocale);
  }
}

abstract class ArticleFields {
  @Answer.Uuid()
  readonly id: string;

  @Answer.Text({ example: 'how-we-deliver' })
  readonly slug: string;

  @Answer.Nested(() => MobileArticleCategoryReference)
  readonly category: MobileArticleCategoryReference;

  @Answer.Text({ example: 'How we deliver' })
  readonly title: string;

  @Answer.Text({ description: 'Summary of the article, empty if there is none', example: 'Within two days, anywhere.' })
  readonly summary: string;

  @Answer.Url({
    nullable: true,
    example: 'https://api.example.com/api/v1/public/article-covers/0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905',
  })
  readonly cover_url: string | null;

  @Answer.Texts({ example: ['shipping'] })
  readonly tags: readonly string[];

  @Answer.Flag({ description: 'Pinned articles stand before all others', example: false })
  readonly pinned: boolean;

  @Answer.Instant({ description: 'Time since which the article has been published' })
  readonly published_at: string;

  @Answer.Instant({ description: 'Time since which the current revision has been published' })
  readonly updated_at: string;

  constructor(article: ShownArticle, view: ArticleView) {
    const { locale, defaultLocale, coverUrl } = view;
    this.id = article.id;
    this.slug = article.slug;
    this.category = new MobileArticleCategoryReference(article.category, view);
    this.title = localize(article.title, locale, defaultLocale);
    this.summary = localize(article.summary, locale, defaultLocale);
    this.cover_url = article.coverFileId === null ? null : coverUrl(article.coverFileId);
    this.tags = article.tags;
    this.pinned = article.pinned;
    this.published_at = article.publishedAt.toISOString();
    this.updated_at = article.updatedAt.toISOString();
  }
}

/** A published article as lists show it. */
export class MobileArticleItemResponse extends ArticleFields {
  @Answer.Flag({
    description: 'Whether the member has bookmarked the article; false for anonymous clients',
    example: false,
  })
  readonly bookmarked: boolean;

  constructor(article: ListedArticle, view: ArticleView) {
    super(article, view);
    this.bookmarked = article.isBookmarked;
  }
}

export class MobileArticleListResponse {
  @Answer.ListOf(() => MobileArticleItemResponse, { max: 100 })
  readonly items: readonly MobileArticleItemResponse[];

  @Answer.Text({
    nullable: true,
    description:
      'Cursor of the next page, null on the last page. With `q` a page may have fewer items than requested although further pages follow.',
    example: null,
  })
  readonly next_cursor: string | null;

  constructor(articles: readonly ListedArticle[], nextCursor: string | null, view: ArticleView) {
    this.items = articles.map((article) => new MobileArticleItemResponse(article, view));
    this.next_cursor = nextCursor;
  }
}

/** A published article in one language. */
export class MobileArticleResponse extends ArticleFields {
  @Answer.Text({ description: 'The body as it was written, in its `body_format`', example: '# Within two days' })
  readonly body: string;

  @Answer.Text({ description: 'The body as sanitised HTML', example: '<h1>Within two days</h1>' })
  readonly body_html: string;

  @Answer.OneOf('BodyFormat', BODY_FORMATS)
  readonly body_format: BodyFormat;

  @Answer.Locale({ description: 'The language of title and body' })
  readonly locale: SupportedLocale;

  @Answer.Locales({ description: 'The languages in which the article is available' })
  readonly available_locales: readonly SupportedLocale[];

  @Answer.Flag({
    description: 'Whether the member has bookmarked the article; false for anonymous clients',
    example: false,
  })
  readonly bookmarked: boolean;

  /** The last field is the only one that depends on the reader. */
  constructor(article: PublishedArticle, { body, bodyHtml }: StoredBody, view: ArticleView) {
    super(article, view);
    this.body = body;
    this.body_html = bodyHtml;
    this.body_format = article.bodyFormat;
    this.locale = view.locale;
    this.available_locales = article.locales;
    this.bookmarked = false;
  }
}

class MobileArticleCategoryResponse extends MobileArticleCategoryReference {
  @Answer.Text({ nullable: true, description: 'Slug of the parent category; null on the first level', example: null })
  readonly parent_slug: string | null;

  constructor(category: ReadableCategory, view: ArticleView) {
    super(category, view);
    this.parent_slug = category.parentSlug;
  }
}

export class MobileArticleCategoryListResponse {
  @Answer.ListOf(() => MobileArticleCategoryResponse, {
    description: 'In depth-first display order: a category comes before its descendants',
  })
  readonly items: readonly MobileArticleCategoryResponse[];

  constructor(categories: readonly ReadableCategory[], view: ArticleView) {
    this.items = categories.map((category) => new MobileArticleCategoryResponse(category, view));
  }
}
