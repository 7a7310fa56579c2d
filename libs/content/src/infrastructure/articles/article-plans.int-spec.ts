import { newId } from '@libs/kernel';
import { queryAs } from '../../../../../test/support/database';
import { suiteDatabase } from '../../../../../test/support/suite';
import { READER } from '../../../../../test/support/list-request';
import type { ContentScope } from '../../domain/content-scope';
import type { ArticleFilter } from './article-selection';
import { ManagedArticles } from './managed-articles';

/** A node of the output of EXPLAIN. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

const ARTICLES = 20_000;
const CATEGORIES = 50;

describe('Lists of a large number of articles', () => {
  const test = suiteDatabase();
  let scope: ContentScope;
  let category: string;

  beforeAll(async () => {
    const [app] = await queryAs<{ id: string; tenant_id: string }>(
      test.superuserUrl,
      'SELECT id, tenant_id FROM apps WHERE is_default',
    );
    scope = { tenantId: app!.tenant_id, appId: app!.id };
    const categories = Array.from({ length: CATEGORIES }, newId);
    category = categories[7]!;
    const query = (text: string, values: unknown[]) => queryAs(test.superuserUrl, text, values);
    await query(
      `INSERT INTO content_categories (tenant_id, id, app_id, slug, name, sort_order, status)
       SELECT $1, id, $2, 'category-' || n, '{}', n, 'active' FROM unnest($3::uuid[]) WITH ORDINALITY AS c (id, n)`,
      [scope.tenantId, scope.appId, categories],
    );
    await query(
      `INSERT INTO content_articles (tenant_id, id, app_id, category_id, slug, title, summary, body, body_format, tags,
                                     visibility, pinned, status, publish_at, has_changes, created_at)
       SELECT $1, gen_random_uuid(), $2, ($3::uuid[])[1 + n % $4::integer], 'article-' || n,
              jsonb_build_object('zh-CN', '第' || n || '篇', 'en-US', 'Article ' || md5(n::text)), '{}',
              jsonb_build_object('zh-CN', (SELECT string_agg(md5((n * 40 + i)::text), ' ') FROM generate_series(1, 40) AS i)),
              'markdown', '{a,b}', CASE WHEN n % 10 = 0 THEN 'public' ELSE 'members' END, false,
              CASE WHEN n % 100 = 0 THEN 'scheduled' WHEN n % 3 = 0 THEN 'archived' ELSE 'draft' END,
              CASE WHEN n % 100 = 0 THEN now() + interval '1 day' END, true, now() - n * interval '1 minute'
         FROM generate_series(1, $5::integer) AS n`,
      [scope.tenantId, scope.appId, categories, CATEGORIES, ARTICLES],
    );
    await query(
      `INSERT INTO content_article_search (tenant_id, app_id, article_id, draft)
       SELECT tenant_id, app_id, id, lower(' ' || slug || ' ' || (title ->> 'zh-CN') || ' ' || (title ->> 'en-US') || ' ')
         FROM content_articles WHERE app_id = $1`,
      [scope.appId],
    );
    await query(
      `INSERT INTO content_article_tags (tenant_id, app_id, key, tag, article_id, created_at, is_written)
       SELECT tenant_id, app_id, tag, tag, id, created_at, true
         FROM content_articles, unnest(tags || ('tag-' || right(slug, 3))) AS tag WHERE app_id = $1`,
      [scope.appId],
    );
    await queryAs(test.superuserUrl, 'VACUUM ANALYZE');
  }, 120_000);

  const list = (filter: ArticleFilter) =>
    new ManagedArticles(test.database).list(scope, filter, { page: 1, pageSize: 20, ...READER });

  const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
  /** The indexes and tables that a list scans. */
  const scansOf = async (filter: ArticleFilter): Promise<string[]> => {
    const statements: { text: string; values: unknown[] }[] = [];
    const read = jest.spyOn(test.database, 'read').mockImplementation((_tenant, text, values = []) => {
      statements.push({ text, values });
      return Promise.resolve([{ total: 0, ids: [] }]);
    });
    await list(filter);
    read.mockRestore();
    expect(statements).toHaveLength(2);
    const nodes: PlanNode[] = [];
    for (const { text, values } of statements) {
      const [row] = await test.database.read<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        scope.tenantId,
        `EXPLAIN (FORMAT JSON) ${text}`,
        values,
      );
      nodes.push(...nodesOf(row!['QUERY PLAN'][0]!.Plan));
    }
    return nodes
      .filter((node) => node['Node Type'].includes('Scan'))
      .filter((node) => node['Relation Name'] !== undefined || node['Index Name'] !== undefined)
      .map((node) => `${node['Node Type']} ${node['Index Name'] ?? node['Relation Name']}`);
  };

  const FILTERS: [string, () => ArticleFilter][] = [
    ['all', () => ({})],
    ['those of a status', () => ({ status: 'scheduled' })],
    ['those of a category', () => ({ categoryId: category })],
    ['those of a visibility', () => ({ visibility: 'public' })],
    ['those of a category and a status', () => ({ categoryId: category, status: 'draft' })],
    ['those with a tag', () => ({ tag: 'TAG-199' })],
    ['those with a tag and of a status', () => ({ tag: 'tag-199', status: 'draft' })],
    ['what q finds', () => ({ q: 'article-1999' })],
    ['what q finds with a tag', () => ({ q: 'article-1999', tag: 'tag-199' })],
  ];
  it.each(FILTERS)('read %s from indexes', async (_, filter) => {
    const scans = await scansOf(filter());
    const ofEmptyTables = /content_published_articles|content_article_revisions/;
    expect(scans.filter((scan) => scan.startsWith('Seq Scan') && !ofEmptyTables.test(scan))).toEqual([]);
  });

  it.each([
    ['article-1999', 11],
    ['第1234', 11],
    ['nothing', 0],
  ])('find %s by the index of trigrams', async (q, total) => {
    const scans = async () => {
      const [row] = await queryAs<{ scans: string }>(
        test.superuserUrl,
        `SELECT idx_scan AS scans FROM pg_stat_user_indexes WHERE indexrelname = 'content_article_search_draft'`,
      );
      return Number(row!.scans);
    };
    const before = await scans();
    expect(await list({ q })).toMatchObject({ total });
    await test.database.read(scope.tenantId, 'SELECT pg_stat_force_next_flush()');
    expect(await scans()).toBeGreaterThan(before);
  });
});
