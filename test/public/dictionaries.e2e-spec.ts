import { DependencyUnavailableError } from '@libs/kernel';
import { asOwner } from '../admin/support/admin';
import { aManagedApp } from '../admin/support/apps';
import { aCode, type DictionaryClient, dictionaryClient, NAME, OPEN, PAID } from '../admin/support/dictionaries';
import { aTenant } from '../admin/support/tenants';
import { isSoOnceAnnounced } from '../support/api';
import { feedsHaveHeard } from '../support/database';
import { suiteApi } from '../support/suite';
import { asSystem } from '../support/tenants';

const LOCALES = { default_locale: 'zh-CN', supported_locales: ['zh-CN', 'en-US', 'ja-JP'] };

/** Of which clients see nothing. */
const HIDDEN = { disabled: { status: 'disabled' }, private: { is_public: false } };

describe('GET /api/v1/public/dictionaries/{code}', () => {
  const api = suiteApi();
  let global: DictionaryClient;
  let dictionaries: DictionaryClient;
  let appId: string;
  /** Another App of the tenant, and one of another tenant. */
  let sibling: string;
  let stranger: string;

  beforeAll(async () => {
    const platform = await asOwner(api);
    global = dictionaryClient(platform);
    const { client } = (await aTenant(api)).owner;
    dictionaries = dictionaryClient(client);
    appId = (await aManagedApp(client, LOCALES)).id;
    sibling = (await aManagedApp(client, LOCALES)).id;
    stranger = (await aManagedApp(platform, LOCALES)).id;
  });
  afterEach(() => jest.restoreAllMocks());

  const read = (code: string, headers: Record<string, string> = {}, app = appId) =>
    api.http.get(`/api/v1/public/dictionaries/${code}`).set({ 'X-AppID': app, ...headers });
  /** The only item tells which dictionary it is. */
  const from = (place: string) => ({ items: [{ key: place, label: { 'zh-CN': place } }] });
  const seenBy = async (app: string, code: string): Promise<string> => {
    const { status, body } = await read(code, {}, app);
    return status === 200 ? (body as { data: { items: [{ key: string }] } }).data.items[0].key : String(status);
  };
  const seen = async (code: string) => [
    await seenBy(appId, code),
    await seenBy(sibling, code),
    await seenBy(stranger, code),
  ];

  it('gives the active items in their order and in the language of the request', async () => {
    const { code } = await dictionaries.create({
      items: [
        { key: 'b', label: { 'zh-CN': '二', 'en-US': 'Two' }, value: 'text', sort_order: 1 },
        { key: 'a', label: { 'zh-CN': '一' }, value: false, sort_order: 1 },
        { key: 'B', label: { 'ja-JP': '三' }, value: 1.5, sort_order: 1 },
        { key: 'hidden', label: { 'zh-CN': '隐' }, status: 'disabled', sort_order: 0 },
        { key: 'z', label: { 'en-US': 'First' }, sort_order: 0 },
      ],
    });
    const { body, headers } = await read(code, { 'Accept-Language': 'en' }).expect(200);
    expect(body).toEqual({
      data: {
        code,
        name: 'Order status',
        items: [
          { key: 'z', label: 'First', value: null, sort_order: 0 },
          { key: 'B', label: '三', value: 1.5, sort_order: 1 },
          { key: 'a', label: '一', value: false, sort_order: 1 },
          { key: 'b', label: 'Two', value: 'text', sort_order: 1 },
        ],
      },
    });
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=60',
      'content-language': 'en-US',
      'content-type': 'application/json; charset=utf-8',
      vary: 'Accept-Language, X-AppID',
      etag: expect.stringMatching(/^"[\w-]+"$/),
    });
    expect((await read(code)).body).toMatchObject({ data: { name: '订单状态', items: { 3: { label: '二' } } } });
  });

  it('answers 304 to its ETag until something changes', async () => {
    const { id, code } = await dictionaries.create();
    const etag = (await read(code)).headers.etag ?? '';
    const unchanged = await read(code, { 'If-None-Match': etag }).expect(304);
    expect(unchanged.text).toBe('');
    expect(unchanged.headers).toMatchObject({
      etag,
      'content-language': 'zh-CN',
      'cache-control': 'public, max-age=60',
    });
    await read(code, { 'If-None-Match': etag, 'Accept-Language': 'en' }).expect(200);
    await dictionaries.patch(id, { items: [PAID] });
    await read(code, { 'If-None-Match': etag }).expect(200);
  });

  describe('chooses the nearest', () => {
    it('of App, tenant and all, as a whole', async () => {
      const code = aCode();
      const ofAll = await global.create({ code, scope: 'global', ...from('global') });
      expect(await seen(code)).toEqual(['global', 'global', 'global']);
      const ofTenant = await dictionaries.create({ code, ...from('tenant') });
      expect(await seen(code)).toEqual(['tenant', 'tenant', 'global']);
      const ofApp = await dictionaries.create({ code, scope: 'app', app_id: appId, ...from('app') });
      expect(await seen(code)).toEqual(['app', 'tenant', 'global']);
      const { body } = await read(code);
      expect((body as { data: { items: object[] } }).data.items).toHaveLength(1);
      await dictionaries.remove(ofTenant.id);
      expect(await seen(code)).toEqual(['app', 'global', 'global']);
      await dictionaries.remove(ofApp.id);
      expect(await seen(code)).toEqual(['global', 'global', 'global']);
      await global.remove(ofAll.id);
      expect(await seen(code)).toEqual(['404', '404', '404']);
    });

    it.each(Object.entries(HIDDEN))('as if a %s one did not exist', async (_, hidden) => {
      const code = aCode();
      const ofAll = await global.create({ code, scope: 'global', ...from('global') });
      const ofTenant = await dictionaries.create({ code, ...from('tenant') });
      const ofApp = await dictionaries.create({ code, scope: 'app', app_id: appId, ...from('app') });
      const visible = { status: 'active', is_public: true };
      expect(await seen(code)).toEqual(['app', 'tenant', 'global']);
      await dictionaries.patch(ofApp.id, hidden);
      expect(await seen(code)).toEqual(['tenant', 'tenant', 'global']);
      await dictionaries.patch(ofTenant.id, hidden);
      expect(await seen(code)).toEqual(['global', 'global', 'global']);
      await dictionaries.patch(ofApp.id, visible);
      expect(await seen(code)).toEqual(['app', 'global', 'global']);
      await global.patch(ofAll.id, hidden);
      expect(await seen(code)).toEqual(['app', '404', '404']);
      await dictionaries.patch(ofTenant.id, visible);
      expect(await seen(code)).toEqual(['app', 'tenant', '404']);
      await global.patch(ofAll.id, visible);
      expect(await seen(code)).toEqual(['app', 'tenant', 'global']);
    });
  });

  it('follows the default locale of the App', async () => {
    const platform = await asOwner(api);
    const app = await aManagedApp(platform, LOCALES);
    const { code } = await global.create({ items: [OPEN] });
    const label = async () => {
      const { body } = await read(code, { 'Accept-Language': 'ja' }, app.id).expect(200);
      return (body as { data: { items: [{ label: string }] } }).data.items[0].label;
    };
    expect(await label()).toBe('待付款');
    await platform.patch(`apps/${app.id}`, { default_locale: 'en-US', lock_version: 1 }).expect(200);
    expect(await label()).toBe('Open');
  });

  it.each([
    'unknown',
    'Status',
    'a%2Fb',
    '..%2f',
    '%00',
    '__proto__',
    'constructor',
    'x'.repeat(200),
    "'--",
    '%E5%AD%97',
  ])('answers 404 for %s', async (code) => {
    const response = await read(code).expect(404);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.body).toMatchObject({ code: 'RESOURCE.NOT_FOUND' });
  });

  it('asks the database neither for what it has answered nor for what does not exist', async () => {
    const { code } = await dictionaries.create();
    await feedsHaveHeard();
    await read(code).expect(200);
    const reads = [jest.spyOn(api.database, 'read'), jest.spyOn(api.database, 'readAsSystem')];
    await read(code).expect(200);
    for (let other = 0; other < 20; other++) await read(`other-${other}`).expect(404);
    for (const spy of reads) expect(spy).not.toHaveBeenCalled();
  });

  it('answers 400 without an App, and once the App is disabled', async () => {
    const platform = await asOwner(api);
    const { id, lock_version } = await aManagedApp(platform, LOCALES);
    const { code } = await global.create({ scope: 'app', app_id: id, name: NAME });
    expect((await api.http.get(`/api/v1/public/dictionaries/${code}`).expect(400)).body).toMatchObject({
      code: 'APP.HEADER.REQUIRED',
    });
    await read(code, {}, id).expect(200);
    await platform.post(`apps/${id}/disable`, { lock_version }).expect(200);
    expect((await read(code, {}, id).expect(400)).body).toMatchObject({ code: 'APP.HEADER.UNAVAILABLE' });
  });

  it('answers 503 with Retry-After when the database is away, and forgets what it announces by itself', async () => {
    const { id, code } = await dictionaries.create();
    await read(code).expect(200);
    await asSystem(api.database, 'UPDATE content_dictionaries SET is_public = false WHERE id = $1', [id]);
    expect(await isSoOnceAnnounced(async () => (await read(code)).status === 404)).toBe(true);
    await asSystem(api.database, 'UPDATE content_dictionaries SET is_public = true WHERE id = $1', [id]);
    await feedsHaveHeard();
    const away = () => Promise.reject(new DependencyUnavailableError({ retryAfterSeconds: 2 }));
    jest.spyOn(api.database, 'readAsSystem').mockImplementation(away);
    const response = await read(code).expect(503);
    expect(response.body).toMatchObject({ code: 'DEPENDENCY.UNAVAILABLE' });
    expect(response.headers['retry-after']).toBe('2');
  });

  describe('without a code', () => {
    interface Listed {
      readonly code: string;
      readonly name: string;
      readonly items?: readonly { readonly key: string }[];
    }
    const list = (query = '', headers: Record<string, string> = {}, app = appId) =>
      api.http.get(`/api/v1/public/dictionaries${query}`).set({ 'X-AppID': app, ...headers });
    const itemsOf = async (query = '', headers: Record<string, string> = {}, app = appId) =>
      ((await list(query, headers, app).expect(200)).body as { data: { items: Listed[] } }).data.items;

    it('gives several at once, each as by itself, in the order of their codes and without those that there are not', async () => {
      const [first, second] = [await dictionaries.create(), await dictionaries.create({ items: [] })];
      const hidden = await dictionaries.create({ is_public: false });
      const { code } = await global.create({ code: first.code, scope: 'global', ...from('global') });
      const query = `?codes=${second.code},nobody,%20${code}%20,,${hidden.code},__proto__,${second.code}`;
      const { body, headers } = await list(query, { 'Accept-Language': 'en' }).expect(200);
      const alone = await Promise.all(
        [second.code, code].map(async (one) => (await read(one, { 'Accept-Language': 'en' })).body.data as unknown),
      );
      expect(body).toEqual({ data: { items: alone } });
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=60',
        'content-language': 'en-US',
        'content-type': 'application/json; charset=utf-8',
        vary: 'Accept-Language, X-AppID',
      });
      expect(await itemsOf(`?codes=${code}`, {}, stranger)).toMatchObject([{ code, items: [{ key: 'global' }] }]);
      for (const nothing of ['?codes=', '?codes=,', '?codes=nobody']) expect(await itemsOf(nothing)).toEqual([]);
    });

    it('gives twenty at once and no more', async () => {
      const codes = (count: number) => Array.from({ length: count }, (_, at) => `none-${at}`);
      expect(await itemsOf(`?codes=${codes(20).join()}`)).toEqual([]);
      const refused = await list(`?codes=${codes(21).join()}`).expect(422);
      expect(refused.body.errors).toMatchObject([{ field: 'codes', code: 'too_many_items' }]);
    });

    it('lists the code and name of all that the App can read, the nearest of each code, ordered by code', async () => {
      const code = aCode();
      await global.create({ code, scope: 'global', name: { 'en-US': 'Global' } });
      const ofTenant = await dictionaries.create({ code, name: { 'en-US': 'Tenant' } });
      await dictionaries.create({ code, scope: 'app', app_id: appId, name: { 'zh-CN': '应用', 'en-US': 'App' } });
      const hidden = await dictionaries.create({ status: 'disabled' });
      const all = await itemsOf('?page=2', { 'Accept-Language': 'en' });
      expect(all).toContainEqual({ code, name: 'App' });
      expect(all.every((one) => Object.keys(one).join() === 'code,name')).toBe(true);
      const codes = all.map((one) => one.code);
      expect(codes).toEqual([...new Set(codes)].sort());
      expect(codes).not.toContain(hidden.code);
      const nameIn = async (app: string) => (await itemsOf('', {}, app)).find((one) => one.code === code)?.name;
      expect([await nameIn(appId), await nameIn(sibling), await nameIn(stranger)]).toEqual([
        '应用',
        'Tenant',
        'Global',
      ]);
      await dictionaries.patch(ofTenant.id, { is_public: false });
      expect(await nameIn(sibling)).toBe('Global');
    });

    it('answers 304 until something changes', async () => {
      const { id, code } = await dictionaries.create();
      for (const query of ['', `?codes=${code}`]) {
        const etag = (await list(query)).headers.etag ?? '';
        expect(etag).toMatch(/^"[\w-]+"$/);
        const unchanged = await list(query, { 'If-None-Match': etag }).expect(304);
        expect([unchanged.text, unchanged.headers.etag]).toEqual(['', etag]);
        await list(query, { 'If-None-Match': etag, 'Accept-Language': 'en' }).expect(200);
        await dictionaries.patch(id, { name: { 'zh-CN': `新名 ${query.length}` } });
        await list(query, { 'If-None-Match': etag }).expect(200);
      }
    });

    it('asks the database once for all that it does not know, and not again', async () => {
      const created = [];
      for (let count = 0; count < 5; count++) created.push(await dictionaries.create());
      await feedsHaveHeard();
      // The codes that there are.
      await read('nobody').expect(404);
      const reads = jest.spyOn(api.database, 'readAsSystem');
      const query = `?codes=${created.map(({ code }) => code).join()}`;
      for (let times = 0; times < 3; times++) expect(await itemsOf(query)).toHaveLength(5);
      expect(reads).toHaveBeenCalledTimes(1);
      for (let times = 0; times < 3; times++) await itemsOf();
      expect(reads).toHaveBeenCalledTimes(2);
    });
  });
});
