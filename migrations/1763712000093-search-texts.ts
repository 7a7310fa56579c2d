import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, grantAlone, personal } from './support/tables';

/**
 * The texts by which administrators find what a tenant has much of, kept by triggers. The next migration adds those of
 * the rows that are there, and the indexes. See docs/decisions/0092.
 */
export class SearchTexts1763712000093 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      ...TABLE,
      LINE,
      GRAMS,
      ...Object.entries(SEARCHED).map(([table, select]) => searched(table, select)),
      KEEP,
      ...Object.entries(WRITTEN).flatMap(([table, columns]) => triggers(table, columns)),
      FIND,
      ...grantAlone(FIND_SIGNATURE),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      `DROP FUNCTION ${FIND_SIGNATURE}`,
      ...Object.keys(WRITTEN).flatMap((table) => [
        `DROP TRIGGER ${table}_searched_rows ON ${table}`,
        `DROP TRIGGER ${table}_searched_texts ON ${table}`,
      ]),
      'DROP FUNCTION keep_search_text()',
      ...Object.keys(SEARCHED).map((table) => `DROP FUNCTION search_text_of(${table})`),
      'DROP TABLE search_texts',
      'DROP FUNCTION search_grams(text, text, integer)',
      'DROP FUNCTION search_line(text[])',
    ]);
  }
}

/**
 * Without row-level security, which rules out LIKE and the operators of arrays. So the application role has no rights on
 * this table at all; a function that belongs to its owner reads it, for the tenant that the transaction has named.
 */
const TABLE = [
  `CREATE TABLE search_texts (
     tenant_id uuid NOT NULL,
     kind text NOT NULL,
     id uuid NOT NULL,
     app_id uuid,
     -- In lower case, one below the other.
     line text NOT NULL,
     at timestamptz NOT NULL,
     PRIMARY KEY (tenant_id, kind, id)
   )`,
  // Names of users. The trigger takes them away with the status.
  ...personal('search_texts', ['line']),
];

/** Titles in several languages may be long together. */
const LINE = `
  CREATE FUNCTION search_line(texts text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT nullif(lower(left(array_to_string(texts, E'\\n'), 1000)), '')
  $$`;

/**
 * Each two characters that stand side by side, within the scope. Trigrams would not serve names of two characters, which
 * in Chinese are whole; and with the scope in them, a search costs nothing for the rows of others.
 *
 * @param step 1 for what is in a line; 2 for what a line must have, which are half as many lists to intersect.
 */
const GRAMS = `
  CREATE FUNCTION search_grams(scope text, line text, step integer) RETURNS text[]
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
  DECLARE
    final CONSTANT integer := char_length(line) - 1;
    grams text[] := '{}';
  BEGIN
    FOR at IN 0 .. (final - 1) / step LOOP grams[at] := scope || substr(line, 1 + at * step, 2); END LOOP;
    IF step > 1 AND final > 1 THEN grams := grams || (scope || substr(line, final, 2)); END IF;
    RETURN grams;
  END $$`;

const titles = (localized: string) =>
  `(SELECT string_agg(left(t.value, 200), E'\\n') FROM jsonb_each_text(${localized}) t)`;
const TITLES = titles('r.title');
const PUBLISHED_TITLES = `
  (SELECT ${titles('p.title')} FROM content_page_revisions p
    WHERE p.tenant_id = r.tenant_id AND p.page_id = r.id AND p.revision = r.published_revision)`;

/** What is found of a row, if it is to be found at all: kind, App and texts. */
const SEARCHED: Readonly<Record<string, string>> = {
  apps: `'app', r.id, search_line(ARRAY[r.name, r.dcloud_appid]) WHERE r.deleted_at IS NULL`,
  users: `'user', NULL::uuid, search_line(ARRAY[r.display_name]) WHERE r.status <> 'deleted'`,
  content_pages: `'page', r.app_id, search_line(ARRAY[r.key, ${titles("r.draft_summary -> 'title'")}, ${PUBLISHED_TITLES}])
    WHERE r.kind = 'page' AND r.deleted_at IS NULL`,
  content_articles: `'article', r.app_id, search_line(ARRAY[r.slug, ${TITLES}]) WHERE r.deleted_at IS NULL`,
  files: `'file', r.app_id, search_line(ARRAY[r.filename])`,
  notification_messages: `r.kind, r.app_id, search_line(ARRAY[${TITLES}]) WHERE r.origin <> 'product'`,
  releases: `'release', r.app_id, search_line(ARRAY[r.version_name, ${TITLES}]) WHERE r.deleted_at IS NULL`,
};

/** The columns that they depend on. */
const WRITTEN: Readonly<Record<string, string>> = {
  apps: 'name, dcloud_appid, deleted_at',
  users: 'display_name, status',
  content_pages: 'key, draft, published_revision, deleted_at',
  content_articles: 'slug, title, deleted_at',
  files: 'filename, app_id',
  notification_messages: 'title',
  releases: 'version_name, title, deleted_at',
};

function searched(table: string, select: string): string {
  return `
    CREATE FUNCTION search_text_of(r ${table}) RETURNS search_texts LANGUAGE sql STABLE PARALLEL SAFE AS $$
      SELECT found.tenant_id, found.kind, found.id, found.app_id, found.line, found.at
        FROM (SELECT r.tenant_id, r.id, r.created_at, t.*
                FROM (SELECT ${select}) AS t (kind, app_id, line)) AS found (tenant_id, id, at, kind, app_id, line)
       WHERE found.line IS NOT NULL
    $$`;
}

