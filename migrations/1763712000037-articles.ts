import type { MigrationInterface, QueryRunner } from 'typeorm';
import { changeTrigger, execute, grant, grantAlone, personal, tenantWall } from './support/tables';

const FUNCTIONS = [
  'find_articles(uuid, text, text, uuid, text)',
  'forget_article_search(uuid, uuid[])',
  'write_article_draft(uuid, uuid, text)',
  'write_article_search(uuid, uuid, text, text, text)',
];

export class Articles1763712000037 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [...CATEGORIES, ...ARTICLES, ...REVISIONS, ...PUBLISHED, ...SEARCH, ...BOOKMARKS]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'DROP TABLE content_article_bookmarks',
      ...FUNCTIONS.map((signature) => `DROP FUNCTION ${signature}`),
      'DROP TABLE content_article_search',
      'DROP TABLE content_published_article_tags',
      'DROP TABLE content_published_articles',
      'DROP TABLE content_article_renderings',
      'DROP TABLE content_article_revisions',
      'DROP TABLE content_article_slugs',
      'DROP TABLE content_articles',
      'DROP TABLE content_categories',
    ]);
  }
}

const CATEGORIES = [
  `CREATE TABLE content_categories (
     tenant_id uuid NOT NULL,
     id uuid NOT NULL,
     app_id uuid NOT NULL,
     parent_id uuid,
     slug text NOT NULL,
     name jsonb NOT NULL,
     sort_order integer NOT NULL,
     status text NOT NULL CHECK (status IN ('active', 'disabled')),
     lock_version integer NOT NULL DEFAULT 1,
     created_at timestamptz NOT NULL DEFAULT now(),
     updated_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, id),
     UNIQUE (tenant_id, app_id, id),
     CONSTRAINT content_categories_slug_in_app UNIQUE (tenant_id, app_id, slug),
     FOREIGN KEY (tenant_id, app_id) REFERENCES apps (tenant_id, id),
     CONSTRAINT content_categories_parent FOREIGN KEY (tenant_id, app_id, parent_id)
       REFERENCES content_categories (tenant_id, app_id, id)
   )`,
  `CREATE INDEX content_categories_children ON content_categories (tenant_id, app_id, parent_id)`,
  ...tenantWall('content_categories'),
  grant('content_categories', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
  changeTrigger('content_categories', 'articles', 'app_id'),
];

/** What the editors of an article work on. Readers have its published revision. */
const ARTICLES = [
  `CREATE TABLE content_articles (
     tenant_id uuid NOT NULL,
     id uuid NOT NULL,
     app_id uuid NOT NULL,
     -- Null once it is deleted: it does not keep its category from being deleted, too.
     category_id uuid,
     slug text NOT NULL,
     title jsonb NOT NULL,
     summary jsonb NOT NULL,
     body jsonb NOT NULL,
     body_format text NOT NULL CHECK (body_format IN ('markdown', 'html')),
     cover_file_id uuid,
     tags text[] NOT NULL,
     visibility text NOT NULL CHECK (visibility IN ('members', 'public')),
     pinned boolean NOT NULL,
     status text NOT NULL CHECK (status IN ('draft', 'scheduled', 'published', 'archived')),
     publish_at timestamptz,
     -- Who scheduled it, and will have published it.
     scheduled_by uuid,
     -- Whether it was changed since its latest revision.
     has_changes boolean NOT NULL,
     -- How many revisions there are.
     last_revision integer NOT NULL DEFAULT 0,
     -- What readers see; null while they see nothing.
     published_revision integer,
     -- Since when readers have seen it without interruption.
     published_at timestamptz,
     lock_version integer NOT NULL DEFAULT 1,
     deleted_at timestamptz,
     created_at timestamptz NOT NULL DEFAULT now(),
     updated_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, id),
     UNIQUE (tenant_id, app_id, id),
     FOREIGN KEY (tenant_id, app_id) REFERENCES apps (tenant_id, id),
     CONSTRAINT content_articles_scheduled CHECK ((status = 'scheduled') = (publish_at IS NOT NULL)),
     CONSTRAINT content_articles_published CHECK ((published_revision IS NULL) = (published_at IS NULL)),
     CONSTRAINT content_articles_states CHECK (CASE status
       WHEN 'published' THEN published_revision IS NOT NULL
       WHEN 'scheduled' THEN true
       ELSE published_revision IS NULL END),
     CONSTRAINT content_articles_deleted CHECK (CASE WHEN deleted_at IS NULL THEN category_id IS NOT NULL
       ELSE status = 'draft' AND category_id IS NULL AND cover_file_id IS NULL
        AND title = '{}' AND summary = '{}' AND body = '{}' AND tags = '{}' END)
   )`,
  `CREATE INDEX content_articles_newest ON content_articles (tenant_id, app_id, created_at DESC, id DESC)
     INCLUDE (status, category_id, visibility) WHERE deleted_at IS NULL`,
  `CREATE INDEX content_articles_by_status ON content_articles (tenant_id, app_id, status, created_at DESC, id DESC)
     INCLUDE (category_id, visibility) WHERE deleted_at IS NULL`,
  `CREATE INDEX content_articles_by_category
     ON content_articles (tenant_id, app_id, category_id, created_at DESC, id DESC)
     INCLUDE (status, visibility) WHERE deleted_at IS NULL`,
  `CREATE INDEX content_articles_due ON content_articles (publish_at) WHERE status = 'scheduled'`,
  ...tenantWall('content_articles'),
  grant('content_articles', ['SELECT', 'INSERT', 'UPDATE']),
  // An article that is renamed keeps its published slug until it is published again: each belongs to one article.
  `CREATE TABLE content_article_slugs (
     tenant_id uuid NOT NULL,
     app_id uuid NOT NULL,
     slug text NOT NULL,
     article_id uuid NOT NULL,
     CONSTRAINT content_article_slugs_in_app PRIMARY KEY (tenant_id, app_id, slug),
     FOREIGN KEY (tenant_id, app_id, article_id) REFERENCES content_articles (tenant_id, app_id, id)
   )`,
  `CREATE INDEX content_article_slugs_of_article ON content_article_slugs (tenant_id, article_id)`,
  ...tenantWall('content_article_slugs'),
  grant('content_article_slugs', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
];

const REVISIONS = [
  `CREATE TABLE content_article_revisions (
     tenant_id uuid NOT NULL,
     article_id uuid NOT NULL,
     revision integer NOT NULL CHECK (revision > 0),
     -- As it was then: the category may be gone.
     category_id uuid NOT NULL,
     slug text NOT NULL,
     title jsonb NOT NULL,
     summary jsonb NOT NULL,
     body jsonb NOT NULL,
     body_format text NOT NULL CHECK (body_format IN ('markdown', 'html')),
     cover_file_id uuid,
     tags text[] NOT NULL,
     visibility text NOT NULL CHECK (visibility IN ('members', 'public')),
     pinned boolean NOT NULL,
     revision_hash text NOT NULL CHECK (revision_hash ~ '^[0-9a-f]{64}$'),
     published_at timestamptz NOT NULL DEFAULT now(),
     published_by uuid,
     PRIMARY KEY (tenant_id, article_id, revision),
     FOREIGN KEY (tenant_id, article_id) REFERENCES content_articles (tenant_id, id)
   )`,
  ...tenantWall('content_article_revisions'),
  grant('content_article_revisions', ['SELECT', 'INSERT']),
  `CREATE TRIGGER content_article_revisions_immutable BEFORE UPDATE OR DELETE ON content_article_revisions
     FOR EACH ROW EXECUTE FUNCTION refuse_revision_change()`,
  `CREATE TRIGGER content_article_revisions_kept BEFORE TRUNCATE ON content_article_revisions
     FOR EACH STATEMENT EXECUTE FUNCTION refuse_revision_change()`,
  `CREATE TABLE content_article_renderings (
     tenant_id uuid NOT NULL,
     article_id uuid NOT NULL,
     revision integer NOT NULL,
     locale text NOT NULL,
     body_html text NOT NULL,
     renderer_version integer NOT NULL,
     rendered_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, article_id, revision, locale),
     FOREIGN KEY (tenant_id, article_id, revision)
       REFERENCES content_article_revisions (tenant_id, article_id, revision)
   )`,
  ...tenantWall('content_article_renderings'),
  grant('content_article_renderings', ['SELECT', 'INSERT', 'UPDATE']),
];

/** What readers see now, in the order in which they see it: one row for each published article. */
const PUBLISHED = [
  `CREATE TABLE content_published_articles (
     tenant_id uuid NOT NULL,
     app_id uuid NOT NULL,
     article_id uuid NOT NULL,
     revision integer NOT NULL,
     category_id uuid NOT NULL,
     slug text NOT NULL,
     title jsonb NOT NULL,
     summary jsonb NOT NULL,
     cover_file_id uuid,
     tags text[] NOT NULL,
     visibility text NOT NULL CHECK (visibility IN ('members', 'public')),
     pinned boolean NOT NULL,
     -- Since when readers have seen the article, and this revision of it.
     published_at timestamptz NOT NULL,
     updated_at timestamptz NOT NULL,
     PRIMARY KEY (tenant_id, article_id),
     CONSTRAINT content_published_articles_slug UNIQUE (tenant_id, app_id, slug),
     FOREIGN KEY (tenant_id, app_id, article_id) REFERENCES content_articles (tenant_id, app_id, id),
     FOREIGN KEY (tenant_id, article_id, revision)
       REFERENCES content_article_revisions (tenant_id, article_id, revision),
     CONSTRAINT content_published_articles_category FOREIGN KEY (tenant_id, app_id, category_id)
       REFERENCES content_categories (tenant_id, app_id, id)
   )`,
  `CREATE INDEX content_published_articles_order
     ON content_published_articles (tenant_id, app_id, pinned DESC, published_at DESC, article_id DESC)`,
  `CREATE INDEX content_published_articles_public_order
     ON content_published_articles (tenant_id, app_id, pinned DESC, published_at DESC, article_id DESC)
     WHERE visibility = 'public'`,
  `CREATE INDEX content_published_articles_in_category
     ON content_published_articles (tenant_id, app_id, category_id, pinned DESC, published_at DESC, article_id DESC)`,
  `CREATE INDEX content_published_articles_public_in_category
     ON content_published_articles (tenant_id, app_id, category_id, pinned DESC, published_at DESC, article_id DESC)
     WHERE visibility = 'public'`,
  ...tenantWall('content_published_articles'),
  grant('content_published_articles', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
  changeTrigger('content_published_articles', 'articles', 'app_id'),
  // The working copy keeps its category as well, until it is deleted: a category with articles cannot be deleted.
  `ALTER TABLE content_articles ADD CONSTRAINT content_articles_category FOREIGN KEY (tenant_id, app_id, category_id)
     REFERENCES content_categories (tenant_id, app_id, id)`,
  `CREATE TABLE content_published_article_tags (
     tenant_id uuid NOT NULL,
     app_id uuid NOT NULL,
     tag text NOT NULL,
     article_id uuid NOT NULL,
     -- Those of the article, for the order and the filters of lists.
     category_id uuid NOT NULL,
     visibility text NOT NULL,
     pinned boolean NOT NULL,
     published_at timestamptz NOT NULL,
     PRIMARY KEY (tenant_id, article_id, tag),
     FOREIGN KEY (tenant_id, article_id) REFERENCES content_published_articles (tenant_id, article_id) ON DELETE CASCADE
   )`,
  `CREATE INDEX content_published_article_tags_order ON content_published_article_tags
     (tenant_id, app_id, tag, category_id, visibility, pinned DESC, published_at DESC, article_id DESC)`,
  ...tenantWall('content_published_article_tags'),
  grant('content_published_article_tags', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
];

/**
 * The texts in which articles are searched. LIKE is not leakproof: where row-level security applies, no index serves
 * it. So the application role has no rights on this table at all; functions that belong to its owner read and write
 * it, for the tenant that the transaction has named.
 */
const SEARCH = [
  `CREATE EXTENSION IF NOT EXISTS pg_trgm`,
  `CREATE TABLE content_article_search (
     tenant_id uuid NOT NULL,
     app_id uuid NOT NULL,
     article_id uuid NOT NULL,
     -- Slug and titles of the working copy, for editors.
     draft text NOT NULL,
     -- Titles, and all texts, of the published revision, for readers.
     title text,
     content text,
     PRIMARY KEY (tenant_id, article_id),
     FOREIGN KEY (tenant_id, app_id, article_id) REFERENCES content_articles (tenant_id, app_id, id)
   )`,
  `CREATE FUNCTION write_article_search(app uuid, article uuid, its_draft text, its_title text, its_content text)
     RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
     INSERT INTO content_article_search AS s (tenant_id, app_id, article_id, draft, title, content)
     VALUES (nullif(current_setting('app.tenant_id', true), '')::uuid, app, article, its_draft, its_title, its_content)
     ON CONFLICT (tenant_id, article_id)
     DO UPDATE SET draft = its_draft, title = its_title, content = its_content WHERE s.app_id = app
   $$`,
  `CREATE FUNCTION write_article_draft(app uuid, article uuid, its_draft text)
     RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
     INSERT INTO content_article_search AS s (tenant_id, app_id, article_id, draft)
     VALUES (nullif(current_setting('app.tenant_id', true), '')::uuid, app, article, its_draft)
     ON CONFLICT (tenant_id, article_id) DO UPDATE SET draft = its_draft WHERE s.app_id = app
   $$`,
  `CREATE FUNCTION forget_article_search(app uuid, articles uuid[])
     RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
     DELETE FROM content_article_search
      WHERE tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
        AND app_id = app AND article_id = ANY (articles)
   $$`,
  `CREATE INDEX content_article_search_draft ON content_article_search USING gin (draft gin_trgm_ops)`,
  // Planned for each pattern: a plan for any pattern would not use the index.
  `CREATE FUNCTION find_articles(app uuid, pattern text, its_status text, its_category uuid, its_visibility text)
     RETURNS TABLE (id uuid, created_at timestamptz)
     LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
     SET plan_cache_mode = force_custom_plan AS $$
   BEGIN
     RETURN QUERY SELECT a.id, a.created_at
       FROM content_article_search s JOIN content_articles a ON a.tenant_id = s.tenant_id AND a.id = s.article_id
      WHERE s.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
        AND s.app_id = app AND s.draft LIKE pattern
        AND a.app_id = app AND a.deleted_at IS NULL
        AND (its_status IS NULL OR a.status = its_status)
        AND (its_category IS NULL OR a.category_id = its_category)
        AND (its_visibility IS NULL OR a.visibility = its_visibility);
   END $$`,
  ...FUNCTIONS.flatMap(grantAlone),
];

const BOOKMARKS = [
  `CREATE TABLE content_article_bookmarks (
     tenant_id uuid NOT NULL,
     app_id uuid NOT NULL,
     user_id uuid NOT NULL,
     article_id uuid NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, user_id, app_id, article_id),
     FOREIGN KEY (tenant_id, app_id, article_id) REFERENCES content_articles (tenant_id, app_id, id),
     FOREIGN KEY (tenant_id, app_id, user_id) REFERENCES app_memberships (tenant_id, app_id, user_id) ON DELETE CASCADE
   )`,
  ...personal('content_article_bookmarks', ['article_id']),
  `CREATE INDEX content_article_bookmarks_newest
     ON content_article_bookmarks (tenant_id, app_id, user_id, created_at DESC, article_id DESC)`,
  `CREATE INDEX content_article_bookmarks_of_article ON content_article_bookmarks (tenant_id, article_id)`,
  ...tenantWall('content_article_bookmarks'),
  grant('content_article_bookmarks', ['SELECT', 'INSERT', 'DELETE']),
];
