import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { Article } from '../../domain/articles/article';
import { tagKey } from '../../domain/articles/tags';
import type { ContentScope } from '../../domain/content-scope';

/** A tag of an App, as it was first written, and how many working copies have it. */
export interface TagCount {
  readonly tag: string;
  readonly articleCount: number;
}

export const MAX_LISTED_TAGS = 1_000;

const LOCK_TAGS = `SELECT pg_advisory_xact_lock(hashtextextended('content tags ' || $1 || $2, 0))`;

const SPELLINGS = `
  SELECT k.key, (SELECT t.tag FROM content_article_tags t
                  WHERE t.tenant_id = $1 AND t.app_id = $2 AND t.key = k.key LIMIT 1) AS tag
    FROM unnest($3::text[]) AS k (key)`;

/** A tag that only the published revision has is kept for readers, who go on finding the article by it. */
const WRITE = `
  WITH written AS MATERIALIZED (
    SELECT w.key, w.tag FROM unnest($4::text[], $5::text[]) AS w (key, tag)
  ), kept AS (
    INSERT INTO content_article_tags AS t (tenant_id, app_id, key, tag, article_id, created_at, is_written)
    SELECT a.tenant_id, a.app_id, w.key, w.tag, a.id, a.created_at, true
      FROM written w, content_articles a WHERE a.tenant_id = $1 AND a.app_id = $2 AND a.id = $3
    ON CONFLICT (tenant_id, article_id, key) DO UPDATE SET is_written = true WHERE NOT t.is_written
  ), others AS MATERIALIZED (
    SELECT t.key, EXISTS (SELECT FROM content_published_article_tags p
                           WHERE p.tenant_id = t.tenant_id AND p.article_id = t.article_id AND p.tag = t.tag) AS is_published
      FROM content_article_tags t WHERE t.tenant_id = $1 AND t.article_id = $3 AND t.key <> ALL ($4)
  ), unwritten AS (
    UPDATE content_article_tags t SET is_written = false
      FROM others o WHERE t.tenant_id = $1 AND t.article_id = $3 AND t.key = o.key AND o.is_published AND t.is_written
  )
  DELETE FROM content_article_tags t USING others o
   WHERE t.tenant_id = $1 AND t.article_id = $3 AND t.key = o.key AND NOT o.is_published`;

const LIST = `
  SELECT min(tag) AS tag, count(*)::integer AS "articleCount" FROM content_article_tags
   WHERE tenant_id = $1 AND app_id = $2 AND is_written AND strpos(key, $3) > 0
   GROUP BY key ORDER BY count(*) DESC, key COLLATE "C" LIMIT ${MAX_LISTED_TAGS}`;

/**
 * The tags of articles. Rows of the same tag of an App are all spelled the same, so that whoever knows the spelling finds
 * published articles by it, without regard to how it was asked for.
 */
@Injectable()
export class ArticleTags {
  constructor(private readonly database: Database) {}

  /** Those of the most articles first. @param q a part of the tag, in whatever case; empty for all. */
  list({ tenantId, appId }: ContentScope, q = ''): Promise<TagCount[]> {
    return this.database.readRecent<TagCount & Record<string, unknown>>(tenantId, LIST, [tenantId, appId, tagKey(q)]);
  }

  /**
   * The tags as they were first written in the App, those that are new as they are given. In the current transaction, in
   * which new ones are then written: until its end nobody else writes others.
   */
  async asWritten(scope: ContentScope, tags: readonly string[]): Promise<string[]> {
    if (tags.length === 0) return [];
    const keys = tags.map(tagKey);
    let known = await this.spellings(scope, keys);
    if (known.size < keys.length) {
      await this.database.query(LOCK_TAGS, [scope.tenantId, scope.appId]);
      // A statement of its own: it sees what the holder before has committed.
      known = await this.spellings(scope, keys);
    }
    return tags.map((tag) => known.get(tagKey(tag)) ?? tag);
  }

  /** Replaces those of an article. In the current transaction, after its publication. */
  async write({ tenantId, appId, id, tags }: Article): Promise<void> {
    await this.database.query(WRITE, [tenantId, appId, id, tags.map(tagKey), tags]);
  }

  /** Removes those of deleted articles. In the current transaction. */
  async forget(tenantId: string, articleIds: readonly string[]): Promise<void> {
    await this.database.query('DELETE FROM content_article_tags WHERE tenant_id = $1 AND article_id = ANY ($2)', [
      tenantId,
      articleIds,
    ]);
  }

  private async spellings({ tenantId, appId }: ContentScope, keys: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.database.query<{ key: string; tag: string | null }>(SPELLINGS, [tenantId, appId, keys]);
    return new Map(rows.flatMap(({ key, tag }) => (tag === null ? [] : [[key, tag] as const])));
  }
}