/** For the rows of any of the tables: the function for its type is chosen by the row. */
const KEEP = `
  CREATE FUNCTION keep_search_text() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    before search_texts;
    kept search_texts;
  BEGIN
    IF TG_OP <> 'INSERT' THEN before := search_text_of(OLD); END IF;
    IF TG_OP <> 'DELETE' THEN kept := search_text_of(NEW); END IF;
    IF kept.id IS NOT NULL THEN
      INSERT INTO search_texts AS s SELECT kept.*
      ON CONFLICT (tenant_id, kind, id) DO UPDATE SET line = excluded.line, app_id = excluded.app_id
        WHERE (s.line, s.app_id) IS DISTINCT FROM (excluded.line, excluded.app_id);
    ELSIF before.id IS NOT NULL THEN
      DELETE FROM search_texts s WHERE (s.tenant_id, s.kind, s.id) = (before.tenant_id, before.kind, before.id);
    END IF;
    RETURN NULL;
  END $$`;

function triggers(table: string, columns: string): string[] {
  const keeps = 'FOR EACH ROW EXECUTE FUNCTION keep_search_text()';
  return [
    `CREATE TRIGGER ${table}_searched_rows AFTER INSERT OR DELETE ON ${table} ${keeps}`,
    `CREATE TRIGGER ${table}_searched_texts AFTER UPDATE OF ${columns} ON ${table} ${keeps}`,
  ];
}

const FIND_SIGNATURE = 'find_texts(text, uuid[], text, integer)';

const isOfLiveApp = (appId: string) => `NOT EXISTS (
  SELECT FROM apps d WHERE d.tenant_id = tenant AND d.id = ${appId} AND d.deleted_at IS NOT NULL)`;

/**
 * Finds what contains a text, or has it as its id: first what begins with it, then the newest. Of Apps that are deleted
 * nothing is found.
 *
 * The newest rows are looked through first, as an index gives all matches at once, in no order: what is frequent is found
 * among them. What is not has few matches, or is cut off where there are many. So the work is bounded whatever is asked.
 *
 * @param apps of which things are found; null for all, and for things of none.
 */
const FIND = `
  CREATE FUNCTION find_texts(its_kind text, apps uuid[], wanted text, most integer)
    RETURNS TABLE (id uuid, place bigint)
    LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 20 SET search_path = public, pg_temp
    SET enable_seqscan = off SET jit = off SET max_parallel_workers_per_gather = 0
  AS $$
  DECLARE
    looked CONSTANT integer := 1000;
    matched CONSTANT integer := 500;
    tenant CONSTANT uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
    scope CONSTANT text := its_kind || tenant::text;
    phrase CONSTANT text := lower(wanted);
    begun CONSTANT text := regexp_replace(phrase, '([\\\\%_])', '\\\\\\1', 'g') || '%';
    contained CONSTANT text := '%' || begun;
    each_app CONSTANT integer := greatest(20, looked / greatest(1, cardinality(apps)));
    required CONSTANT text[] := search_grams(scope, phrase, 2);
    found uuid[];
  BEGIN
    IF apps IS NULL THEN
      found := ARRAY(
        SELECT n.id FROM (
          SELECT s.id, s.app_id, s.line FROM search_texts s
           WHERE s.tenant_id = tenant AND s.kind = its_kind ORDER BY s.at DESC, s.id DESC LIMIT looked) n
         WHERE n.line LIKE contained AND ${isOfLiveApp('n.app_id')});
    ELSE
      found := ARRAY(
        SELECT n.id FROM unnest(apps) AS a (app_id) CROSS JOIN LATERAL (
          SELECT s.id, s.line FROM search_texts s
           WHERE s.tenant_id = tenant AND s.kind = its_kind AND s.app_id = a.app_id
           ORDER BY s.at DESC, s.id DESC LIMIT each_app) n
         WHERE n.line LIKE contained AND ${isOfLiveApp('a.app_id')});
    END IF;

    IF cardinality(found) < most AND char_length(phrase) > 1 THEN
      IF apps IS NULL THEN
        found := ARRAY(
          SELECT s.id FROM search_texts s
           WHERE search_grams(s.kind || s.tenant_id::text, s.line, 1) @> required
             AND s.line LIKE contained AND ${isOfLiveApp('s.app_id')} LIMIT matched) || found;
      ELSE
        found := ARRAY(
          SELECT n.id FROM unnest(apps) AS a (app_id) CROSS JOIN LATERAL (
            SELECT s.id FROM search_texts s
             WHERE s.app_id = a.app_id
               AND search_grams(s.kind || s.tenant_id::text, s.line, 1) @> required
               AND s.line LIKE contained LIMIT least(each_app, matched)) n
           WHERE ${isOfLiveApp('a.app_id')}) || found;
      END IF;
    END IF;

    IF phrase ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' THEN
      found := ARRAY(
        SELECT s.id FROM search_texts s
         WHERE s.tenant_id = tenant AND s.kind = its_kind AND s.id = phrase::uuid
           AND (apps IS NULL OR s.app_id = ANY (apps)) AND ${isOfLiveApp('s.app_id')}) || found;
    END IF;

    RETURN QUERY
      SELECT s.id, row_number() OVER (ORDER BY (E'\\n' || s.line) LIKE E'%\\n' || begun DESC, s.at DESC, s.id DESC)
        FROM (SELECT DISTINCT f.id FROM unnest(found) AS f (id)) f
        JOIN search_texts s ON s.tenant_id = tenant AND s.kind = its_kind AND s.id = f.id
       ORDER BY 2 LIMIT most;
  END $$`;
