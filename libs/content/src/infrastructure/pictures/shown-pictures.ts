import { Injectable } from '@nestjs/common';
import { ChangeFeed, Database, InvalidatedCache } from '@libs/foundation';
import { isUuid } from '@libs/kernel';
import type { ContentScope } from '../../domain/content-scope';
import { ArticleCategories } from '../categories/article-categories';

/** $4: the categories that readers see. One article is enough, of however many. */
const IN_ARTICLE = `
  (SELECT 1 FROM content_published_articles
    WHERE tenant_id = $1 AND app_id = $2 AND cover_file_id = $3 AND category_id = ANY ($4) LIMIT 1)
  UNION ALL
  (SELECT 1 FROM content_pictures p
     JOIN content_published_articles a ON a.tenant_id = p.tenant_id AND a.article_id = p.text_id
    WHERE p.tenant_id = $1 AND p.app_id = $2 AND p.file_id = $3 AND p.state = 'published'
      AND a.category_id = ANY ($4) LIMIT 1)`;

const IN_PAGE = `
  SELECT 1 FROM content_pictures p
    JOIN content_pages g ON g.tenant_id = p.tenant_id AND g.id = p.text_id
   WHERE p.tenant_id = $1 AND p.app_id = $2 AND p.file_id = $3 AND p.state = 'published'
     AND g.published_revision IS NOT NULL AND g.deleted_at IS NULL
   LIMIT 1`;

const IN_SCHEDULED = `
  (SELECT 1 FROM content_articles
    WHERE tenant_id = $1 AND app_id = $2 AND cover_file_id = $3 AND status = 'scheduled' LIMIT 1)
  UNION ALL
  (SELECT 1 FROM content_pictures p
     JOIN content_articles a ON a.tenant_id = p.tenant_id AND a.id = p.text_id
    WHERE p.tenant_id = $1 AND p.app_id = $2 AND p.file_id = $3 AND p.state = 'draft' AND a.status = 'scheduled'
    LIMIT 1)`;

const MAX_BYTES = 4 * 1024 * 1024;
const BYTES_PER_PICTURE = 400;

interface Shown {
  readonly isShown: true;
}

/** Which files readers get as pictures: covers of articles, and what stands in texts. */
@Injectable()
export class ShownPictures {
  private readonly inArticles: InvalidatedCache<Shown>;
  private readonly inPages: InvalidatedCache<Shown>;

  constructor(
    private readonly database: Database,
    private readonly categories: ArticleCategories,
    feed: ChangeFeed,
  ) {
    const limits = { maxBytes: MAX_BYTES, sizeOf: () => BYTES_PER_PICTURE };
    this.inArticles = new InvalidatedCache(feed, { subject: 'articles', ...limits });
    this.inPages = new InvalidatedCache(feed, { subject: 'content', ...limits });
  }

  /** Whether an article or page that is published has the file, or an article that will be. @param fileId may be any text. */
  async isShown(scope: ContentScope, fileId: string): Promise<boolean> {
    if (!isUuid(fileId)) return false;
    const { tenantId, appId } = scope;
    const id = fileId.toLowerCase();
    const known = (cache: InvalidatedCache<Shown>, read: () => Promise<boolean>) =>
      cache.get(appId, `${tenantId} ${id}`, async () => ((await read()) ? { isShown: true } : null));
    // What stands in pages alone is not looked for in articles each time.
    if (this.inPages.known(appId, `${tenantId} ${id}`)) return true;
    if (await known(this.inArticles, () => this.isInArticle(scope, id))) return true;
    if (await known(this.inPages, () => this.has(scope, IN_PAGE, id))) return true;
    // Schedules are not announced, and few: they are asked for each time.
    return this.has(scope, IN_SCHEDULED, id);
  }

  private async isInArticle(scope: ContentScope, id: string): Promise<boolean> {
    const categories = (await this.categories.of(scope)).all.map((category) => category.id);
    return this.has(scope, IN_ARTICLE, id, categories);
  }

  private async has({ tenantId, appId }: ContentScope, statement: string, ...values: unknown[]): Promise<boolean> {
    return (await this.database.read(tenantId, statement, [tenantId, appId, ...values])).length > 0;
  }
}
