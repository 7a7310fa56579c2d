import { createHash } from 'node:crypto';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { type Admin, adminClient, type AdminClient, anAdmin } from '../support/admin';
import { anApp, BODY, DRAFT, TITLE } from '../support/pages';

interface Change {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

describe('The audit log of pages and legal documents', () => {
  const api = suiteApi();
  let owner: Admin;
  let admin: AdminClient;
  let appId: string;

  beforeAll(async () => {
    owner = await anAdmin(api, ['owner']);
    admin = adminClient(api, owner.token);
  });

  beforeEach(async () => {
    appId = await anApp(api);
  });

  /** The records of the log about a response. */
  const recordsOf = async ({ headers }: { headers: Record<string, string> }) =>
    queryAs<{ changes: Change[]; resource_id: string }>(
      api.urls.superuserUrl,
      `SELECT action, method, route, resource_type, resource_id, app_id, actor_id, outcome, changes
         FROM audit_logs WHERE request_id = $1`,
      [headers['x-request-id']],
    );
  const idOf = async (kind: string, key: string) => {
    const [page] = await queryAs<{ id: string }>(
      api.urls.superuserUrl,
      'SELECT id FROM content_pages WHERE app_id = $1 AND kind = $2 AND key = $3',
      [appId, kind, key],
    );
    return page!.id;
  };
  const byPath = (changes: readonly Change[]) =>
    Object.fromEntries(changes.map(({ path, before, after }) => [path, [before, after]]));

  describe.each([
    ['pages', 'page', 'slug', 'about-us'],
    ['legal', 'legal_document', 'document_type', 'privacy-policy'],
  ])('has one record of each write to /content/%s', (list, resource_type, parameter, key) => {
    const path = () => `apps/${appId}/content/${list}/${key}`;
    const common = async (action: string, method: string, suffix: string) => ({
      action: `${list}.${action}`,
      method,
      route: `/admin-api/v1/apps/{app_id}/content/${list}/{${parameter}}${suffix}`,
      resource_type,
      resource_id: await idOf(list === 'pages' ? 'page' : 'legal', key),
      app_id: appId,
      actor_id: owner.userId,
      outcome: 'success',
    });

    it('with the draft before and after', async () => {
      const first = await admin.put(`${path()}/draft`, { ...DRAFT, lock_version: 1 }).expect(200);
      const [record, ...others] = await recordsOf(first);
      expect(others).toEqual([]);
      expect(record!.resource_id).toBe(first.body.data.id);
      const { changes, ...rest } = record!;
      expect(rest).toEqual(await common('write', 'PUT', '/draft'));
      expect(byPath(changes)).toEqual({
        'draft.title': [null, TITLE],
        'draft.body': [null, BODY],
        'draft.body_format': [null, 'markdown'],
        'draft.effective_at': [null, DRAFT.effective_at],
      });

      const second = await admin
        .put(`${path()}/draft`, { ...DRAFT, title: { 'zh-CN': '新' }, effective_at: null, lock_version: 2 })
        .expect(200);
      const [next] = await recordsOf(second);
      expect(byPath(next!.changes)).toEqual({
        'draft.title': [TITLE, { 'zh-CN': '新' }],
        'draft.effective_at': [DRAFT.effective_at, null],
      });
    });

    it('with the revision that was published', async () => {
      await admin.put(`${path()}/draft`, { ...DRAFT, lock_version: 1 }).expect(200);
      const response = await admin.post(`${path()}/publish`, { lock_version: 2 }).expect(200);
      const [record, ...others] = await recordsOf(response);
      expect(others).toEqual([]);
      const { changes, ...rest } = record!;
      expect(rest).toEqual(await common('publish', 'POST', '/publish'));
      const { published } = response.body.data;
      expect(byPath(changes)).toEqual({
        'draft.title': [TITLE, null],
        'draft.body': [BODY, null],
        'draft.body_format': ['markdown', null],
        'draft.effective_at': [DRAFT.effective_at, null],
        'published.revision': [null, 1],
        'published.revision_hash': [null, published.revision_hash],
        'published.published_at': [null, published.published_at],
      });
    });

    it('that fails, without a change', async () => {
      for (const [response, outcome] of [
        [await admin.put(`${path()}/draft`, { ...DRAFT, lock_version: 9 }).expect(409), 'failure'],
        [await admin.put(`${path()}/draft`, {}).expect(422), 'failure'],
        [await admin.post(`${path()}/publish`, { lock_version: 1 }).expect(409), 'failure'],
      ] as const) {
        const records = await recordsOf(response);
        expect(records).toMatchObject([{ outcome, changes: [], app_id: appId }]);
      }
    });

    it('names long bodies by their digest', async () => {
      const body = { 'zh-CN': '好'.repeat(2_000) };
      const response = await admin.put(`${path()}/draft`, { ...DRAFT, body, lock_version: 1 }).expect(200);
      const [record] = await recordsOf(response);
      const json = JSON.stringify(body);
      const digest = { sha256: createHash('sha256').update(json).digest('hex'), length: Buffer.byteLength(json) };
      expect(byPath(record!.changes)['draft.body']).toEqual([null, digest]);
    });
  });

  it('has one record each of a page created and deleted, both with its id', async () => {
    const created = await admin.post(`apps/${appId}/content/pages`, { slug: 'delivery' }).expect(201);
    const id = await idOf('page', 'delivery');
    expect(await recordsOf(created)).toEqual([
      {
        action: 'pages.write',
        method: 'POST',
        route: '/admin-api/v1/apps/{app_id}/content/pages',
        resource_type: 'page',
        resource_id: id,
        app_id: appId,
        actor_id: owner.userId,
        outcome: 'success',
        changes: [
          { path: 'key', before: null, after: 'delivery' },
          { path: 'reserved', before: null, after: false },
        ],
      },
    ]);
    const deleted = await admin.delete(`apps/${appId}/content/pages/delivery?lock_version=1`).expect(200);
    expect(deleted.body.data.id).toBe(id);
    expect(await recordsOf(deleted)).toMatchObject([
      {
        action: 'pages.delete',
        resource_id: id,
        changes: [
          { path: 'key', before: 'delivery', after: null },
          { path: 'reserved', before: false, after: null },
        ],
      },
    ]);
  });

  it('has a record of refused requests', async () => {
    const auditor = adminClient(api, (await anAdmin(api, ['auditor'])).token);
    const refused = await auditor.post(`apps/${appId}/content/legal/privacy-policy/publish`, { lock_version: 1 });
    expect(refused.status).toBe(403);
    expect(await recordsOf(refused)).toMatchObject([{ action: 'legal.publish', outcome: 'denied', changes: [] }]);
  });
});
