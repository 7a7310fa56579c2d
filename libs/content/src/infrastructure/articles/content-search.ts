import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { type FoundThing, type FoundThings, type ResourceSearch, searchEach, type SearchQuestion } from '@libs/kernel';

type SearchedContent = 'page' | 'article';

/** The title that editors work on, or else that of readers; of a page that has none yet its key. */
const SELECT: Readonly<Record<SearchedContent, string>> = {
  page: `
    SELECT p.key AS id, p.app_id AS "appId", p.key AS subtitle,
           coalesce(p.draft_summary -> 'title', r.title, to_jsonb(p.key)) AS title
      FROM find_texts('page', $2, $3, $4) f
      JOIN content_pages p ON p.tenant_id = $1 AND p.id = f.id
      LEFT JOIN content_page_revisions r
        ON r.tenant_id = p.tenant_id AND r.page_id = p.id AND r.revision = p.published_revision
     ORDER BY f.place`,
  article: `
    SELECT a.id, a.app_id AS "appId", a.title, a.slug AS subtitle
      FROM find_texts('article', $2, $3, $4) f JOIN content_articles a ON a.tenant_id = $1 AND a.id = f.id
     ORDER BY f.place`,
};

/** Pages and articles by their slugs, or their titles in any language. */
@Injectable()
export class ContentSearch implements ResourceSearch<SearchedContent> {
  constructor(private readonly database: Database) {}

  search(
    types: readonly SearchedContent[],
    { tenantId, appIds, text, limit }: SearchQuestion,
  ): Promise<FoundThings<SearchedContent>> {
    const values = [tenantId, appIds, text, limit];
    return searchEach(types, (type) =>
      this.database.readRecent<FoundThing & Record<string, unknown>>(tenantId, SELECT[type], values),
    );
  }
}
