import { newId } from '@libs/kernel';
import { expectProblem, reasons } from '../../http/support/problem';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { asRoles, suiteOwner } from '../support/admin';
import { aFile, auditOf } from '../support/apps';
import { aCategory, articleClient, type ArticleData } from '../support/articles';
import { anApp } from '../support/pages';

describe('Articles of an App', () => {
  const api = suiteApi();
  const admin = suiteOwner(api);
  let appId: string;
  let category: string;
  let articles: ReturnType<typeof articleClient>;

  beforeEach(async () => {
    appId = await anApp(api);
    category = await aCategory(api, appId);
    articles = articleClient(admin, appId);
  });

  const create = (more: object = {}) => articles.create({ category_id: category, ...more });

  describe('GET /content/articles', () => {
    const list = async (query = '') => {
      const { body } = await admin.get(`${articles.path}${query}`).expect(200);
      return body.data as { items: ArticleData[]; page: number; page_size: number; total: number };
    };
    const slugs = async (query = '') => (await list(query)).items.map(({ slug }) => slug);

    it('lists newest first, page by page, without bodies', async () => {
      const created = [];
      for (const slug of ['one', 'two', 'three']) created.push(await create({ slug }));
      const { body: _body, ...first } = created[0]!;
      expect((await list()).items[2]).toEqual(first);
      expect(await slugs()).toEqual(['three', 'two', 'one']);
      expect(await list('?page=2&page_size=2')).toMatchObject({
        page: 2,
        page_size: 2,
        total: 3,
        items: [{ slug: 'one' }],
      });
      expect(await list('?page=3&page_size=2')).toMatchObject({ total: 3, items: [] });
    });

    it('filters by status, category and visibility, together with q', async () => {
      const other = await aCategory(api, appId);
      await create({ slug: 'one', visibility: 'public' });
      await articles.publish(await create({ slug: 'two', category_id: other }));
      await articles.archive(await create({ slug: 'three' }));
      expect(await slugs('?status=draft')).toEqual(['one']);
      expect(await slugs('?status=published')).toEqual(['two']);
      expect(await slugs('?status=scheduled')).toEqual([]);
      expect(await slugs(`?category_id=${other.toUpperCase()}`)).toEqual(['two']);
      expect(await slugs(`?category_id=${category}&status=archived`)).toEqual(['three']);
      expect(await slugs(`?category_id=${newId()}`)).toEqual([]);
      expect(await slugs('?visibility=public')).toEqual(['one']);
      expect(await slugs('?visibility=members&q=autumn')).toEqual(['three', 'two']);
      expect(await slugs(`?visibility=members&q=autumn&status=archived&category_id=${category}`)).toEqual(['three']);
    });

    it('searches slugs and titles in any language, of the working copy alone, literally', async () => {
      const title = { 'zh-CN': '配送说明 100% a_b c\\d', 'en-US': 'Delivery' };
      const article = await articles.publish(await create({ slug: 'how-we-ship', title, body: { 'zh-CN': 'parcel' } }));
      await create({ slug: 'other' });
      for (const [q, expected] of [
        ['E-SHI', true],
        ['送说明', true],
        ['送说', true],
        ['明', true],
        [' eLIVER ', true],
        ['de', true],
        ['0%', true],
        ['a_b', true],
        ['c\\d', true],
        ['ｄｅｌｉｖｅｒｙ', true],
        ['parcel', false],
        ['a%b', false],
        ['nothing', false],
      ] as const) {
        const found = await list(`?q=${encodeURIComponent(q)}`);
        expect({ q, total: found.total, slugs: found.items.map(({ slug }) => slug) }).toEqual({
          q,
          total: expected ? 1 : 0,
          slugs: expected ? ['how-we-ship'] : [],
        });
      }
      expect((await list('?q=%20')).total).toBe(2);
      await articles.update(article, { title: { 'zh-CN': '物流' } });
      expect(await slugs('?q=elivery')).toEqual([]);
      expect(await slugs('?q=how-we')).toEqual(['how-we-ship']);
    });

    it.each([
      ['page=0', 'page out_of_range'],
      ['page_size=101', 'page_size out_of_range'],
      ['status=online', 'status not_allowed'],
      ['category_id=x', 'category_id not_uuid'],
      ['visibility=all', 'visibility not_allowed'],
      [`q=${'a'.repeat(161)}`, 'q too_long'],
    ])('answers 422 to ?%s', async (query, reason) => {
      const response = await admin.get(`${articles.path}?${query}`);
      expectProblem(response, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(response.body)).toEqual([reason]);
    });
  });

  describe('DELETE /content/articles/{id} and batch-delete', () => {
    const remove = ({ id, lock_version }: ArticleData) =>
      admin.delete(`${articles.path}/${id}?lock_version=${lock_version}`);
    const batch = (ids: unknown) => admin.post(`${articles.path}/batch-delete`, { ids });
    const tracesOf = async (id: string) =>
      (
        await queryAs<Record<string, unknown>>(
          api.urls.superuserUrl,
          `SELECT category_id, title, body, (SELECT count(*)::int FROM content_article_slugs WHERE article_id = a.id) AS slugs,
                  (SELECT count(*)::int FROM content_article_search WHERE article_id = a.id) AS searched,
                  (SELECT count(*)::int FROM content_article_revisions WHERE article_id = a.id) AS revisions
             FROM content_articles a WHERE id = $1`,
          [id],
        )
      )[0];

    it('removes a draft with its texts, slug and pictures, and keeps its revisions', async () => {
      const cover = await aFile(api, { purpose: 'content_image' });
      const article = await articles.publish(await create({ slug: 'menu', cover_file_id: cover }));
      const draft = await articles.unpublish(article);
      expect((await remove(draft).expect(200)).body).toEqual({ data: { deleted: true, id: draft.id } });
      expectProblem(await remove(draft), 404, 'RESOURCE.NOT_FOUND');
      expectProblem(await admin.get(`${articles.path}/${draft.id}`), 404, 'RESOURCE.NOT_FOUND');
      expectProblem(await admin.get(`${articles.path}/${draft.id}/revisions`), 404, 'RESOURCE.NOT_FOUND');
      expect(await tracesOf(draft.id)).toEqual({
        category_id: null,
        title: {},
        body: {},
        slugs: 0,
        searched: 0,
        revisions: 1,
      });
      await admin.delete(`files/${cover}`).expect(200);
      await create({ slug: 'menu' });
      expect((await admin.get(articles.path)).body.data.total).toBe(1);
      expect(await auditOf(api, draft.id)).toContainEqual(
        expect.objectContaining({ action: 'articles.delete', outcome: 'success' }),
      );
    });

    it('answers 409 for what is no draft or has another version, and 422 without a version', async () => {
      const article = await create();
      expectProblem(await remove({ ...article, lock_version: 2 }), 409, 'RESOURCE.VERSION_CONFLICT', [
        'current_lock_version',
      ]);
      const response = await admin.delete(`${articles.path}/${article.id}`);
      expectProblem(response, 422, 'REQUEST.VALIDATION_FAILED');
      const soon = new Date(Date.now() + 3_600_000).toISOString();
      const scheduled = await articles.publish(article, { publish_at: soon });
      expectProblem(await remove(scheduled), 409, 'CONTENT.STATE.INVALID');
      expectProblem(await remove(await articles.publish(scheduled)), 409, 'CONTENT.STATE.INVALID');
      expectProblem(
        await remove(await articles.archive(await articles.read(article.id))),
        409,
        'CONTENT.STATE.INVALID',
      );
    });

    it('deletes all of a batch, or none', async () => {
      const drafts = [await create(), await create()];
      const published = await articles.publish(await create());
      const ofOther = articleClient(admin, await anApp(api)).path;
      const unknown = newId();
      const ids = drafts.map(({ id }) => id);
      const refused = expectProblem(await batch([...ids, published.id, unknown]), 409, 'RESOURCE.CONFLICT', ['ids']);
      expect(refused).toMatchObject({ ids: [published.id, unknown] });
      expectProblem(await admin.post(`${ofOther}/batch-delete`, { ids }), 409, 'RESOURCE.CONFLICT', ['ids']);
      for (const id of ids) await articles.read(id);
      expectProblem(await batch([]), 422, 'REQUEST.VALIDATION_FAILED');
      expectProblem(await batch(['x']), 422, 'REQUEST.VALIDATION_FAILED', ['ids']);
      expectProblem(await batch(Array.from({ length: 101 }, newId)), 422, 'REQUEST.VALIDATION_FAILED');

      const { body } = await batch([ids[0]!.toUpperCase(), ...ids]).expect(200);
      expect(body).toEqual({ data: { success: true } });
      expect((await admin.get(articles.path)).body.data).toMatchObject({ total: 1, items: [{ id: published.id }] });
    });
  });

  it('are behind permissions of their own', async () => {
    const { id, lock_version } = await create();
    const [auditor, editor] = [await asRoles(api, 'auditor'), await asRoles(api, 'content_editor')];
    await auditor.get(articles.path).expect(200);
    await auditor.get(`${articles.path}/${id}`).expect(200);
    const denied = await auditor.post(`${articles.path}/${id}/publish`, { lock_version });
    expect(expectProblem(denied, 403, 'IAM.PERMISSION.DENIED', ['required_permission'])).toMatchObject({
      required_permission: 'articles.publish',
    });
    await editor.post(`${articles.path}/${id}/publish`, { lock_version }).expect(200);
  });
});
