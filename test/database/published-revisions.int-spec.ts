import { newId } from '@libs/kernel';
import { anArticleIn, publishArticle } from '../admin/support/categories';
import { queryAs } from '../support/database';
import { suiteDatabase } from '../support/suite';

const ROLES = ['application', 'owner', 'superuser'] as const;

/** The tables of published revisions, each with those that it hangs on. */
const TABLES = [
  { table: 'content_page_revisions', of: 'page_id', parent: 'content_pages' },
  { table: 'content_article_revisions', of: 'article_id', parent: 'content_articles' },
] as const;

/** Past row-level security, so that nothing but the refusal keeps the rows. */
const SEE_ALL = `SET app.system = 'on';`;

describe.each(TABLES)('A published revision in $table', ({ table, of, parent }) => {
  const test = suiteDatabase();

  beforeAll(async () => {
    const [app] = await queryAs<{ id: string; tenant_id: string }>(
      test.superuserUrl,
      'SELECT id, tenant_id FROM apps WHERE is_default',
    );
    const [tenantId, appId, categoryId] = [app!.tenant_id, app!.id, newId()];
    if (table === 'content_page_revisions') {
      await queryAs(
        test.superuserUrl,
        `INSERT INTO content_page_revisions (tenant_id, page_id, revision, key, title, body, body_format, revision_hash)
         SELECT tenant_id, id, 1, key, '{"zh-CN":"题"}', '{"zh-CN":"文"}', 'markdown', repeat('0', 64)
           FROM content_pages WHERE app_id = $1`,
        [appId],
      );
      return;
    }
    await queryAs(
      test.superuserUrl,
      `INSERT INTO content_categories (tenant_id, id, app_id, slug, name, sort_order, status)
       VALUES ($1, $2, $3, 'news', '{"zh-CN":"新闻"}', 0, 'active')`,
      [tenantId, categoryId, appId],
    );
    await publishArticle(test, await anArticleIn(test, { tenantId, appId, categoryId }));
  });

  const rows = () => queryAs(test.superuserUrl, `SELECT r::text AS row FROM ${table} r ORDER BY ${of}, revision`);
  const urlOf = (role: (typeof ROLES)[number]) => test[`${role}Url` as const];
  const expectRefused = async (role: (typeof ROLES)[number], statement: string, reason: RegExp) => {
    const before = await rows();
    expect(before.length).toBeGreaterThan(0);
    await expect(queryAs(urlOf(role), `${SEE_ALL} ${statement}`)).rejects.toThrow(reason);
    expect(await rows()).toEqual(before);
  };

  describe.each(ROLES)('cannot be changed by the %s', (role) => {
    const reason = role === 'application' ? /permission denied/ : /A published revision never changes/;

    it.each([
      `UPDATE ${table} SET title = '{"zh-CN":"别的"}'`,
      `UPDATE ${table} SET revision_hash = revision_hash`,
      `UPDATE ${table} SET revision = revision + 1`,
      `UPDATE ${table} SET tenant_id = gen_random_uuid()`,
      `INSERT INTO ${table} SELECT * FROM ${table} ON CONFLICT (tenant_id, ${of}, revision) DO UPDATE SET body = '{}'`,
      `MERGE INTO ${table} r USING (SELECT 1) s ON true WHEN MATCHED THEN UPDATE SET body = '{}'`,
      `MERGE INTO ${table} r USING (SELECT 1) s ON true WHEN MATCHED THEN DELETE`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table} CASCADE`,
      `TRUNCATE ${parent} CASCADE`,
      'TRUNCATE apps CASCADE',
      'TRUNCATE tenants CASCADE',
    ])('%s', async (statement) => {
      await expectRefused(role, statement, reason);
    });
  });

  it.each(['application', 'owner', 'superuser'] as const)('cannot be added twice by the %s', async (role) => {
    await expectRefused(role, `INSERT INTO ${table} SELECT * FROM ${table}`, /duplicate key/);
  });

  it.each([
    `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
    `DROP TRIGGER ${table}_immutable ON ${table}`,
    `DROP TABLE ${table} CASCADE`,
    `CREATE OR REPLACE FUNCTION refuse_revision_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`,
    `SET session_replication_role = replica`,
    `DELETE FROM ${parent}`,
  ])('is out of reach of the application: %s', async (statement) => {
    await expectRefused('application', statement, /must be owner|permission denied|violates foreign key/);
  });
});
