import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, grantAlone } from './support/tables';

/** How readers find articles, and what members keep of them. See docs/decisions/0050. */
export class ArticleSearch1763712000039 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [...INDEXES, SEARCH, ...grantAlone(SEARCH_FUNCTION), ADD_BOOKMARK]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'DROP FUNCTION add_article_bookmark(uuid, uuid, uuid, uuid[], integer)',
      `DROP FUNCTION ${SEARCH_FUNCTION}`,
      'DROP INDEX content_published_articles_cover',
      'DROP INDEX content_published_articles_public_newest',
      'DROP INDEX content_published_articles_newest',
      'DROP INDEX content_article_search_content',
      'DROP INDEX content_article_search_title',
      `ALTER TABLE content_article_search
         ALTER COLUMN draft SET STORAGE EXTENDED, ALTER COLUMN title SET STORAGE EXTENDED`,
      'ALTER TABLE content_article_search RESET (toast_tuple_target)',
    ]);
  }
}

const SEARCH_FUNCTION =
  'search_published_articles(uuid, text, uuid[], text, text[], text[], text, integer, timestamptz, uuid, integer)';

const INDEXES = [
  // Stays when this is reverted: somebody else may have made it, and use it.
  `CREATE EXTENSION IF NOT EXISTS btree_gin`,
  // Titles are looked through more often than contents, which therefore leave the rows.
  `ALTER TABLE content_article_search SET (toast_tuple_target = 512)`,
  `ALTER TABLE content_article_search ALTER COLUMN draft SET STORAGE MAIN, ALTER COLUMN title SET STORAGE MAIN`,
  // The App stands in front, so that a search costs nothing for the articles of other Apps. Without the list of pending
  // entries, which every search would have to read.
  `CREATE INDEX content_article_search_title ON content_article_search USING gin (app_id, title gin_trgm_ops)
     WITH (fastupdate = off)`,
  `CREATE INDEX content_article_search_content ON content_article_search USING gin (app_id, content gin_trgm_ops)
     WITH (fastupdate = off)`,
  `CREATE INDEX content_published_articles_newest
     ON content_published_articles (tenant_id, app_id, published_at DESC, article_id DESC) INCLUDE (category_id)`,
  `CREATE INDEX content_published_articles_public_newest
     ON content_published_articles (tenant_id, app_id, published_at DESC, article_id DESC) INCLUDE (category_id)
     WHERE visibility = 'public'`,
  `CREATE INDEX content_published_articles_cover ON content_published_articles (tenant_id, app_id, cover_file_id)
     INCLUDE (category_id) WHERE cover_file_id IS NOT NULL`,
];

/**
 * Finds published articles by their texts, for the tenant that the transaction has named. The order is by rank, then
 * the newest first:
 *
 * 0  a title is the phrase
 * 1  a title begins with the phrase
 * 2  the titles match all patterns
 * 3  instead of these three, where more titles match than can be ranked
 * 4  titles and texts together match all patterns
 *
 * An index gives all matches at once, in no order: good where there are few. Where there are many, the newest articles
 * are looked through until there are enough. Either is bounded: a search may return fewer matches than wanted and, in a
 * last row that is no match, the place from which to go on.
 *
 * The indexes are asked for the App alone, which belongs to one tenant: with the tenant as well the planner may take the
 * primary key for good enough. What they find is then joined with what the tenant has published.
 *
 * The pieces foretell what the content index would give: without any, no index helps, and only titles are searched.
 */
