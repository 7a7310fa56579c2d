import { randomUUID } from 'node:crypto';
import { MAX_CATEGORIES } from '@libs/content';
import { expectProblem, reasons } from '../../http/support/problem';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { suiteOwner } from '../support/admin';
import { AN_ADMINISTRATOR } from '../support/authors';
import { anArticleIn, categoryClient, NAME } from '../support/categories';
import { anApp } from '../support/pages';
import { aTenant } from '../support/tenants';

const INSTANT = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/);

describe('Categories of an App', () => {
  const api = suiteApi();
  const admin = suiteOwner(api);
  let appId: string;
  let categories: ReturnType<typeof categoryClient>;

  beforeEach(async () => {
    appId = await anApp(api);
    categories = categoryClient(admin, appId);
  });

  const anArticle = (categoryId: string) => anArticleIn(api.urls, { tenantId: api.tenantId, appId, categoryId });
  const slugs = async (query = '') => (await categories.list(query)).items.map(({ slug }) => slug);
  const expectRefused = async (request: PromiseLike<Parameters<typeof expectProblem>[0]>, ...expected: string[]) => {
    const response = await request;
    expectProblem(response, 422, 'REQUEST.VALIDATION_FAILED');
    expect(reasons(response.body).sort()).toEqual(expected.sort());
  };

  describe('POST /content/categories', () => {
    it('creates one that is active, on the first level, in no particular order', async () => {
      const { body } = await admin.post(categories.path, { slug: 'news', name: NAME }).expect(201);
      expect(body).toEqual({
        data: {
          id: UUID,
          app_id: appId,
          parent_id: null,
          slug: 'news',
          name: NAME,
          sort_order: 0,
          status: 'active',
          article_count: 0,
          lock_version: 1,
          created_at: INSTANT,
          updated_at: INSTANT,
          updated_by: AN_ADMINISTRATOR,
        },
      });
      expect((await admin.get(`${categories.path}/${body.data.id}`).expect(200)).body).toEqual(body);
    });

    it('takes its place, order and status', async () => {
      const { id } = await categories.create('news');
      const fields = { parent_id: id, sort_order: 7, status: 'disabled' };
      expect(await categories.create('events', fields)).toMatchObject(fields);
    });

    it('keeps the status of one below a disabled one', async () => {
      const { id } = await categories.create('news', { status: 'disabled' });
      expect(await categories.create('events', { parent_id: id })).toMatchObject({ status: 'active' });
    });

    it('answers 409 to a slug that another one of the App has, whatever its status', async () => {
      await categories.create('news', { status: 'disabled' });
      expectProblem(await admin.post(categories.path, { slug: 'news', name: NAME }), 409, 'RESOURCE.CONFLICT');
      const elsewhere = categoryClient(admin, await anApp(api));
      await elsewhere.create('news');
    });

    it.each<[string, object, ...string[]]>([
      ['nothing', { slug: undefined, name: undefined }, 'slug required', 'name required'],
      ['slug with capitals', { slug: 'News' }, 'slug not_slug'],
      ['slug with a double hyphen', { slug: 'a--b' }, 'slug not_slug'],
      ['slug of 101 characters', { slug: 'a'.repeat(101) }, 'slug too_long'],
      ['name without the default locale', { name: { 'en-US': 'News' } }, 'name.zh-CN required'],
      ['name blank', { name: { 'zh-CN': ' \u3000' } }, 'name.zh-CN required'],
      ['name of an unknown locale', { name: { 'zh-CN': '新闻', fr: 'Journal' } }, 'name.fr not_supported_locale'],
      ['name of 101 characters', { name: { 'zh-CN': '好'.repeat(101) } }, 'name.zh-CN too_long'],
      ['name with a control character', { name: { 'zh-CN': 'a\u0007' } }, 'name.zh-CN invalid_text'],
      ['name no object', { name: 'News' }, 'name not_object'],
      ['parent_id no uuid', { parent_id: 'news' }, 'parent_id not_uuid'],
      ['parent_id unknown', { parent_id: randomUUID() }, 'parent_id unknown_category'],
      ['sort_order negative', { sort_order: -1 }, 'sort_order out_of_range'],
      ['sort_order a fraction', { sort_order: 1.5 }, 'sort_order not_integer'],
      ['sort_order too large', { sort_order: 1_000_001 }, 'sort_order out_of_range'],
      ['status unknown', { status: 'deleted' }, 'status not_allowed'],
      ['lock_version', { lock_version: 1 }, 'lock_version unknown_field'],
    ])('answers 422 to %s', async (_, changes, ...expected) => {
      await expectRefused(admin.post(categories.path, { slug: 'news', name: NAME, ...changes }), ...expected);
      expect(await slugs()).toEqual([]);
    });

    it('does not know the categories of another App, or of another tenant, as parents', async () => {
      const { client } = (await aTenant(api)).owner;
      const app = { name: 'Other', app_type: 'uni_app', default_locale: 'zh-CN' };
      const foreignApp = (await client.post('apps', app).expect(201)).body.data.id as string;
      const { id: foreign } = await categoryClient(client, foreignApp).create('news');
      const { id: elsewhere } = await categoryClient(admin, await anApp(api)).create('news');
      for (const parent_id of [foreign, elsewhere]) {
        await expectRefused(
          admin.post(categories.path, { slug: 'events', name: NAME, parent_id }),
          'parent_id unknown_category',
        );
      }
    });

    it('answers 422 to one on the sixth level', async () => {
      const line = await categories.line(['a', 'b', 'c', 'd', 'e']);
      const sixth = { slug: 'f', name: NAME, parent_id: line.at(-1)!.id };
      await expectRefused(admin.post(categories.path, sixth), 'parent_id too_deep');
    });

    it('answers 409 to one more than an App may have', async () => {
      await queryAs(
        api.urls.superuserUrl,
        `INSERT INTO content_categories (tenant_id, id, app_id, slug, name, sort_order, status)
         SELECT $1, gen_random_uuid(), $2, 'c' || n, '{"zh-CN":"类"}', 0, 'active' FROM generate_series(2, $3) AS n`,
        [api.tenantId, appId, MAX_CATEGORIES],
      );
      const { id, lock_version } = await categories.create('last');
      const more = await admin.post(categories.path, { slug: 'more', name: NAME });
      expectProblem(more, 409, 'CONTENT.CATEGORY.TOO_MANY');
      await admin.delete(`${categories.path}/${id}?lock_version=${lock_version}`).expect(200);
      await categories.create('more');
    });
  });

  describe('GET /content/categories', () => {
    it('lists newest first, page by page, without repetitions or gaps', async () => {
      for (const slug of ['one', 'two', 'three']) await categories.create(slug);
      expect(await slugs()).toEqual(['three', 'two', 'one']);
      const pages = await Promise.all([1, 2, 3].map((page) => categories.list(`?page=${page}&page_size=2`)));
      expect(pages.map(({ total, items }) => [total, items.map(({ slug }) => slug)])).toEqual([
        [3, ['three', 'two']],
        [3, ['one']],
        [3, []],
      ]);
    });

    it('searches slugs and names in any language, literally, and filters by status', async () => {
      await categories.create('delivery', { name: { 'zh-CN': '100%_配送' } });
      await categories.create('help', { name: { 'zh-CN': '帮助', 'en-US': 'Delivery \\ help' }, status: 'disabled' });
      await categories.create('news');
      for (const [query, expected] of [
        ['q=ELIVER', ['help', 'delivery']],
        ['q=eliver&status=active', ['delivery']],
        ['status=disabled', ['help']],
        [`q=${encodeURIComponent('配送')}`, ['delivery']],
        ['q=%25', ['delivery']],
        ['q=_', ['delivery']],
        ['q=%5C', ['help']],
        ['q=d%25y', []],
        ['q=%20news%20', ['news']],
        ['q=', ['news', 'help', 'delivery']],
      ] as const) {
        expect([query, await slugs(`?${query}`)]).toEqual([query, expected]);
      }
      expect(await categories.list('?q=eliver&page_size=1')).toMatchObject({ total: 2, items: [{ slug: 'help' }] });
    });

    it.each([
      ['status=deleted', 'status not_allowed'],
      ['page=0', 'page out_of_range'],
      ['page_size=101', 'page_size out_of_range'],
      [`q=${'a'.repeat(161)}`, 'q too_long'],
    ])('answers 422 to ?%s', async (query, reason) => {
      await expectRefused(admin.get(`${categories.path}?${query}`), reason);
    });

    it('counts the articles in each itself that are not deleted', async () => {
      const [top, below] = await categories.line(['top', 'below']);
      const other = await categories.create('other');
      for (const category of [top!, top!, below!]) await anArticle(category.id);
      const deleted = await anArticle(below!.id);
      await admin.delete(`apps/${appId}/content/articles/${deleted}?lock_version=1`).expect(200);
      expect((await categories.list()).items.map(({ slug, article_count }) => [slug, article_count])).toEqual([
        ['other', 0],
        ['below', 1],
        ['top', 2],
      ]);
      expect(await categories.read(top!.id)).toMatchObject({ article_count: 2 });
      expect(await categories.read(other.id)).toMatchObject({ article_count: 0 });
    });
  });

  it('are found in their own App only', async () => {
    const { id } = await categories.create('news');
    const elsewhere = categoryClient(admin, await anApp(api));
    const there = `${elsewhere.path}/${id}`;
    for (const response of [
      await admin.get(there),
      await admin.patch(there, { sort_order: 1, lock_version: 1 }),
      await admin.delete(`${there}?lock_version=1`),
      await admin.get(`${categories.path}/news`),
    ]) {
      expectProblem(response, 404, 'RESOURCE.NOT_FOUND');
    }
    expect((await elsewhere.list()).items).toEqual([]);
    expect(await categories.read(id)).toMatchObject({ lock_version: 1, sort_order: 0 });
  });
});
