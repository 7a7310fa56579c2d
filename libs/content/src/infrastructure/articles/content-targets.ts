import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { isUuid } from '@libs/kernel';
import type { ContentScope } from '../../domain/content-scope';

/** What other contexts may lead members to. */
export type ContentTargetType = 'page' | 'article';

const PAGE = `
  SELECT FROM content_pages
   WHERE tenant_id = $1 AND app_id = $2 AND kind = 'page' AND key = $3 AND deleted_at IS NULL`;

/** By what it is called now, by its id, or by what it was called in a former revision: links to that lead on. */
const ARTICLE = `
  SELECT FROM content_article_slugs WHERE tenant_id = $1 AND app_id = $2 AND slug = $3
   UNION ALL
  SELECT FROM content_articles WHERE tenant_id = $1 AND app_id = $2 AND id = $4::uuid AND deleted_at IS NULL
   UNION ALL
  SELECT FROM content_article_revisions f JOIN content_articles a ON a.tenant_id = f.tenant_id AND a.id = f.article_id
   WHERE f.tenant_id = $1 AND f.slug = $3 AND a.app_id = $2 AND a.deleted_at IS NULL
   LIMIT 1`;

@Injectable()
export class ContentTargets {
  constructor(private readonly database: Database) {}

  /**
   * Whether the App has such a page or article, published or not.
   *
   * @param name any text: the slug; of an article its id, or a slug that it had, too.
   */
  async has({ tenantId, appId }: ContentScope, type: ContentTargetType, name: string): Promise<boolean> {
    const scope = [tenantId, appId, name];
    const rows = await (type === 'page'
      ? this.database.read(tenantId, PAGE, scope)
      : this.database.read(tenantId, ARTICLE, [...scope, isUuid(name) ? name : null]));
    return rows.length > 0;
  }
}
