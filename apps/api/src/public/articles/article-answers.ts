import { Inject, Injectable } from '@nestjs/common';
import type { AppSnapshot } from '@libs/apps';
import {
  ArticleBookmarks,
  ArticleCategories,
  ArticleLists,
  ArticleReads,
  contentImageUrl,
  pageLocale,
  type PublishedArticle,
  PublishedArticles,
  type Reader,
} from '@libs/content';
import { ChangeFeed, CONFIG, type Config, InvalidatedCache } from '@libs/foundation';
import { found, isUuid, ResourceNotFoundError, type SupportedLocale } from '@libs/kernel';
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
  readonly slug: string;
  readonly isPublic: boolean;
  /** As anonymous clients get it. */
  readonly answer: CachedAnswer;
}

/** What a client asks of one article. */
export interface ArticleQuestion {
  readonly app: AppSnapshot;
  /** Its slug, its id or a former slug, which may be any text. */
  readonly name: string;
  readonly locale: SupportedLocale;
  /** That of the request: only the answer to a GET can be read. */
  readonly method: string;
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
    private readonly reads: ArticleReads,
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
  async article(question: ArticleQuestion): Promise<CachedAnswer> {
    const article = await this.known(question);
    if (!article.isPublic) throw new ResourceNotFoundError();
    this.count(question, article, null);
    return located(article.answer, '/api/v1/public/articles', question, article);
  }

  /** @throws ResourceNotFoundError unless the article is published, DependencyUnavailableError. */
  async articleForMember(question: ArticleQuestion, userId: string): Promise<CachedAnswer> {
    const { app } = question;
    const article = await this.known(question);
    const isBookmarked = await this.bookmarks.has({ tenantId: app.tenantId, appId: app.id }, userId, article.id);
    this.count(question, article, userId);
    const shared = located(article.answer, '/api/v1/articles', question, article);
    if (!isBookmarked) return shared.with({ maxAgeSeconds: null });
    const etag = `${shared.etag.slice(0, -1)}-bookmarked"`;
    const body = Buffer.concat([shared.body.subarray(0, -NOT_BOOKMARKED.length), BOOKMARKED]);
    return shared.with({ maxAgeSeconds: null, etag, body });
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
      imageUrl: (fileId) => contentImageUrl(this.config.publicBaseUrl, app.id, fileId),
    };
  }

  /** Whether the client has the article already makes no difference: it is read again. */
  private count({ app, method }: ArticleQuestion, { id }: KnownArticle, userId: string | null): void {
    if (method === 'GET') this.reads.count({ tenantId: app.tenantId, appId: app.id }, id, userId);
  }

  /** What does not exist is not kept: nobody can fill the memory but with articles that there are. */
  private async known({ app, name, locale }: ArticleQuestion): Promise<KnownArticle> {
    // An id has one form, so that it is kept once.
    const asked = isUuid(name) ? name.toLowerCase() : name;
    const keyOf = (one: string) => `${app.tenantId} ${locale} ${app.defaultLocale} ${one}`;
    const known = await this.articles.get(app.id, keyOf(asked), async () => {
      const article = await this.published.find({ tenantId: app.tenantId, appId: app.id }, asked);
      if (!article) return null;
      // Shares the bytes that are in memory under its slug. To wait for these could be to wait for each other.
      const present = article.slug === asked ? null : this.articles.known(app.id, keyOf(article.slug));
      return present?.id === article.id ? present : this.build(app, article, locale);
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
    const { id, slug, isPublic } = article;
    return { id, slug, isPublic, answer: built.with({ etag }) };
  }
}

/** Names the present slug where it was asked for by another name. */
function located(answer: CachedAnswer, path: string, { name }: ArticleQuestion, { slug }: KnownArticle): CachedAnswer {
  return slug === name ? answer : answer.with({ location: `${path}/${slug}` });
}
