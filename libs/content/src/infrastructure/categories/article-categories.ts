import { Injectable } from '@nestjs/common';
import { ChangeFeed, Database, InvalidatedCache } from '@libs/foundation';
import type { ContentScope } from '../../domain/content-scope';
import { ReadableCategories, type StoredCategory } from '../../domain/categories/readable-categories';

const SELECT = `
  SELECT id, parent_id AS "parentId", slug, name, status = 'active' AS "isActive"
    FROM content_categories WHERE tenant_id = $1 AND app_id = $2 ORDER BY sort_order, slug COLLATE "C"`;

const MAX_BYTES = 16 * 1024 * 1024;
/** With the longest name in each language. */
const BYTES_PER_CATEGORY = 1_500;

/** The categories of Apps as readers see them, from memory if possible. */
@Injectable()
export class ArticleCategories {
  private readonly categories: InvalidatedCache<ReadableCategories>;

  constructor(
    private readonly database: Database,
    feed: ChangeFeed,
  ) {
    this.categories = new InvalidatedCache(feed, {
      subject: 'articles',
      maxBytes: MAX_BYTES,
      sizeOf: ({ all }) => (all.length + 1) * BYTES_PER_CATEGORY,
    });
  }

  /** @throws DependencyUnavailableError when the database is away. */
  async of({ tenantId, appId }: ContentScope): Promise<ReadableCategories> {
    const known = await this.categories.get(appId, tenantId, async () => {
      const rows = await this.database.read<StoredCategory & Record<string, unknown>>(tenantId, SELECT, [
        tenantId,
        appId,
      ]);
      return new ReadableCategories(rows);
    });
    return known ?? new ReadableCategories([]);
  }
}