const SEARCH = `
  CREATE FUNCTION search_published_articles(
    app uuid, audience text, categories uuid[], tag text, patterns text[], pieces text[], phrase text,
    after_rank integer, after_at timestamptz, after_id uuid, wanted integer
  ) RETURNS TABLE (match_rank integer, match_at timestamptz, match_id uuid, is_match boolean)
  LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 20
  SET search_path = public, pg_temp
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
  SET max_parallel_workers_per_gather = 0
  AS $$
  DECLARE
    few CONSTANT integer := 1000;
    sample CONSTANT integer := 100;
    frequent_in_sample CONSTANT integer := 3;
    many_in_sample CONSTANT integer := 10;
    most_passed CONSTANT integer := 10000;
    most_titles CONSTANT integer := 5000;
    most_contents CONSTANT integer := 2000;
    tenant CONSTANT uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
    title_matches CONSTANT text := (SELECT string_agg(format('s.title LIKE %L', p), ' AND ') FROM unnest(patterns) p);
    content_matches CONSTANT text := (SELECT string_agg(format('s.content LIKE %L', p), ' AND ') FROM unnest(patterns) p);
    is_shown CONSTANT text := CASE WHEN audience = 'public' THEN ' AND a.visibility = ''public''' ELSE '' END;
    is_asked CONSTANT text := CASE WHEN categories IS NULL THEN '' ELSE ' AND a.category_id = ANY ($3)' END
                           || CASE WHEN tag IS NULL THEN '' ELSE ' AND a.tags @> ARRAY[$4]' END;
    -- The newest articles from a place on, with the place of the last one that was passed.
    newest CONSTANT text :=
      'SELECT a.article_id, a.published_at FROM content_published_articles a
        WHERE a.tenant_id = $1 AND a.app_id = $2' || is_shown || '
          AND (a.published_at, a.article_id) < ($5, $6)
        ORDER BY a.published_at DESC, a.article_id DESC';
    asked CONSTANT text := CASE WHEN is_asked = '' THEN newest ELSE
      'SELECT a.article_id, a.published_at FROM (' ||
        replace(newest, 'a.published_at FROM', 'a.published_at, a.category_id, a.tags FROM') ||
        ' LIMIT ' || most_passed || ') a WHERE true' || is_asked END;
    -- One by one, however few the planner believes to match: OFFSET keeps it from reading all texts at once.
    its_texts CONSTANT text :=
      'CROSS JOIN LATERAL (SELECT t.title, t.content FROM content_article_search t
                            WHERE t.tenant_id = $1 AND t.article_id = w.article_id OFFSET 0) s';
    ids uuid[];
    ranks integer[];
    place_at timestamptz := after_at;
    place_id uuid := after_id;
    frequent boolean;
    returned integer;
  BEGIN
    IF after_rank <= 2 AND cardinality(pieces) = 0 THEN after_rank := 3; END IF;

    -- So many that the index need not be asked: as many in all articles as in the newest would be too many to rank.
    IF after_rank < 0 THEN
      EXECUTE 'SELECT count(*) FROM (' || newest || ' LIMIT $7) w ' || its_texts || ' WHERE ' || title_matches
        INTO returned USING tenant, app, categories, tag, place_at, place_id, sample;
      IF returned >= many_in_sample THEN
        EXECUTE 'SELECT EXISTS (' || newest || ' OFFSET $7)'
          INTO frequent USING tenant, app, categories, tag, place_at, place_id, few * sample / returned;
        IF frequent THEN after_rank := 3; END IF;
      END IF;
    END IF;

    IF after_rank <= 2 THEN
      EXECUTE 'SELECT array_agg(t.article_id), array_agg(CASE WHEN t.title LIKE $2 THEN 0 WHEN t.title LIKE $3 THEN 1 ELSE 2 END)
                 FROM (SELECT s.article_id, s.title FROM content_article_search s
                        WHERE s.app_id = $1 AND ' || title_matches || ' LIMIT $4) t'
        INTO ids, ranks
        USING app, E'%\\n' || phrase || E'\\n%', E'%\\n' || phrase || '%',
              CASE WHEN after_rank < 0 THEN few + 1 ELSE few * 10 END;
      IF after_rank < 0 AND cardinality(ids) > few THEN
        after_rank := 3;
      ELSE
        RETURN QUERY EXECUTE
          'SELECT f.rank, a.published_at, a.article_id, true FROM unnest($7, $8) AS f (id, rank)
             JOIN content_published_articles a ON a.tenant_id = $1 AND a.article_id = f.id AND a.app_id = $2' || is_shown || '
            WHERE (f.rank > $9 OR f.rank = $9 AND (a.published_at, a.article_id) < ($5, $6))' || is_asked || '
            ORDER BY f.rank, a.published_at DESC, a.article_id DESC LIMIT $10'
          USING tenant, app, categories, tag, place_at, place_id, ids, ranks, after_rank, wanted;
        GET DIAGNOSTICS returned = ROW_COUNT;
        wanted := wanted - returned;
        after_rank := 4;
        place_at := 'infinity';
        place_id := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
      END IF;
    END IF;

    IF after_rank = 3 AND wanted > 0 THEN
      RETURN QUERY EXECUTE
        'SELECT 3, w.published_at, w.article_id, true FROM (' || asked || ' LIMIT $7) w
           ' || its_texts || '
          WHERE ' || title_matches || ' ORDER BY w.published_at DESC, w.article_id DESC LIMIT $8'
        USING tenant, app, categories, tag, place_at, place_id, most_titles, wanted;
      GET DIAGNOSTICS returned = ROW_COUNT;
      wanted := wanted - returned;
      IF wanted > 0 THEN
        RETURN QUERY EXECUTE
          'SELECT 3, l.published_at, l.article_id, false FROM (
             (SELECT * FROM (' || asked || ') b OFFSET $7 - 1 LIMIT 1) UNION ALL
             (SELECT * FROM (' || newest || ') b OFFSET $8 - 1 LIMIT 1)) l
            ORDER BY l.published_at DESC, l.article_id DESC LIMIT 1'
          USING tenant, app, categories, tag, place_at, place_id, most_titles, most_passed;
        GET DIAGNOSTICS returned = ROW_COUNT;
        IF returned > 0 THEN RETURN; END IF;
      END IF;
      after_rank := 4;
      place_at := 'infinity';
      place_id := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    END IF;

    IF wanted = 0 OR cardinality(pieces) = 0 THEN RETURN; END IF;

    EXECUTE 'SELECT count(*) >= $7 FROM (' || newest || ' LIMIT $8) w
               ' || its_texts || '
              WHERE s.content LIKE ALL ($9)'
      INTO frequent USING tenant, app, categories, tag, place_at, place_id, frequent_in_sample, sample, pieces;

    IF NOT frequent THEN
      EXECUTE 'SELECT array_agg(c.article_id)
                 FROM (SELECT s.article_id FROM content_article_search s
                        WHERE s.app_id = $1 AND ' || content_matches || ' LIMIT $2) c'
        INTO ids USING app, few + 1;
      IF ids IS NULL THEN RETURN; END IF;
      IF cardinality(ids) <= few THEN
        RETURN QUERY EXECUTE
          'SELECT 4, a.published_at, a.article_id, true FROM unnest($7) AS f (id)
             JOIN content_published_articles a ON a.tenant_id = $1 AND a.article_id = f.id AND a.app_id = $2' || is_shown || '
             JOIN content_article_search s ON s.tenant_id = $1 AND s.article_id = f.id
            WHERE (a.published_at, a.article_id) < ($5, $6) AND NOT (' || title_matches || ')' || is_asked || '
            ORDER BY a.published_at DESC, a.article_id DESC LIMIT $8'
          USING tenant, app, categories, tag, place_at, place_id, ids, wanted;
        RETURN;
      END IF;
    END IF;

    RETURN QUERY EXECUTE
      'SELECT 4, w.published_at, w.article_id, true FROM (' || asked || ' LIMIT $7) w
         ' || its_texts || '
        WHERE NOT (' || title_matches || ') AND ' || content_matches || '
        ORDER BY w.published_at DESC, w.article_id DESC LIMIT $8'
      USING tenant, app, categories, tag, place_at, place_id, most_contents, wanted;
    GET DIAGNOSTICS returned = ROW_COUNT;
    IF returned < wanted THEN
      RETURN QUERY EXECUTE
        'SELECT 4, l.published_at, l.article_id, false FROM (
           (SELECT * FROM (' || asked || ') b OFFSET $7 - 1 LIMIT 1) UNION ALL
           (SELECT * FROM (' || newest || ') b OFFSET $8 - 1 LIMIT 1)) l
          ORDER BY l.published_at DESC, l.article_id DESC LIMIT 1'
        USING tenant, app, categories, tag, place_at, place_id, most_contents, most_passed;
    END IF;
  END $$`;

