import { newId } from '@libs/kernel';
import { expectProblem, reasons } from '../../http/support/problem';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { outboxSettled } from '../../mobile/support/journey';
import { type AdminClient, asRoles, suiteOwner } from '../support/admin';
import { aDisabledApp, aManagedApp, auditOf } from '../support/apps';
import { AN_ADMINISTRATOR } from '../support/authors';
import { aKey, aSetting, type SettingClient, settingClient } from '../support/settings';
import { aTenant, type OwnedTenant } from '../support/tenants';

const NOWHERE = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be9ff';
const MASK = '********';

describe('/admin-api/v1/settings', () => {
  const api = suiteApi();
  /** Of the platform, with every right. */
  const platform = suiteOwner(api);
  let tenant: OwnedTenant;
  let owner: AdminClient;
  let settings: SettingClient;
  let appId: string;

  beforeAll(async () => {
    tenant = await aTenant(api);
    owner = tenant.owner.client;
    settings = settingClient(owner);
    appId = (await aManagedApp(owner)).id;
  });

  const list = async (query: string, client = owner) => {
    const { body } = await client.get(`settings?${query}`).expect(200);
    return body.data as { items: (Record<string, unknown> & { id: string })[]; total: number };
  };
  const idsOf = async (query: string, client = owner) => (await list(query, client)).items.map(({ id }) => id);
  /** A global one that goes again, so that no test sees that of another. */
  const withGlobal = async (input: object, use: (id: string) => Promise<unknown>) => {
    const global = await settingClient(platform).create({ scope: 'global', ...input });
    await use(global.id);
    await settingClient(platform).remove(global.id);
  };
  const expectRefused = (answer: Awaited<ReturnType<AdminClient['get']>>, ...expected: string[]) => {
    expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
    expect(reasons(answer.body).sort()).toEqual(expected.sort());
  };
  it('are created with the defaults of a new one, read, changed and deleted', async () => {
    const key = aKey();
    const { body } = await owner
      .post('settings', { key, value: 'Corner Shop', value_type: 'string', scope: 'tenant' })
      .expect(201);
    const { id } = body.data as { id: string };
    expect(body.data).toEqual({
      id: expect.any(String),
      key,
      value: 'Corner Shop',
      value_type: 'string',
      scope: 'tenant',
      app_id: null,
      is_public: false,
      is_secret: false,
      status: 'active',
      description: null,
      lock_version: 1,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      updated_by: AN_ADMINISTRATOR,
    });
    expect(await settings.read(id)).toEqual(body.data);
    const changed = await settings.patch(id, {
      value: 'Shop',
      status: 'disabled',
      description: 'Why',
    });
    expect(changed).toEqual({
      ...body.data,
      value: 'Shop',
      status: 'disabled',
      description: 'Why',
      lock_version: 2,
      updated_at: expect.any(String),
    });
    const reset = await settings.patch(id, { is_public: null, is_secret: null, status: null, description: null });
    expect(reset).toEqual({ ...body.data, value: 'Shop', lock_version: 3, updated_at: expect.any(String) });
    expectProblem(await owner.delete(`settings/${id}?lock_version=2`), 409, 'RESOURCE.VERSION_CONFLICT', [
      'current_lock_version',
    ]);
    expectRefused(await owner.delete(`settings/${id}`), 'lock_version required');
    const deleted = await owner.delete(`settings/${id}?lock_version=3`).expect(200);
    expect(deleted.body.data).toEqual({ deleted: true, id });
    expectProblem(await owner.get(`settings/${id}`), 404, 'RESOURCE.NOT_FOUND');
    await settings.create({ key });
  });

  it('take any value of their type, and give it back', async () => {
    for (const [value_type, ...values] of [
      ['string', '', 'x', '😀', '<script>', '{"a":1}', '1'],
      ['number', 0, -1.5, 1e300, 42],
      ['boolean', true, false],
      ['json', 'text', 1, false, [], {}, [null, { deep: [true, { er: null }] }], { ['x'.repeat(100)]: 'y' }],
    ] as const) {
      for (const value of values) {
        const { id } = await settings.create({ value, value_type });
        expect([value_type, (await settings.read(id)).value]).toEqual([value_type, value]);
      }
    }
    const { id } = await settings.create({ value: [1], value_type: 'json' });
    expect(await settings.patch(id, { value: { b: 'x' } })).toMatchObject({ value: { b: 'x' } });
  });

  it.each<[string, object, ...string[]]>([
    [
      'nothing',
      { key: undefined, value: undefined, value_type: undefined, scope: undefined },
      'key required',
      'value required',
      'value_type required',
      'scope required',
    ],
    ['a lock_version', { lock_version: 1 }, 'lock_version unknown_field'],
    ['a key in capitals', { key: 'Company.name' }, 'key not_setting_key'],
    ['a key with two dots', { key: 'company..name' }, 'key not_setting_key'],
    ['a key that begins with a digit', { key: '1.name' }, 'key not_setting_key'],
    ['a key of 101 characters', { key: 'a'.repeat(101) }, 'key too_long'],
    ['an unknown scope', { scope: 'user' }, 'scope not_allowed'],
    ['an unknown type', { value_type: 'date' }, 'value_type not_allowed'],
    ['the scope app without an App', { scope: 'app' }, 'app_id required'],
    ['an App without the scope app', { app_id: NOWHERE }, 'app_id only_for_app'],
    ['an unknown App', { scope: 'app', app_id: NOWHERE }, 'app_id unknown_app'],
    ['a value that is null', { value: null }, 'value required'],
    ['null as JSON', { value: null, value_type: 'json' }, 'value required'],
    ['a number as text', { value: '1', value_type: 'number' }, 'value not_number'],
    ['a text as number', { value: 1 }, 'value not_string'],
    ['a text as boolean', { value: 'true', value_type: 'boolean' }, 'value not_boolean'],
    ['an object as text', { value: {} }, 'value not_string'],
    ['a text with NUL', { value: 'a\0' }, 'value invalid_text'],
    ['a deep NUL', { value: { a: ['\0'] }, value_type: 'json' }, 'value.a.0 invalid_text'],
    ['a value above 64 KiB', { value: 'a'.repeat(64 * 1024) }, 'value too_large'],
    [
      'a value 17 levels deep',
      { value: JSON.parse('['.repeat(17) + ']'.repeat(17)), value_type: 'json' },
      'value too_deep',
    ],
    ['a public secret', { is_public: true, is_secret: true }, 'is_public public_secret'],
    ['what is public and not global', { is_public: true }, 'is_public only_global'],
    ['the mask', { value: MASK }, 'value mask'],
    ['the mask as a secret', { value: MASK, is_secret: true }, 'value mask'],
    ['a reserved key', { key: 'security.require_admin_mfas' }, 'key unknown_setting'],
    ['a status that is unknown', { status: 'deleted' }, 'status not_allowed'],
    ['a description of 1,001 characters', { description: 'a'.repeat(1_001) }, 'description too_long'],
  ])('refuse %s', async (_, changes, ...expected) => {
    expectRefused(await owner.post('settings', aSetting(changes)), ...expected);
  });

  it('refuse a number that is too large for one', async () => {
    const text = JSON.stringify(aSetting({ value: 'HERE', value_type: 'number' })).replace('"HERE"', '1e999');
    const answer = await owner.post('settings').set('Content-Type', 'application/json').send(text);
    expectRefused(answer, 'value not_finite');
  });

  it('keep key, type, scope and App', async () => {
    const { id, key, value_type, scope, app_id } = await settings.create({ scope: 'app', app_id: appId });
    for (const [field, changes] of [
      ['key', { key: aKey() }],
      ['value_type', { value_type: 'json' }],
      ['scope', { scope: 'tenant' }],
      ['app_id', { app_id: null }],
    ] as const) {
      const answer = await owner.patch(`settings/${id}`, { ...changes, lock_version: 1 });
      expect(expectProblem(answer, 409, 'RESOURCE.IMMUTABLE_FIELD', ['field'])).toMatchObject({ field });
    }
    expectRefused(await owner.patch(`settings/${id}`, { lock_version: 1, value: 1 }), 'value not_string');
    expectRefused(await owner.patch(`settings/${id}`, { value: 'x' }), 'lock_version required');
    const stale = await owner.patch(`settings/${id}`, { lock_version: 2 });
    expectProblem(stale, 409, 'RESOURCE.VERSION_CONFLICT', ['current_lock_version']);
    expect(await settings.patch(id, { key, value_type, scope, app_id })).toMatchObject({ lock_version: 2 });
  });

  it('have a key that no other of the scope has', async () => {
    const key = aKey();
    const another = (await aManagedApp(owner)).id;
    await settings.create({ key });
    await settings.create({ key, scope: 'app', app_id: appId });
    await settings.create({ key, scope: 'app', app_id: another });
    await settingClient(platform).create({ key });
    await withGlobal({ key }, async () => {
      for (const [client, place] of [
        [owner, { scope: 'tenant' }],
        [owner, { scope: 'app', app_id: appId }],
        [platform, { scope: 'global' }],
      ] as const) {
        expectProblem(await client.post('settings', aSetting({ key, ...place })), 409, 'RESOURCE.CONFLICT');
      }
    });
  });

  it('of an App or a tenant become public by nothing, and stay as they are where they were', async () => {
    const refusedAt = (place: object) => owner.post('settings', aSetting({ is_public: true, ...place }));
    expectRefused(await refusedAt({ scope: 'app', app_id: appId }), 'is_public only_global');
    expectRefused(await refusedAt({ value: 1 }), 'is_public only_global', 'value not_string');
    const { id } = await settings.create();
    const patch = (lock_version: number, changes: object) =>
      owner.patch(`settings/${id}`, { lock_version, ...changes });
    expectRefused(await patch(1, { is_public: true }), 'is_public only_global');
    expect(await settings.read(id)).toMatchObject({ is_public: false, lock_version: 1 });
    // As an earlier version took them.
    await queryAs(api.urls.superuserUrl, 'UPDATE settings SET is_public = true WHERE id = $1', [id]);
    const { body } = await patch(1, { description: 'of old' }).expect(200);
    expect(body.data).toMatchObject({ is_public: true, description: 'of old', lock_version: 2 });
    expectRefused(await patch(2, { is_public: true }), 'is_public only_global');
    expect(await settings.patch(id, { is_public: null })).toMatchObject({ is_public: false });
  });

  it('are listed newest first, by text, scope, App and status', async () => {
    const mark = newId().slice(-12);
    const first = (await settings.create({ key: `a.${mark}`, status: 'disabled' })).id;
    const second = (await settings.create({ description: `100% ${mark}`, scope: 'app', app_id: appId })).id;
    const third = (await settings.create({ key: `b.${mark}`, value: 'hidden', is_secret: true })).id;
    const q = `q=${mark.toUpperCase()}`;
    expect(await idsOf(q)).toEqual([third, second, first]);
    expect(await idsOf(`${q}&scope=app`)).toEqual([second]);
    expect(await idsOf(`${q}&app_id=${appId}`)).toEqual([second]);
    expect(await idsOf(`${q}&status=disabled`)).toEqual([first]);
    expect(await idsOf(`q=${encodeURIComponent(`100% ${mark}`)}`)).toEqual([second]);
    expect(await list(`${q}&page=2&page_size=2`)).toMatchObject({ items: [{ id: first }], total: 3 });
    expect((await list(`${q}&page_size=1`)).items[0]).toEqual(await settings.read(third));
    expectRefused(await owner.get('settings?scope=user'), 'scope not_allowed');
  });

  it('of a deleted App are gone', async () => {
    const app = await aDisabledApp(owner);
    const { id } = await settings.create({ scope: 'app', app_id: app.id, value: 'hidden', is_secret: true });
    await owner.delete(`apps/${app.id}`).expect(200);
    expectRefused(await owner.post('settings', aSetting({ scope: 'app', app_id: app.id })), 'app_id unknown_app');
    await outboxSettled(api);
    expectProblem(await owner.get(`settings/${id}`), 404, 'RESOURCE.NOT_FOUND');
  });

  it('do not exist for another tenant', async () => {
    const { id } = await settings.create({ value: 'theirs' });
    const stranger = await asRoles(api, 'owner');
    for (const answer of [
      await stranger.get(`settings/${id}`),
      await stranger.patch(`settings/${id}`, { lock_version: 1 }),
      await platform.delete(`settings/${id}?lock_version=1`),
    ]) {
      expectProblem(answer, 404, 'RESOURCE.NOT_FOUND');
    }
    expect(await idsOf('page_size=100', stranger)).not.toContain(id);
  });

  it('leave a record of each change, with what was before and after', async () => {
    const { id, key } = await settings.create({ scope: 'app', app_id: appId });
    await settings.patch(id, { value: 'Shop' });
    await settings.remove(id);
    const records = await auditOf(api, id);
    expect(records.map(({ action, resource_type, app_id }) => ({ action, resource_type, app_id }))).toEqual(
      Array(3).fill({ action: 'settings.write', resource_type: 'setting', app_id: appId }),
    );
    expect(records[0]!.changes).toContainEqual({ path: 'key', before: null, after: key });
    expect(records[1]!.changes).toEqual([{ path: 'value', before: 'Corner Shop', after: 'Shop' }]);
    expect(records[2]!.changes).toContainEqual({ path: 'value', before: 'Shop', after: null });
  });
});
