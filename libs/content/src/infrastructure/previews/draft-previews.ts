import { Injectable } from '@nestjs/common';
import { columnsOf, Database, fieldsOf } from '@libs/foundation';
import type { SupportedLocale } from '@libs/kernel';
import type { Article } from '../../domain/articles/article';
import type { EditorScope } from '../../domain/content-scope';
import type { Page } from '../../domain/pages/page';
import { pageLocale, pageLocales } from '../../domain/pages/page-in-locale';
import { PageRevision } from '../../domain/pages/page-revision';
import { ArticleSchema } from '../articles/article.schema';
import type { PublishedArticle } from '../articles/published-articles';
import { ManagedCategories } from '../categories/managed-categories';
import { PageSchema } from '../pages/page.schema';
import type { PublishedPage } from '../pages/published-pages';
import type { StoredBody } from '../rendering/revision-renderings';
import { DraftBodies } from './draft-bodies';

/** A draft in one language, in the form in which it would be published. */
export interface DraftPreview<Text> {
  readonly text: Text;
  readonly body: StoredBody;
  readonly locale: SupportedLocale;
}

export type ArticlePreview = DraftPreview<Omit<PublishedArticle, 'revision' | 'revisionHash'>>;
export type PagePreview = DraftPreview<PublishedPage>;

const ARTICLE_FIELDS = fieldsOf(ArticleSchema, {
  without: [
    'status',
    'scheduledBy',
    'hasChanges',
    'lastRevision',
    'publishedRevision',
    'deletedAt',
    'createdAt',
    'updatedAt',
    'updatedBy',
  ],
});
const PAGE_FIELDS = ['tenantId', 'appId', 'id', 'kind', 'key', 'draft', 'publishedRevision', 'lockVersion'] as const;

type ArticleRow = Pick<Article, (typeof ARTICLE_FIELDS)[number]> & { readonly now: Date };
type PageRow = Pick<Page, (typeof PAGE_FIELDS)[number]> & { readonly now: Date };

const SELECT_ARTICLE = `
  SELECT ${columnsOf(ArticleSchema, 'a', ARTICLE_FIELDS)}, now() AS now
    FROM content_articles a WHERE a.tenant_id = $1 AND a.app_id = $2 AND a.id = $3 AND a.deleted_at IS NULL`;

const SELECT_PAGE = `
  SELECT ${columnsOf(PageSchema, 'p', PAGE_FIELDS)}, now() AS now
    FROM content_pages p
   WHERE p.tenant_id = $1 AND p.app_id = $2 AND p.id = $3 AND p.deleted_at IS NULL AND p.draft IS NOT NULL`;

/** Drafts as their readers would get them, for whoever has a link. */
@Injectable()
export class DraftPreviews {
  constructor(
    private readonly database: Database,
    private readonly categories: ManagedCategories,
    private readonly bodies: DraftBodies,
  ) {}

  /**
   * The working copy of an article. Null if there is none, or none in any language.
   *
   * @throws DependencyUnavailableError when it cannot be rendered now.
   */
  async article(scope: EditorScope, id: string, wanted: SupportedLocale): Promise<ArticlePreview | null> {
    const row = await this.find<ArticleRow>(scope, SELECT_ARTICLE, id);
    if (!row) return null;
    const { body, bodyFormat, visibility, now, publishAt, publishedAt, ...article } = row;
    const locales = pageLocales(Object.keys(article.title), Object.keys(body));
    const shown = await this.bodyIn(scope, { ...article, body, bodyFormat }, locales, wanted);
    if (!shown) return null;
    // A category that readers do not see hides the article from them, not from whoever prepares it.
    const { slug, name } = await this.categories.get(scope, article.categoryId);
    return {
      ...shown,
      text: {
        ...article,
        bodyFormat,
        locales,
        category: { id: article.categoryId, slug, name, parentSlug: null },
        isPublic: visibility === 'public',
        publishedAt: publishedAt ?? publishAt ?? now,
        updatedAt: publishAt ?? now,
      },
    };
  }

  /** The draft of a page or legal document. Null if there is none. @throws as `article`. */
  async page(scope: EditorScope, id: string, wanted: SupportedLocale): Promise<PagePreview | null> {
    const page = await this.find<PageRow>(scope, SELECT_PAGE, id);
    if (!page?.draft) return null;
    const { title, body, bodyFormat } = page.draft;
    const locales = pageLocales(Object.keys(title), Object.keys(body));
    const shown = await this.bodyIn(scope, { ...page, body, bodyFormat }, locales, wanted);
    if (!shown) return null;
    const effectiveAt = page.draft.effectiveAt === null ? null : new Date(page.draft.effectiveAt);
    const { revision, revisionHash } = new PageRevision(
      page,
      (page.publishedRevision ?? 0) + 1,
      { ...page.draft, effectiveAt },
      null,
    );
    const { tenantId, kind, key, now: publishedAt } = page;
    return {
      ...shown,
      text: {
        ...{ tenantId, kind, key, pageId: page.id, revision, revisionHash },
        ...{ title, bodyFormat, publishedAt, effectiveAt, locales },
      },
    };
  }

  private find<Row extends object>(scope: EditorScope, statement: string, id: string): Promise<Row | null> {
    const { tenantId, appId } = scope;
    return this.database.readOne<Row & Record<string, unknown>>(tenantId, statement, [tenantId, appId, id]);
  }

  private async bodyIn(
    { tenantId, appId, defaultLocale }: EditorScope,
    { id, lockVersion, body, bodyFormat }: Pick<Article, 'id' | 'lockVersion' | 'body' | 'bodyFormat'>,
    locales: readonly SupportedLocale[],
    wanted: SupportedLocale,
  ): Promise<{ body: StoredBody; locale: SupportedLocale } | null> {
    const locale = pageLocale(locales, wanted, defaultLocale);
    const text = body[locale];
    if (text === undefined) return null;
    const draft = { tenantId, appId, id, lockVersion, locale, body: text, format: bodyFormat };
    return { body: { body: text, bodyHtml: await this.bodies.html(draft) }, locale };
  }
}
