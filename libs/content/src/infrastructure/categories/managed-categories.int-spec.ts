import { newId } from '@libs/kernel';
import { INSERT_ARTICLE } from '../../../../../test/admin/support/categories';
import { queryAs, type TestDatabase } from '../../../../../test/support/database';
import { suiteDatabase } from '../../../../../test/support/suite';
import { READER } from '../../../../../test/support/list-request';
import { ManagedCategories } from './managed-categories';

const CATEGORIES = 200;
const ARTICLES = 20_000;

describe('The categories of an App with many articles', () => {
  const test = suiteDatabase();
  let scope: { readonly tenantId: string; readonly appId: string };

  beforeAll(async () => {
    const [app] = await queryAs<{ id: string; tenant_id: string }>(
      test.superuserUrl,
      'SELECT id, tenant_id FROM apps WHERE is_default',
    );
    scope = { tenantId: app!.tenant_id, appId: app!.id };
    await queryAs(
      test.superuserUrl,
      `INSERT INTO content_categories (tenant_id, id, app_id, slug, name, sort_order, status)
       SELECT $1, gen_random_uuid(), $2, 'c' || n, '{"zh-CN":"类"}', 0, 'active' FROM generate_series(1, $3) AS n`,
      [scope.tenantId, scope.appId, CATEGORIES],
    );
    const body = INSERT_ARTICLE.slice(0, INSERT_ARTICLE.indexOf('VALUES'));
    await queryAs(
      test.superuserUrl,
      `${body}
       SELECT gen_random_uuid(), c.tenant_id, c.app_id, c.id, c.slug || '-' || n, '{}', '{}', '{}', 'markdown', '{}',
              'members', false, 'draft', true
         FROM content_categories c, generate_series(1, $1) AS n`,
      [ARTICLES / CATEGORIES],
    );
    await queryAs(test.superuserUrl, 'VACUUM ANALYZE content_categories, content_articles');
  });

  it('are listed with the number of their articles, which an index alone gives', async () => {
    const plans: string[] = [];
    const read = async (tenantId: string, text: string, values: unknown[] = []) => {
      const rows = await test.database.read<{ 'QUERY PLAN': string }>(tenantId, `EXPLAIN (ANALYZE) ${text}`, values);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      return test.database.read(tenantId, text, values);
    };
    const categories = new ManagedCategories({ read } as unknown as TestDatabase['database']);
    const { items, total } = await categories.list(scope, {}, { page: 2, pageSize: 20, ...READER });
    expect(total).toBe(CATEGORIES);
    expect(items.map(({ articleCount }) => articleCount)).toEqual(Array(20).fill(ARTICLES / CATEGORIES));
    const [count, list] = plans;
    expect(count).not.toMatch(/content_articles/);
    expect(list).toMatch(/Index Only Scan using content_articles_by_category on content_articles/);
    // Of the page alone.
    expect(list).toMatch(/content_articles a.*\(actual .*loops=20\)/);
    expect(list).not.toMatch(/Seq Scan on content_articles/);
  });

  it('counts none for an unknown App', async () => {
    const nobody = { tenantId: scope.tenantId, appId: newId() };
    const found = await new ManagedCategories(test.database).list(nobody, {}, { page: 1, pageSize: 20, ...READER });
    expect(found).toEqual({ items: [], total: 0 });
  });
});
