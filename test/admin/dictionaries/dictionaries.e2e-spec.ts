import { newId } from '@libs/kernel';
import { expectProblem, reasons } from '../../http/support/problem';
import { suiteApi } from '../../support/suite';
import { type AdminClient, asRoles, suiteOwner } from '../support/admin';
import { aManagedApp, auditOf } from '../support/apps';
import { AN_ADMINISTRATOR } from '../support/authors';
import { aCode, aDictionary, type DictionaryClient, dictionaryClient, NAME, OPEN, PAID } from '../support/dictionaries';
import { aTenant, type OwnedTenant } from '../support/tenants';

const NOWHERE = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be9ff';

describe('/admin-api/v1/dictionaries', () => {
  const api = suiteApi();
  /** Of the platform, with every right. */
  const platform = suiteOwner(api);
  let tenant: OwnedTenant;
  let owner: AdminClient;
  let dictionaries: DictionaryClient;
  let appId: string;

  beforeAll(async () => {
    tenant = await aTenant(api);
    owner = tenant.owner.client;
    dictionaries = dictionaryClient(owner);
    appId = (await aManagedApp(owner)).id;
  });

  const list = async (query: string, client = owner) => {
    const { body } = await client.get(`dictionaries?${query}`).expect(200);
    return body.data as { items: (Record<string, unknown> & { id: string })[]; total: number };
  };
  const idsOf = async (query: string, client = owner) => (await list(query, client)).items.map(({ id }) => id);
  /** A global one that goes again, so that no test sees that of another. */
  const withGlobal = async (input: object, use: (id: string) => Promise<unknown>) => {
    const global = await dictionaryClient(platform).create({ scope: 'global', ...input });
    await use(global.id);
    await dictionaryClient(platform).remove(global.id);
  };

  describe('POST', () => {
    it('creates a dictionary with the defaults of a new one', async () => {
      const code = aCode();
      const { body } = await owner.post('dictionaries', { code, name: NAME, scope: 'tenant' }).expect(201);
      expect(body.data).toEqual({
        id: expect.any(String),
        code,
        name: NAME,
        scope: 'tenant',
        app_id: null,
        items: [],
        is_public: false,
        status: 'active',
        lock_version: 1,
        created_at: expect.any(String),
        updated_at: expect.any(String),
        updated_by: AN_ADMINISTRATOR,
      });
      expect(await dictionaries.read(body.data.id as string)).toEqual(body.data);
    });

    it('keeps the items as they were written, and gives them what they leave out', async () => {
      const { items } = await dictionaries.create({
        items: [
          { ...PAID, sort_order: 7, status: 'disabled' },
          { key: 'A.b:c_d-1', label: { 'ja-JP': '項目' } },
          { key: '0', label: { 'en-US': 'None' }, value: null, sort_order: null, status: null },
        ],
      });
      expect(items).toEqual([
        { ...PAID, sort_order: 7, status: 'disabled' },
        { key: 'A.b:c_d-1', label: { 'ja-JP': '項目' }, value: null, sort_order: 1, status: 'active' },
        { key: '0', label: { 'en-US': 'None' }, value: null, sort_order: 2, status: 'active' },
      ]);
    });

    it('takes any plain JSON value', async () => {
      const values = ['', 'x', '😀'.repeat(2_000), '<script>', '__proto__', 0, -1.5, 1e300, true, false, null];
      const items = values.map((value, at) => ({ key: `k${at}`, label: { 'en-US': 'L' }, value }));
      const { id } = await dictionaries.create({ items });
      expect((await dictionaries.read(id)).items.map(({ value }) => value)).toEqual(values);
    });

    it('creates one of an App in its tenant', async () => {
      expect(await dictionaries.create({ scope: 'app', app_id: appId.toUpperCase() })).toMatchObject({
        scope: 'app',
        app_id: appId,
      });
    });

    it('takes a code of a deleted dictionary again', async () => {
      const { id, code } = await dictionaries.create();
      await dictionaries.remove(id);
      expect((await dictionaries.create({ code })).id).not.toBe(id);
    });
  });

  describe('PATCH', () => {
    it('changes what is given, and resets what is null', async () => {
      const { id, ...before } = await dictionaries.create();
      const renamed = await dictionaries.patch(id, { name: { 'ja-JP': '状態' }, status: 'disabled' });
      expect(renamed).toEqual({
        ...before,
        id,
        name: { 'ja-JP': '状態' },
        status: 'disabled',
        lock_version: 2,
        updated_at: expect.any(String),
      });
      const replaced = await dictionaries.patch(id, { items: [OPEN], is_public: false, status: null });
      expect(replaced).toMatchObject({
        items: [{ ...OPEN, sort_order: 0, status: 'active' }],
        is_public: false,
        status: 'active',
        lock_version: 3,
      });
      const reset = await dictionaries.patch(id, { items: null, is_public: null });
      expect(reset).toMatchObject({ items: [], is_public: false, lock_version: 4 });
      expect(await dictionaries.read(id)).toEqual(reset);
    });

    it('refuses another scope, App or code, and takes the present ones', async () => {
      const { id, scope, app_id, code } = await dictionaries.create({ scope: 'app', app_id: appId });
      for (const [field, changes] of [
        ['scope', { scope: 'tenant' }],
        ['app_id', { app_id: null }],
        ['app_id', { app_id: NOWHERE }],
        ['code', { code: 'another' }],
      ] as const) {
        const answer = await owner.patch(`dictionaries/${id}`, { ...changes, lock_version: 1 });
        expect(expectProblem(answer, 409, 'RESOURCE.IMMUTABLE_FIELD', ['field'])).toMatchObject({ field });
      }
      expect(await dictionaries.patch(id, { scope, app_id, code })).toMatchObject({ lock_version: 2 });
    });

    it('refuses a stale lock_version and tells the current one', async () => {
      const { id } = await dictionaries.create();
      await dictionaries.patch(id, { is_public: false });
      const answer = await owner.patch(`dictionaries/${id}`, { lock_version: 1 });
      const problem = expectProblem(answer, 409, 'RESOURCE.VERSION_CONFLICT', ['current_lock_version']);
      expect(problem).toMatchObject({ current_lock_version: 2 });
    });
  });

  describe('DELETE', () => {
    it('deletes it', async () => {
      const { id } = await dictionaries.create();
      const { body } = await owner.delete(`dictionaries/${id}?lock_version=1`).expect(200);
      expect(body.data).toEqual({ deleted: true, id });
      expectProblem(await owner.get(`dictionaries/${id}`), 404, 'RESOURCE.NOT_FOUND');
      expectProblem(await owner.delete(`dictionaries/${id}?lock_version=1`), 404, 'RESOURCE.NOT_FOUND');
    });

    it('needs the lock_version of now', async () => {
      const { id } = await dictionaries.create();
      for (const [query, reason] of [
        ['', 'lock_version required'],
        ['?lock_version=0', 'lock_version out_of_range'],
        ['?lock_version=x', 'lock_version not_integer'],
      ] as const) {
        const answer = await owner.delete(`dictionaries/${id}${query}`);
        expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
        expect(reasons(answer.body)).toEqual([reason]);
      }
      const stale = await owner.delete(`dictionaries/${id}?lock_version=2`);
      expectProblem(stale, 409, 'RESOURCE.VERSION_CONFLICT', ['current_lock_version']);
      await dictionaries.read(id);
    });
  });

  describe('GET', () => {
    it('lists them newest first, without items', async () => {
      const first = await dictionaries.create({ status: 'disabled' });
      const second = await dictionaries.create();
      const { items } = await list('page_size=2');
      const { items: _items, ...summary } = second;
      expect(items.map(({ id }) => id)).toEqual([second.id, first.id]);
      expect(items[0]).toEqual({ ...summary, item_count: 2 });
    });

    it('filters by text, scope, App and status', async () => {
      const mark = newId().slice(-12);
      const another = (await aManagedApp(owner)).id;
      const ofTenant = (await dictionaries.create({ code: `pay_${mark}` })).id;
      const ofApp = (await dictionaries.create({ name: { 'zh-CN': `名 100% ${mark}` }, scope: 'app', app_id: appId }))
        .id;
      const ofAnother = (
        await dictionaries.create({
          name: { ...NAME, 'en-US': `Name ${mark.toUpperCase()}` },
          scope: 'app',
          app_id: another,
          status: 'disabled',
        })
      ).id;
      await withGlobal({ code: `global-${mark}` }, async (global) => {
        const q = `q=${mark}`;
        expect(await idsOf(q)).toEqual([global, ofAnother, ofApp, ofTenant]);
        expect(await idsOf(`${q}&scope=global`)).toEqual([global]);
        expect(await idsOf(`${q}&scope=tenant`)).toEqual([ofTenant]);
        expect(await idsOf(`${q}&scope=app`)).toEqual([ofAnother, ofApp]);
        expect(await idsOf(`${q}&app_id=${appId}`)).toEqual([ofApp]);
        expect(await idsOf(`app_id=${NOWHERE}`)).toEqual([]);
        expect(await idsOf(`${q}&status=disabled`)).toEqual([ofAnother]);
        expect(await list(`${q}&page=2&page_size=3`)).toMatchObject({ items: [{ id: ofTenant }], total: 4 });
        expect(await idsOf(`q=${encodeURIComponent(`100% ${mark}`)}`)).toEqual([ofApp]);
        expect(await idsOf(`q=${encodeURIComponent(`pay_${mark}`)}`)).toEqual([ofTenant]);
        expect(await idsOf(`q=${encodeURIComponent(`pay%${mark}`)}`)).toEqual([]);
      });
    });

    it.each(['scope=user', 'status=deleted', 'app_id=shop', 'page=0', `q=${'a'.repeat(161)}`])(
      'refuses %s',
      async (query) => {
        expectProblem(await owner.get(`dictionaries?${query}`), 422, 'REQUEST.VALIDATION_FAILED');
      },
    );
  });

  it('need the permission of each route', async () => {
    const auditor = await asRoles(api, 'auditor');
    const { id } = await dictionaryClient(platform).create();
    await auditor.get('dictionaries').expect(200);
    await auditor.get(`dictionaries/${id}`).expect(200);
    for (const [answer, required_permission] of [
      [await auditor.post('dictionaries', aDictionary()), 'dictionaries.write'],
      [await auditor.patch(`dictionaries/${id}`, {}), 'dictionaries.write'],
      [await auditor.delete(`dictionaries/${id}`), 'dictionaries.delete'],
    ] as const) {
      const problem = expectProblem(answer, 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
      expect(problem).toMatchObject({ required_permission });
    }
  });

  it('leave a record of each change, with what was before and after', async () => {
    const { id, code } = await dictionaries.create({ scope: 'app', app_id: appId, items: [OPEN] });
    await dictionaries.patch(id, { items: [PAID], status: 'disabled' });
    await dictionaries.remove(id);
    const records = await auditOf(api, id);
    const [open, paid] = [OPEN, PAID].map((item) => [{ ...item, sort_order: 0, status: 'active' }]);
    expect(records.map(({ action, resource_type, app_id }) => ({ action, resource_type, app_id }))).toEqual(
      ['dictionaries.write', 'dictionaries.write', 'dictionaries.delete'].map((action) => ({
        action,
        resource_type: 'dictionary',
        app_id: appId,
      })),
    );
    expect(records[0]!.changes).toEqual([
      { path: 'code', before: null, after: code },
      { path: 'name', before: null, after: NAME },
      { path: 'scope', before: null, after: 'app' },
      { path: 'app_id', before: null, after: appId },
      { path: 'is_public', before: null, after: true },
      { path: 'status', before: null, after: 'active' },
      { path: 'items', before: null, after: open },
    ]);
    expect(records[1]!.changes).toEqual([
      { path: 'status', before: 'active', after: 'disabled' },
      { path: 'items', before: open, after: paid },
    ]);
    expect(records[2]!.changes).toContainEqual({ path: 'items', before: paid, after: null });
  });
});
