import { Inject, Injectable } from '@nestjs/common';
import type { AppSnapshot } from '@libs/apps';
import {
  ArticleBookmarks,
  ArticleCategories,
  ArticleLists,
  pageLocale,
  type PublishedArticle,
  PublishedArticles,
  type Reader,
} from '@libs/content';
import { ChangeFeed, CONFIG, type Config, InvalidatedCache } from '@libs/foundation';
import { found, ResourceNotFoundError, type SupportedLocale } from '@libs/kernel';
import { PUBLIC_MAX_AGE_SECONDS } from '../../http/answers/cacheable';
import { type CachedAnswer, cachedAnswer } from '../../http/answers/cached-answer';
import {
  type ArticleListQuery,
  type ArticleView,
  MobileArticleCategoryListResponse,
  MobileArticleListResponse,
  MobileArticleResponse,
} from './articles.dto';

const MAX_BYTES = 64 * 1024 * 1024;
const BYTES_BESIDE_THE_BODY = 600;

interface KnownArticle {
  readonly id: string;
  readonly isPublic: boolean;
  /** As anonymous clients get it. */
  readonly answer: CachedAnswer;
}

/** How the bytes of an article end, where it is not bookmarked. */
const NOT_BOOKMARKED = Buffer.from('false}}');
const BOOKMARKED = Buffer.from('true}}');

/** Answers about articles, for anybody and for members: those to single articles as bytes, as long as there is room. */
@Injectable()
export class ArticleAnswers {
  private readonly articles: InvalidatedCache<KnownArticle>;

  constructor(
    private readonly published: PublishedArticles,
    private readonly lists: ArticleLists,
    private readonly categories: ArticleCategories,
    private readonly bookmarks: ArticleBookmarks,
    @Inject(CONFIG) private readonly config: Config,
    feed: ChangeFeed,
  ) {
    this.articles = new InvalidatedCache(feed, {
      subject: 'articles',
      maxBytes: MAX_BYTES,
      sizeOf: ({ answer }) => answer.body.length + BYTES_BESIDE_THE_BODY,
    });
  }

  /** @throws ResourceNotFoundError unless the article is published for anybody, DependencyUnavailableError. */
  async article(app: AppSnapshot, slug: string, wanted: SupportedLocale): Promise<CachedAnswer> {
    const article = await this.known(app, slug, wanted);
    if (!article.isPublic) throw new ResourceNotFoundError();
    return article.answer;
  }

  /** @throws ResourceNotFoundError unless the article is published, DependencyUnavailableError. */
  async articleForMember(
    app: AppSnapshot,
    userId: string,
    slug: string,
    wanted: SupportedLocale,
  ): Promise<CachedAnswer> {
    const { id, answer } = await this.known(app, slug, wanted);
    const isBookmarked = await this.bookmarks.has({ tenantId: app.tenantId, appId: app.id }, userId, id);
    if (!isBookmarked) return answer.with({ maxAgeSeconds: null });
    const shared = answer.body.subarray(0, -NOT_BOOKMARKED.length);
    const etag = `${answer.etag.slice(0, -1)}-bookmarked"`;
    return answer.with({ maxAgeSeconds: null, etag, body: Buffer.concat([shared, BOOKMARKED]) });
  }

  /** @throws ValidationFailedError for a cursor of another list, DependencyUnavailableError. */
  async list(
    app: AppSnapshot,
    reader: Reader,
    query: ArticleListQuery,
    locale: SupportedLocale,
  ): Promise<CachedAnswer> {
    const page = await this.lists.list({ tenantId: app.tenantId, appId: app.id }, reader, query);
    const data = new MobileArticleListResponse(page, this.view(app, locale));
    return cachedAnswer(data, locale, reader === 'anybody' ? PUBLIC_MAX_AGE_SECONDS : null);
  }

  /** @throws DependencyUnavailableError. */
  async categoryList(app: AppSnapshot, locale: SupportedLocale, maxAgeSeconds: number | null): Promise<CachedAnswer> {
    const { all } = await this.categories.of({ tenantId: app.tenantId, appId: app.id });
    return cachedAnswer(new MobileArticleCategoryListResponse(all, this.view(app, locale)), locale, maxAgeSeconds);
  }

  view(app: AppSnapshot, locale: SupportedLocale): ArticleView {
    return {
      locale,
      defaultLocale: app.defaultLocale,
      // An image request sends no headers, so that the URL names the App.
      coverUrl: (fileId) => `${this.config.publicBaseUrl}/api/v1/public/article-covers/${fileId}?app_id=${app.id}`,
    };
  }

  /** What does not exist is not kept: nobody can fill the memory but with articles that there are. */
  private async known(app: AppSnapshot, slug: string, wanted: SupportedLocale): Promise<KnownArticle> {
    const key = `${app.tenantId} ${wanted} ${app.defaultLocale} ${slug}`;
    const known = await this.articles.get(app.id, key, async () => {
      const article = await this.published.find({ tenantId: app.tenantId, appId: app.id }, slug);
      return article && this.build(app, article, wanted);
    });
    return found(known);
  }

  private async build(
    app: AppSnapshot,
    article: PublishedArticle,
    wanted: SupportedLocale,
  ): Promise<KnownArticle | null> {
    const locale = pageLocale(article.locales, wanted, app.defaultLocale);
    const body = await this.published.body(article, locale);
    if (!body) return null;
    const built = cachedAnswer(
      new MobileArticleResponse(article, body, this.view(app, locale)),
      locale,
      PUBLIC_MAX_AGE_SECONDS,
    );
    // The bytes also depend on what may change without a revision: the names of categories, and how HTML is made.
    const etag = `"${article.revisionHash}-${locale}-${built.etag.slice(1, -1)}"`;
    return { id: article.id, isPublic: article.isPublic, answer: built.with({ etag }) };
  }
}
