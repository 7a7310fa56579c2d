import { randomUUID } from 'node:crypto';
import { expectProblem, reasons } from '../../http/support/problem';
import { suiteApi } from '../../support/suite';
import { asRoles, suiteOwner } from '../support/admin';
import { AN_ADMINISTRATOR, THE_SERVICE } from '../support/authors';
import { anApp, DRAFT, pageClient, type PageData } from '../support/pages';

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/);
const INSTANT = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);

describe('Pages of an App', () => {
  const api = suiteApi();
  const admin = suiteOwner(api);
  let appId: string;
  let path: string;

  beforeEach(async () => {
    appId = await anApp(api);
    path = `apps/${appId}/content/pages`;
  });

  const list = async (query = '') => {
    const { body } = await admin.get(`${path}${query}`).expect(200);
    return body.data as { items: PageData[]; page: number; page_size: number; total: number };
  };
  const keys = async (query = '') => (await list(query)).items.map(({ key }) => key);
  const create = async (slug: string) => (await admin.post(path, { slug }).expect(201)).body.data as PageData;

  describe('GET /content/pages', () => {
    it('lists the reserved pages of a new App, in an order that does not change', async () => {
      const found = await list();
      expect(found).toMatchObject({ page: 1, page_size: 20, total: 4 });
      expect(found.items.map(({ key }) => key).sort()).toEqual(['about-us', 'contact-us', 'help', 'user-guide']);
      for (const item of found.items) {
        expect(item).toEqual({
          id: UUID,
          key: item.key,
          reserved: true,
          title: null,
          draft: null,
          published: null,
          lock_version: 1,
          created_at: INSTANT,
          updated_at: INSTANT,
          updated_by: THE_SERVICE,
        });
      }
      expect((await list()).items).toEqual(found.items);
    });

    it('lists newest first, page by page, without repetitions or gaps', async () => {
      for (const slug of ['one', 'two', 'three']) await create(slug);
      expect((await keys()).slice(0, 3)).toEqual(['three', 'two', 'one']);
      const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`?page=${page}&page_size=2`)));
      expect(pages.map(({ total }) => total)).toEqual([7, 7, 7, 7]);
      expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 2, 1]);
      expect(pages.flatMap(({ items }) => items.map(({ key }) => key))).toEqual(await keys());
      expect(await list('?page=5&page_size=2')).toEqual({ items: [], page: 5, page_size: 2, total: 7 });
    });

    it('shows drafts without their bodies, and the published revision', async () => {
      const page = pageClient(admin, `${path}/help`);
      await page.publish();
      const { published, ...saved } = await page.save({ ...DRAFT, effective_at: null });
      const item = (await list()).items.find(({ key }) => key === 'help');
      expect(item).toEqual({
        ...saved,
        published,
        draft: { title: DRAFT.title, body_format: 'markdown', effective_at: null },
      });
    });

    it('answers the title of the draft, else of what is published', async () => {
      const page = pageClient(admin, `${path}/help`);
      const title = async () => (await list()).items.find(({ key }) => key === 'help')!.title;
      await page.save({ ...DRAFT, title: { 'zh-CN': '帮助' } });
      expect(await title()).toEqual({ 'zh-CN': '帮助' });
      await page.publish({ ...DRAFT, title: { 'zh-CN': '帮助中心' } });
      expect(await title()).toEqual({ 'zh-CN': '帮助中心' });
      await page.save({ ...DRAFT, title: { 'zh-CN': '使用帮助' } });
      expect(await title()).toEqual({ 'zh-CN': '使用帮助' });
    });

    describe('q', () => {
      it('searches slugs and titles in any language, of drafts and of what is published', async () => {
        await create('delivery');
        await pageClient(admin, `${path}/delivery`).save({ ...DRAFT, title: { 'zh-CN': '配送', 'en-US': 'Shipping' } });
        await pageClient(admin, `${path}/help`).publish({ ...DRAFT, title: { 'zh-CN': '配件' } });
        expect(await keys('?q=ELIVER')).toEqual(['delivery']);
        expect(await keys('?q=%20shipPING%20')).toEqual(['delivery']);
        expect(await keys(`?q=${encodeURIComponent('配')}`)).toEqual(['delivery', 'help']);
        expect(await list('?q=us&page_size=1')).toMatchObject({ total: 3, items: [{}] });
        expect(await keys('?q=nothing')).toEqual([]);
        expect(await keys('?q=%20%20')).toHaveLength(5);
      });

      it('does not look at bodies', async () => {
        await pageClient(admin, `${path}/help`).save({ ...DRAFT, body: { 'zh-CN': 'delivery' } });
        expect(await keys('?q=delivery')).toEqual([]);
      });

      it('treats %, _ and \\ literally', async () => {
        const page = pageClient(admin, `${path}/help`);
        await page.save({ ...DRAFT, title: { 'zh-CN': '100% a_b c\\d' } });
        for (const [q, expected] of [
          ['%', ['help']],
          ['0%', ['help']],
          ['a_b', ['help']],
          ['a_', ['help']],
          ['c\\d', ['help']],
          ['\\', ['help']],
          ['a%b', []],
          ['_elp', []],
        ] as const) {
          expect({ q, found: await keys(`?q=${encodeURIComponent(q)}`) }).toEqual({ q, found: expected });
        }
      });
    });

    it.each([
      ['page=0', 'page out_of_range'],
      ['page=x', 'page not_integer'],
      ['page_size=0', 'page_size out_of_range'],
      ['page_size=101', 'page_size out_of_range'],
      [`q=${'a'.repeat(161)}`, 'q too_long'],
      ['q=a&q=b', 'q repeated'],
    ])('answers 422 to ?%s', async (query, reason) => {
      const response = await admin.get(`${path}?${query}`);
      expectProblem(response, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(response.body)).toEqual([reason]);
    });
  });

  describe('POST /content/pages', () => {
    it('creates a page without content', async () => {
      const { body } = await admin.post(path, { slug: 'delivery' }).expect(201);
      expect(body).toEqual({
        data: {
          id: UUID,
          key: 'delivery',
          reserved: false,
          title: null,
          draft: null,
          published: null,
          lock_version: 1,
          created_at: INSTANT,
          updated_at: INSTANT,
          updated_by: AN_ADMINISTRATOR,
        },
      });
      expect((await admin.get(`${path}/delivery`).expect(200)).body).toEqual(body);
    });

    it.each(['a', '7', 'a-b', 'a1-2b-c', 'privacy-policy', 'a'.repeat(100)])('takes the slug %s', async (slug) => {
      expect((await create(slug)).key).toBe(slug);
    });

    it.each([
      ['', 'required'],
      ['A', 'not_slug'],
      ['a--b', 'not_slug'],
      ['-a', 'not_slug'],
      ['a-', 'not_slug'],
      ['a_b', 'not_slug'],
      ['a b', 'not_slug'],
      ['a\n', 'not_slug'],
      ['关于', 'not_slug'],
      ['ａ', 'not_slug'],
      ['a/b', 'not_slug'],
      ['../a', 'not_slug'],
      ['a\u0000', 'invalid_text'],
      ['a'.repeat(101), 'too_long'],
      [7, 'not_string'],
      [null, 'required'],
      [undefined, 'required'],
    ])('answers 422 to the slug %j', async (slug, code) => {
      const response = await admin.post(path, { slug });
      expectProblem(response, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(response.body)).toEqual([`slug ${code}`]);
    });

    it('answers 422 to unknown fields', async () => {
      const response = await admin.post(path, { slug: 'delivery', reserved: true, lock_version: 1 });
      expectProblem(response, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(response.body).sort()).toEqual(['lock_version unknown_field', 'reserved unknown_field']);
    });

    it.each(['about-us', 'delivery'])('answers 409 to the slug %s when a page has it', async (slug) => {
      await create('delivery');
      expectProblem(await admin.post(path, { slug }), 409, 'RESOURCE.CONFLICT');
      expect((await list()).total).toBe(5);
    });

    it('accepts a slug that only another App has', async () => {
      await create('delivery');
      await admin.post(`apps/${await anApp(api)}/content/pages`, { slug: 'delivery' }).expect(201);
    });
  });

  describe('DELETE /content/pages/{slug}', () => {
    const remove = (slug: string, lockVersion: number | string) =>
      admin.delete(`${path}/${slug}?lock_version=${lockVersion}`);

    it('deletes a page and frees its slug', async () => {
      await create('delivery');
      const { body } = await remove('delivery', 1).expect(200);
      expect(body).toEqual({ data: { deleted: true, id: UUID } });
      expectProblem(await admin.get(`${path}/delivery`), 404, 'RESOURCE.NOT_FOUND');
      expectProblem(await remove('delivery', 2), 404, 'RESOURCE.NOT_FOUND');
      expect(await keys()).not.toContain('delivery');
      expect(await create('delivery')).toMatchObject({ lock_version: 1, draft: null, published: null });
      const again = await remove('delivery', 1).expect(200);
      expect(again.body.data.id).not.toBe(body.data.id);
    });

    it('deletes a page that was published, and the next one of its slug starts at revision 1', async () => {
      await create('delivery');
      const page = pageClient(admin, `${path}/delivery`);
      await page.publish();
      await page.publish();
      await page.save();
      await remove('delivery', 6).expect(200);
      expectProblem(await admin.get(`${page.path}/revisions`), 404, 'RESOURCE.NOT_FOUND');
      await create('delivery');
      expect(await page.revisions()).toEqual([]);
      expect((await page.publish()).published.revision).toBe(1);
      expect(await page.revisions()).toHaveLength(1);
    });

    it.each(['about-us', 'contact-us', 'help', 'user-guide'])('answers 409 for %s, which is reserved', async (slug) => {
      expectProblem(await remove(slug, 1), 409, 'CONTENT.PAGE.RESERVED');
      expect((await pageClient(admin, `${path}/${slug}`).read()).lock_version).toBe(1);
    });

    it('answers 409 to a stale lock_version, with the current one', async () => {
      await create('delivery');
      await pageClient(admin, `${path}/delivery`).save();
      for (const stale of [1, 3]) {
        const problem = expectProblem(await remove('delivery', stale), 409, 'RESOURCE.VERSION_CONFLICT', [
          'current_lock_version',
        ]);
        expect(problem).toMatchObject({ current_lock_version: 2 });
      }
    });

    it.each([
      ['', 'required'],
      ['?lock_version=', 'not_integer'],
      ['?lock_version=0', 'out_of_range'],
      ['?lock_version=-1', 'not_integer'],
      ['?lock_version=1.5', 'not_integer'],
      ['?lock_version=x', 'not_integer'],
      ['?lock_version=2147483648', 'out_of_range'],
      ['?lock_version=1&lock_version=1', 'repeated'],
    ])('answers 422 to %j, before it looks for the page', async (query, code) => {
      await create('delivery');
      for (const slug of ['delivery', 'unknown']) {
        const response = await admin.delete(`${path}/${slug}${query}`);
        expectProblem(response, 422, 'REQUEST.VALIDATION_FAILED');
        expect(reasons(response.body)).toEqual([`lock_version ${code}`]);
      }
      await admin.get(`${path}/delivery`).expect(200);
    });
  });

  describe('permissions', () => {
    it('are checked before anything else', async () => {
      const nobody = await asRoles(api, 'notification_operator');
      const unknown = `apps/${randomUUID()}/content/pages`;
      for (const [permission, response] of [
        ['pages.read', nobody.get(unknown)],
        ['pages.write', nobody.post(path, { slug: 'NO' })],
        ['pages.read', nobody.get(`${path}/about-us`)],
        ['pages.write', nobody.put(`${path}/about-us/draft`, {})],
        ['pages.publish', nobody.post(`${path}/about-us/publish`, {})],
        ['pages.read', nobody.get(`${path}/about-us/revisions`)],
        ['pages.delete', nobody.delete(`${path}/about-us`)],
      ] as const) {
        const problem = expectProblem(await response, 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
        expect(problem).toMatchObject({ required_permission: permission });
      }
    });

    it('let an auditor read, and an editor do everything but delete', async () => {
      const [auditor, editor] = [await asRoles(api, 'auditor'), await asRoles(api, 'content_editor')];
      await editor.post(path, { slug: 'delivery' }).expect(201);
      await pageClient(editor, `${path}/delivery`).publish();
      expectProblem(await editor.delete(`${path}/delivery?lock_version=3`), 403, 'IAM.PERMISSION.DENIED', [
        'required_permission',
      ]);
      await auditor.get(path).expect(200);
      await auditor.get(`${path}/delivery`).expect(200);
      await auditor.get(`${path}/delivery/revisions`).expect(200);
      await auditor.post(path, { slug: 'other' }).expect(403);
    });
  });
});