/**
 * Bookmarks an article that is published in one of the categories (null: in any). Bookmarks of a member are added one
 * after the other, so that there are never more than `most`, and none once the membership is gone.
 */
const ADD_BOOKMARK = `
  CREATE FUNCTION add_article_bookmark(app uuid, member uuid, article uuid, categories uuid[], most integer)
    RETURNS text LANGUAGE plpgsql AS $$
  DECLARE
    tenant CONSTANT uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  BEGIN
    PERFORM FROM app_memberships m
      WHERE m.tenant_id = tenant AND m.app_id = app AND m.user_id = member FOR NO KEY UPDATE;
    IF NOT FOUND THEN RETURN 'absent'; END IF;
    PERFORM FROM content_published_articles a
      WHERE a.tenant_id = tenant AND a.article_id = article AND a.app_id = app
        AND (categories IS NULL OR a.category_id = ANY (categories));
    IF NOT FOUND THEN RETURN 'absent'; END IF;
    PERFORM FROM content_article_bookmarks b
      WHERE b.tenant_id = tenant AND b.app_id = app AND b.user_id = member AND b.article_id = article;
    IF FOUND THEN RETURN 'kept'; END IF;
    IF (SELECT count(*) FROM content_article_bookmarks b
         WHERE b.tenant_id = tenant AND b.app_id = app AND b.user_id = member) >= most THEN
      RETURN 'full';
    END IF;
    INSERT INTO content_article_bookmarks (tenant_id, app_id, user_id, article_id)
      VALUES (tenant, app, member, article);
    RETURN 'kept';
  END $$`;
