import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildConcurrently, execute, grant, tenantWall } from './support/tables';

const INDEXES: Readonly<Record<string, string>> = {
  content_articles_ending: 'content_articles (unpublish_at, id) WHERE unpublish_at IS NOT NULL',
};

/** Articles that are unpublished at a time, and tags that are compared without regard to case. See docs/decisions/0078. */
export class ArticleEndsAndTags1763712000064 implements MigrationInterface {
  /** An index is built concurrently, and rows are changed in short steps: every step must be repeatable. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      `ALTER TABLE content_articles
         ADD COLUMN IF NOT EXISTS unpublish_at timestamptz,
         -- Who set that time.
         ADD COLUMN IF NOT EXISTS unpublish_by uuid`,
      ...buildConcurrently(INDEXES),
      'DROP TABLE IF EXISTS content_article_tags',
      ...TAGS,
      `SELECT set_config('app.system', 'on', false)`,
    ]);
    for (const app of await appsWithTags(runner)) await unifyTags(runner, app);
    await runner.query(`SELECT set_config('app.system', '', false)`);
  }

  /** Tags stay as they are spelled now. */
  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'DROP TABLE content_article_tags',
      ...Object.keys(INDEXES).map((name) => `DROP INDEX IF EXISTS ${name}`),
      'ALTER TABLE content_articles DROP COLUMN IF EXISTS unpublish_by, DROP COLUMN IF EXISTS unpublish_at',
    ]);
  }
}

const TAGS = [
  `CREATE TABLE content_article_tags (
     tenant_id uuid NOT NULL,
     app_id uuid NOT NULL,
     -- What tags are compared by, and how this one was first written in the App: the same in all rows.
     key text NOT NULL,
     tag text NOT NULL,
     article_id uuid NOT NULL,
     -- That of the article, for the order of lists.
     created_at timestamptz NOT NULL,
     -- Whether the working copy has it; else only the published revision does.
     is_written boolean NOT NULL,
     PRIMARY KEY (tenant_id, article_id, key),
     FOREIGN KEY (tenant_id, app_id, article_id) REFERENCES content_articles (tenant_id, app_id, id)
   )`,
  `CREATE INDEX content_article_tags_newest
     ON content_article_tags (tenant_id, app_id, key, created_at DESC, article_id DESC) INCLUDE (tag, is_written)`,
  ...tenantWall('content_article_tags'),
  grant('content_article_tags', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
];

interface AppRow {
  readonly tenant_id: string;
  readonly app_id: string;
}

interface TaggedRow {
  readonly id: string;
  readonly tags: readonly string[];
}

const STEP = 1_000;

function appsWithTags(runner: QueryRunner): Promise<AppRow[]> {
  return runner.query(
    `SELECT tenant_id, app_id FROM content_articles WHERE tags <> '{}'
     UNION SELECT tenant_id, app_id FROM content_published_articles WHERE tags <> '{}'`,
  ) as Promise<AppRow[]>;
}

/** Gives the tags of an App the spelling that was written first, and lists which article has which. */
async function unifyTags(runner: QueryRunner, { tenant_id, app_id }: AppRow): Promise<void> {
  const app = [tenant_id, app_id];
  const written = (await runner.query(
    `SELECT t.tag FROM (
       SELECT tag, a.created_at, a.id FROM content_articles a, unnest(a.tags) AS tag
        WHERE a.tenant_id = $1 AND a.app_id = $2
       UNION ALL
       SELECT tag, a.created_at, a.id FROM content_published_articles p
         JOIN content_articles a ON a.tenant_id = p.tenant_id AND a.id = p.article_id, unnest(p.tags) AS tag
        WHERE p.tenant_id = $1 AND p.app_id = $2) t
      GROUP BY t.tag ORDER BY min(t.created_at), min(t.id::text), t.tag`,
    app,
  )) as { tag: string }[];
  const spellings = new Map<string, string>();
  for (const { tag } of written) if (!spellings.has(keyOf(tag))) spellings.set(keyOf(tag), tag);
  const others = written.map(({ tag }) => tag).filter((tag) => spellings.get(keyOf(tag)) !== tag);
  const unified = (tags: readonly string[]) => [...new Set(tags.map((tag) => spellings.get(keyOf(tag)) ?? tag))];
  if (others.length > 0) {
    await respell(runner, app, 'content_articles', 'id', others, unified);
    await respell(runner, app, 'content_published_articles', 'article_id', others, unified);
  }
  await runner.query(
    `INSERT INTO content_article_tags (tenant_id, app_id, key, tag, article_id, created_at, is_written)
     SELECT a.tenant_id, a.app_id, s.key, s.tag, a.id, a.created_at, bool_or(t.is_written)
       FROM (SELECT id AS article_id, tags, true AS is_written FROM content_articles WHERE tenant_id = $1 AND app_id = $2
             UNION ALL
             SELECT article_id, tags, false FROM content_published_articles WHERE tenant_id = $1 AND app_id = $2) t
       CROSS JOIN unnest(t.tags) AS had (tag)
       JOIN unnest($3::text[], $4::text[]) AS s (key, tag) ON s.tag = had.tag
       JOIN content_articles a ON a.tenant_id = $1 AND a.id = t.article_id
      GROUP BY a.tenant_id, a.app_id, s.key, s.tag, a.id, a.created_at
     ON CONFLICT (tenant_id, article_id, key) DO NOTHING`,
    [...app, [...spellings.keys()], [...spellings.values()]],
  );
}

/** Step by step, and only where nobody changed them meanwhile. */
async function respell(
  runner: QueryRunner,
  app: readonly string[],
  table: 'content_articles' | 'content_published_articles',
  id: 'id' | 'article_id',
  others: readonly string[],
  unified: (tags: readonly string[]) => string[],
): Promise<void> {
  let place: string | undefined = '00000000-0000-0000-0000-000000000000';
  while (place) {
    const rows = (await runner.query(
      `SELECT ${id} AS id, tags FROM ${table}
        WHERE tenant_id = $1 AND app_id = $2 AND ${id} > $3 AND tags && $4::text[] ORDER BY 1 LIMIT ${STEP}`,
      [...app, place, others],
    )) as TaggedRow[];
    for (const { id: of, tags } of rows) {
      const next = unified(tags);
      await runner.query(`UPDATE ${table} SET tags = $3 WHERE tenant_id = $1 AND ${id} = $2 AND tags = $4`, [
        ...[app[0], of, next, tags],
      ]);
      if (table === 'content_published_articles') await retag(runner, app[0], of);
    }
    place = rows.at(-1)?.id;
  }
}

/** Has lists by tag show the article by the spelling that it has now. */
async function retag(runner: QueryRunner, tenantId: string | undefined, articleId: string): Promise<void> {
  await runner.query(
    `WITH gone AS (
       DELETE FROM content_published_article_tags t USING content_published_articles p
        WHERE t.tenant_id = $1 AND t.article_id = $2 AND p.tenant_id = $1 AND p.article_id = $2 AND t.tag <> ALL (p.tags)
     )
     INSERT INTO content_published_article_tags
       (tenant_id, app_id, tag, article_id, category_id, visibility, pinned, published_at)
     SELECT tenant_id, app_id, tag, article_id, category_id, visibility, pinned, published_at
       FROM content_published_articles CROSS JOIN unnest(tags) AS tag
      WHERE tenant_id = $1 AND article_id = $2
     ON CONFLICT (tenant_id, article_id, tag) DO NOTHING`,
    [tenantId, articleId],
  );
}

function keyOf(tag: string): string {
  return tag.trim().normalize('NFC').toLowerCase();
}
