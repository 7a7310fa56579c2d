import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, grant, grantAlone, personal, tenantWall } from './support/tables';

const COUNT = 'count_article_reads(uuid[], uuid[], uuid[], date[], integer[], integer[], uuid[])';

const TABLES = [
  'content_article_reads',
  'content_article_reader_days',
  'content_article_readers',
  'content_article_reader_numbers',
];

/** How often articles are read, by day, and by which members. See docs/decisions/0078. */
export class ArticleReads1763712000066 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      `CREATE TABLE content_article_reads (
         tenant_id uuid NOT NULL,
         app_id uuid NOT NULL,
         article_id uuid NOT NULL,
         -- In the time zone that the tenant had then.
         day date NOT NULL,
         reads bigint NOT NULL,
         PRIMARY KEY (tenant_id, app_id, article_id, day),
         FOREIGN KEY (tenant_id, app_id, article_id) REFERENCES content_articles (tenant_id, app_id, id)
       )`,
      'CREATE INDEX content_article_reads_age ON content_article_reads (day)',
      // Members have numbers, counted from 0 in each App and never used again: a bit each says who read an article on a
      // day. So a day of an article takes bytes for hundreds of readers, and the readers of several days are their union.
      `CREATE TABLE content_article_readers (
         tenant_id uuid NOT NULL,
         app_id uuid NOT NULL,
         user_id uuid NOT NULL,
         number integer NOT NULL,
         PRIMARY KEY (tenant_id, app_id, user_id),
         FOREIGN KEY (tenant_id, app_id, user_id)
           REFERENCES app_memberships (tenant_id, app_id, user_id) ON DELETE CASCADE
       )`,
      ...personal('content_article_readers', ['number']),
      // How many numbers were given out.
      `CREATE TABLE content_article_reader_numbers (
         tenant_id uuid NOT NULL,
         app_id uuid NOT NULL,
         given integer NOT NULL,
         PRIMARY KEY (tenant_id, app_id)
       )`,
      // The members with the numbers from 512 times the block on. Without those who are gone, nobody is told by a bit.
      `CREATE TABLE content_article_reader_days (
         tenant_id uuid NOT NULL,
         app_id uuid NOT NULL,
         article_id uuid NOT NULL,
         day date NOT NULL,
         block integer NOT NULL,
         readers bit(512) NOT NULL,
         PRIMARY KEY (tenant_id, app_id, article_id, day, block),
         FOREIGN KEY (tenant_id, app_id, article_id) REFERENCES content_articles (tenant_id, app_id, id)
       )`,
      'CREATE INDEX content_article_reader_days_age ON content_article_reader_days (day)',
      // What a member has read.
      `CREATE INDEX content_article_reader_days_block
         ON content_article_reader_days (tenant_id, app_id, block, day, article_id)`,
      ...TABLES.flatMap((table) => [...tenantWall(table), grant(table, ['SELECT', 'INSERT', 'UPDATE', 'DELETE'])]),
      COUNT_READS,
      ...grantAlone(COUNT),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [`DROP FUNCTION ${COUNT}`, ...TABLES.map((table) => `DROP TABLE ${table}`)]);
  }
}

/**
 * Adds reads: of the piece at each place how many (`counts`) of which article on which day; and who read it, as places of
 * pieces and members. Members who are gone are not counted, and neither is what belongs to deleted articles and Apps. Rows
 * are locked in an order that is the same for all callers.
 */
const COUNT_READS = `
  CREATE FUNCTION count_article_reads(
    tenants uuid[], apps uuid[], articles uuid[], days date[], counts integer[], places integer[], members uuid[]
  ) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    -- The places of articles that there are.
    present CONSTANT integer[] := ARRAY(
      SELECT p.place::integer FROM unnest(tenants, apps, articles) WITH ORDINALITY AS p (tenant, app, article, place)
        JOIN content_articles a ON a.tenant_id = p.tenant AND a.app_id = p.app AND a.id = p.article
        JOIN apps o ON o.tenant_id = p.tenant AND o.id = p.app
       WHERE a.deleted_at IS NULL AND o.deleted_at IS NULL);
  BEGIN
    WITH asked AS (
      SELECT DISTINCT tenants[m.place] AS tenant, apps[m.place] AS app, m.member
        FROM unnest(places, members) AS m (place, member) WHERE m.place = ANY (present)
    ), new AS MATERIALIZED (
      SELECT a.tenant, a.app, a.member
        FROM asked a JOIN app_memberships s ON s.tenant_id = a.tenant AND s.app_id = a.app AND s.user_id = a.member
       WHERE NOT EXISTS (SELECT FROM content_article_readers r
                          WHERE r.tenant_id = a.tenant AND r.app_id = a.app AND r.user_id = a.member)
       ORDER BY 1, 2, 3 FOR KEY SHARE OF s
    ), numbered AS (
      INSERT INTO content_article_reader_numbers AS n (tenant_id, app_id, given)
      SELECT tenant, app, count(*) FROM new GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (tenant_id, app_id) DO UPDATE SET given = n.given + excluded.given
      RETURNING n.tenant_id, n.app_id, n.given
    )
    INSERT INTO content_article_readers (tenant_id, app_id, user_id, number)
    SELECT n.tenant, n.app, n.member,
           g.given - row_number() OVER (PARTITION BY n.tenant, n.app ORDER BY n.member DESC)
      FROM new n JOIN numbered g ON g.tenant_id = n.tenant AND g.app_id = n.app
     ORDER BY 1, 2, 3
    -- Another process may have given the member a number meanwhile: that one holds.
    ON CONFLICT DO NOTHING;

    INSERT INTO content_article_reads AS r (tenant_id, app_id, article_id, day, reads)
    SELECT tenants[p], apps[p], articles[p], days[p], sum(counts[p])
      FROM unnest(present) AS p GROUP BY 1, 2, 3, 4 HAVING sum(counts[p]) > 0 ORDER BY 1, 2, 3, 4
    ON CONFLICT (tenant_id, app_id, article_id, day) DO UPDATE SET reads = r.reads + excluded.reads;

    INSERT INTO content_article_reader_days AS d (tenant_id, app_id, article_id, day, block, readers)
    SELECT r.tenant_id, r.app_id, articles[m.place], days[m.place], r.number / 512,
           bit_or(set_bit(0::bit(512), r.number % 512, 1))
      FROM unnest(places, members) AS m (place, member)
      JOIN content_article_readers r
        ON r.tenant_id = tenants[m.place] AND r.app_id = apps[m.place] AND r.user_id = m.member
     WHERE m.place = ANY (present)
     GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (tenant_id, app_id, article_id, day, block) DO UPDATE SET readers = d.readers | excluded.readers
      WHERE d.readers | excluded.readers <> d.readers;
  END $$`;
