import { queryAs } from '../../support/database';
import { expectProblem } from '../../http/support/problem';
import { suiteApi } from '../../support/suite';
import { asRoles, suiteOwner } from '../support/admin';
import { anApp, DRAFT, pageClient, type PageData } from '../support/pages';

describe('Legal documents of an App', () => {
  const api = suiteApi();
  const admin = suiteOwner(api);
  let appId: string;
  let path: string;

  beforeEach(async () => {
    appId = await anApp(api);
    path = `apps/${appId}/content/legal`;
  });

  const list = async (query = '') => {
    const { body } = await admin.get(`${path}${query}`).expect(200);
    return body.data as { items: PageData[]; page: number; page_size: number; total: number };
  };

  describe('GET /content/legal', () => {
    it('lists the two documents of every App, apart from its pages', async () => {
      await admin.post(`apps/${appId}/content/pages`, { slug: 'delivery' }).expect(201);
      const { items, ...rest } = await list();
      expect(rest).toEqual({ page: 1, page_size: 20, total: 2 });
      expect(items.map(({ key }) => key).sort()).toEqual(['privacy-policy', 'terms-of-service']);
      for (const item of items) expect(item).toMatchObject({ reserved: true, draft: null, published: null });
    });

    it('pages and searches', async () => {
      await pageClient(admin, `${path}/privacy-policy`).save({ ...DRAFT, title: { 'zh-CN': '隐私', 'en-US': 'Data' } });
      const [first, second] = [await list('?page_size=1'), await list('?page=2&page_size=1')];
      expect([first.total, second.total]).toEqual([2, 2]);
      expect(first.items[0]?.key).not.toBe(second.items[0]?.key);
      expect((await list('?q=DATA')).items.map(({ key }) => key)).toEqual(['privacy-policy']);
      expect((await list('?q=terms')).items.map(({ key }) => key)).toEqual(['terms-of-service']);
    });
  });

  it('has no POST and no DELETE', async () => {
    expectProblem(await admin.post(path, { slug: 'cookies' }), 404, 'ROUTE.NOT_FOUND');
    expectProblem(await admin.delete(`${path}/privacy-policy?lock_version=1`), 404, 'ROUTE.NOT_FOUND');
  });

  it('is another space of names than that of the pages', async () => {
    await admin.post(`apps/${appId}/content/pages`, { slug: 'privacy-policy' }).expect(201);
    await pageClient(admin, `${path}/privacy-policy`).publish();
    const page = await pageClient(admin, `apps/${appId}/content/pages/privacy-policy`).read();
    expect(page).toMatchObject({ published: null, reserved: false, lock_version: 1 });
    for (const unknown of [`${path}/about-us`, `${path}/cookies`, `apps/${appId}/content/pages/terms-of-service`]) {
      expectProblem(await admin.get(unknown), 404, 'RESOURCE.NOT_FOUND');
    }
  });

  it('emits an event for each publication, within its transaction', async () => {
    const { published } = await pageClient(admin, `${path}/privacy-policy`).publish();
    await pageClient(admin, `apps/${appId}/content/pages/about-us`).publish();
    const messages = await queryAs(
      api.urls.superuserUrl,
      `SELECT type, data FROM outbox_messages WHERE app_id = $1 AND type <> 'app.created'`,
      [appId],
    );
    expect(messages).toEqual([
      {
        type: 'legal.published',
        data: {
          document_type: 'privacy-policy',
          revision: 1,
          revision_hash: published.revision_hash,
          effective_at: DRAFT.effective_at,
        },
      },
    ]);
  });

  describe('permissions', () => {
    it('are those of legal documents, not those of pages', async () => {
      const nobody = await asRoles(api, 'release_manager');
      for (const [permission, response] of [
        ['legal.read', nobody.get(path)],
        ['legal.read', nobody.get(`${path}/privacy-policy`)],
        ['legal.write', nobody.put(`${path}/privacy-policy/draft`, {})],
        ['legal.publish', nobody.post(`${path}/privacy-policy/publish`, {})],
        ['legal.read', nobody.get(`${path}/privacy-policy/revisions`)],
      ] as const) {
        const problem = expectProblem(await response, 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
        expect(problem).toMatchObject({ required_permission: permission });
      }
    });

    it('let an editor write what only others publish', async () => {
      const editor = pageClient(await asRoles(api, 'content_editor'), `${path}/privacy-policy`);
      const { lock_version } = await editor.save();
      const client = await asRoles(api, 'content_editor');
      const refused = await client.post(`${editor.path}/publish`, { lock_version });
      expectProblem(refused, 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
      const published = await admin.post(`${editor.path}/publish`, { lock_version }).expect(200);
      expect(published.body.data.published.revision).toBe(1);
    });
  });
});
