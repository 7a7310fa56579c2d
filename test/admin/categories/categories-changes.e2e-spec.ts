import { randomUUID } from 'node:crypto';
import { expectProblem, reasons } from '../../http/support/problem';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { type Admin, adminClient, type AdminClient, anAdmin } from '../support/admin';
import { anArticleIn, categoryClient, NAME, publishArticle } from '../support/categories';
import { anApp } from '../support/pages';

describe('Changes of categories', () => {
  const api = suiteApi();
  let owner: Admin;
  let admin: AdminClient;
  let appId: string;
  let categories: ReturnType<typeof categoryClient>;

  beforeAll(async () => {
    owner = await anAdmin(api, ['owner']);
    admin = adminClient(api, owner.token);
  });

  beforeEach(async () => {
    appId = await anApp(api);
    categories = categoryClient(admin, appId);
  });

  const anArticle = (categoryId: string) => anArticleIn(api.urls, { tenantId: api.tenantId, appId, categoryId });
  const expectRefused = async (request: PromiseLike<Parameters<typeof expectProblem>[0]>, ...expected: string[]) => {
    const response = await request;
    expectProblem(response, 422, 'REQUEST.VALIDATION_FAILED');
    expect(reasons(response.body).sort()).toEqual(expected.sort());
  };

  describe('PATCH /content/categories/{id}', () => {
    const change = (id: string, changes: object) => admin.patch(`${categories.path}/${id}`, changes);

    it('changes what it names, and resets what is null', async () => {
      const { id: parent_id } = await categories.create('news');
      const { id, created_at } = await categories.create('events', { parent_id, sort_order: 7, status: 'disabled' });
      const renamed = { slug: 'talks', name: { 'zh-CN': '讲座' }, lock_version: 1 };
      expect((await change(id, renamed).expect(200)).body.data).toMatchObject({
        ...renamed,
        parent_id,
        sort_order: 7,
        status: 'disabled',
        lock_version: 2,
        created_at,
      });
      const reset = { parent_id: null, sort_order: null, status: null, lock_version: 2 };
      const { body } = await change(id, reset).expect(200);
      expect(body.data).toMatchObject({ parent_id: null, sort_order: 0, status: 'active', lock_version: 3 });
      expect(await categories.read(id)).toEqual(body.data);
    });

    it.each<[string, object, ...string[]]>([
      ['lock_version missing', { lock_version: undefined }, 'lock_version required'],
      ['lock_version 0', { lock_version: 0 }, 'lock_version out_of_range'],
      ['name null', { name: null }, 'name not_object'],
      ['name without the default locale', { name: { 'en-US': 'News' } }, 'name.zh-CN required'],
      ['slug null', { slug: null }, 'slug not_string'],
      ['an unknown field', { article_count: 3 }, 'article_count unknown_field'],
      ['a parent that is unknown', { parent_id: randomUUID() }, 'parent_id unknown_category'],
    ])('answers 422 to %s', async (_, changes, ...expected) => {
      const before = await categories.create('news');
      await expectRefused(change(before.id, { lock_version: 1, ...changes }), ...expected);
      expect(await categories.read(before.id)).toEqual(before);
    });

    it('answers 422 to a circle, and to a sixth level of something below it', async () => {
      const [a, b, c] = await categories.line(['a', 'b', 'c']);
      const [x, , z] = await categories.line(['x', 'y', 'z']);
      for (const parent of [a, b, c]) {
        await expectRefused(change(a!.id, { parent_id: parent!.id, lock_version: 1 }), 'parent_id below_itself');
      }
      await expectRefused(change(x!.id, { parent_id: c!.id, lock_version: 1 }), 'parent_id too_deep');
      await change(x!.id, { parent_id: b!.id, lock_version: 1 }).expect(200);
      await expectRefused(change(a!.id, { parent_id: z!.id, lock_version: 1 }), 'parent_id below_itself');
      await change(z!.id, { parent_id: z!.parent_id, lock_version: 1 }).expect(200);
    });

    it('answers 409 to a stale lock_version, and to a slug that is taken', async () => {
      await categories.create('events');
      const { id } = await categories.create('news');
      await change(id, { sort_order: 1, lock_version: 1 }).expect(200);
      const stale = await change(id, { sort_order: 2, lock_version: 1 });
      expectProblem(stale, 409, 'RESOURCE.VERSION_CONFLICT', ['current_lock_version']);
      expect(stale.body).toMatchObject({ current_lock_version: 2 });
      expectProblem(await change(id, { slug: 'events', lock_version: 2 }), 409, 'RESOURCE.CONFLICT');
      await change(id, { slug: 'news', lock_version: 2 }).expect(200);
    });
  });

  describe('DELETE /content/categories/{id}', () => {
    const remove = (id: string, query = '?lock_version=1') => admin.delete(`${categories.path}/${id}${query}`);

    it('deletes one that is not used, and frees its slug', async () => {
      const { id } = await categories.create('news');
      expect((await remove(id).expect(200)).body).toEqual({ data: { deleted: true, id } });
      expectProblem(await admin.get(`${categories.path}/${id}`), 404, 'RESOURCE.NOT_FOUND');
      expectProblem(await remove(id), 404, 'RESOURCE.NOT_FOUND');
      await categories.create('news');
    });

    it('answers 409 while another one lies in it', async () => {
      const [top, below] = await categories.line(['top', 'below']);
      expectProblem(await remove(top!.id), 409, 'CONTENT.CATEGORY.IN_USE');
      await remove(below!.id).expect(200);
      await remove(top!.id).expect(200);
    });

    it('answers 409 while an article lies in it, until that is deleted', async () => {
      const { id } = await categories.create('news');
      const article = await anArticle(id);
      expectProblem(await remove(id), 409, 'CONTENT.CATEGORY.IN_USE');
      await admin.delete(`apps/${appId}/content/articles/${article}?lock_version=1`).expect(200);
      expect(await categories.read(id)).toMatchObject({ article_count: 0 });
      await remove(id).expect(200);
    });

    it('answers 409 while an article is read in it, although it was moved', async () => {
      const [from, to] = [await categories.create('from'), await categories.create('to')];
      const article = await anArticle(from.id);
      await publishArticle(api.urls, article);
      await queryAs(api.urls.superuserUrl, 'UPDATE content_articles SET category_id = $2 WHERE id = $1', [
        article,
        to.id,
      ]);
      expect(await categories.read(from.id)).toMatchObject({ article_count: 0 });
      expectProblem(await remove(from.id), 409, 'CONTENT.CATEGORY.IN_USE');
    });

    it('answers 409 to a stale lock_version', async () => {
      const { id } = await categories.create('news');
      const stale = await remove(id, '?lock_version=2');
      expectProblem(stale, 409, 'RESOURCE.VERSION_CONFLICT', ['current_lock_version']);
      expect(stale.body).toMatchObject({ current_lock_version: 1 });
    });

    it.each([
      ['', 'lock_version required'],
      ['?lock_version=0', 'lock_version out_of_range'],
      ['?lock_version=x', 'lock_version not_integer'],
    ])('answers 422 to %s', async (query, reason) => {
      const { id } = await categories.create('news');
      await expectRefused(remove(id, query), reason);
    });
  });

  it('have one record each in the audit log, with what was before and after', async () => {
    const created = await admin.post(categories.path, { slug: 'news', name: NAME }).expect(201);
    const id = created.body.data.id as string;
    const changed = await admin.patch(`${categories.path}/${id}`, { sort_order: 3, lock_version: 1 }).expect(200);
    const refused = await admin.patch(`${categories.path}/${id}`, { sort_order: 4, lock_version: 1 }).expect(409);
    const deleted = await admin.delete(`${categories.path}/${id}?lock_version=2`).expect(200);
    const recordOf = async ({ headers }: { headers: Record<string, string> }) =>
      queryAs(
        api.urls.superuserUrl,
        `SELECT action, method, route, resource_type, resource_id, app_id, actor_id, outcome, changes
           FROM audit_logs WHERE request_id = $1`,
        [headers['x-request-id']],
      );
    const route = '/admin-api/v1/apps/{app_id}/content/categories';
    const about = { resource_type: 'category', resource_id: id, app_id: appId, actor_id: owner.userId };
    const whole = (sort_order: number) => [
      ['name', NAME],
      ['parent_id', null],
      ['slug', 'news'],
      ['sort_order', sort_order],
      ['status', 'active'],
    ];
    const written = { action: 'categories.write', outcome: 'success', ...about };
    const [creation] = await recordOf(created);
    expect(creation).toMatchObject({ ...written, method: 'POST', route });
    const shown = whole(0).filter(([, value]) => value !== null);
    expect(byPath(creation!['changes'])).toEqual(shown.map(([path, after]) => ({ path, before: null, after })));
    expect(await recordOf(changed)).toEqual([
      {
        ...written,
        method: 'PATCH',
        route: `${route}/{id}`,
        changes: [{ path: 'sort_order', before: 0, after: 3 }],
      },
    ]);
    expect(await recordOf(refused)).toMatchObject([{ action: 'categories.write', outcome: 'failure', changes: [] }]);
    const [deletion] = await recordOf(deleted);
    expect(deletion).toMatchObject({ action: 'categories.delete', ...about, outcome: 'success' });
    const had = whole(3).filter(([, value]) => value !== null);
    expect(byPath(deletion!['changes'])).toEqual(had.map(([path, before]) => ({ path, before, after: null })));
  });
});

function byPath(changes: unknown): { path: string }[] {
  return (changes as { path: string }[]).toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
