import pg from 'pg';
import { aCategory, anArticle, insertArticles, insertCategories } from '../../../../../test/support/articles';
import { queryAs, silent } from '../../../../../test/support/database';
import { suiteDatabase } from '../../../../../test/support/suite';
import type { RichTextRenderer } from '../../domain/texts/rich-text-renderer';
import { ArticleRenderings } from '../articles/article-renderings';
import { TextPictures } from '../pictures/text-pictures';

const ARTICLES = 3_000;

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly Plans?: readonly PlanNode[];
}

describe('Looking for missing renderings', () => {
  const test = suiteDatabase();

  beforeAll(async () => {
    const query = (text: string, values: unknown[] = []) => queryAs(test.superuserUrl, text, values);
    const [app] = await queryAs<{ tenantId: string; appId: string }>(
      test.superuserUrl,
      'SELECT tenant_id AS "tenantId", id AS "appId" FROM apps WHERE is_default',
    );
    const category = aCategory();
    await insertCategories(query, app!, [category]);
    await insertArticles(
      query,
      app!,
      Array.from({ length: ARTICLES }, () => anArticle(category.id)),
    );
    await query('VACUUM ANALYZE');
  });

  it('reads no more of the revisions at the end than at the beginning, by a plan for any place', async () => {
    const renderings = new ArticleRenderings(
      test.database,
      {} as RichTextRenderer,
      new TextPictures(test.database),
      silent,
    );
    const read = jest.spyOn(test.database, 'readAsSystem');
    await renderings.renderMissing();
    // One page after the other, and the end.
    expect(read).toHaveBeenCalledTimes(ARTICLES / 50 + 1);
    const [text, values] = read.mock.calls.at(-2)!;
    const client = new pg.Client({ connectionString: test.superuserUrl });
    await client.connect();
    try {
      await client.query(`SET app.system = 'on'`);
      await client.query('SET plan_cache_mode = force_generic_plan');
      await client.query(`PREPARE missing (integer, uuid, uuid) AS ${text}`);
      const [version, tenantId, id] = values as [number, string, string];
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE missing(${version}, '${tenantId}', '${id}')`,
      );
      const nodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodes)];
      const scans = nodes(rows[0]!['QUERY PLAN'][0]!.Plan).filter((node) => node['Relation Name'] !== undefined);
      expect(scans.map((node) => node['Relation Name'])).toContain('content_article_revisions');
      expect(Math.max(...scans.map((node) => node['Actual Rows']))).toBeLessThanOrEqual(51);
    } finally {
      await client.end();
    }
  });
});
