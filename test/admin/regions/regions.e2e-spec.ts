import { expectProblem, reasons } from '../../http/support/problem';
import { startTestApi, type TestApi } from '../../support/api';
import { type AdminClient, asOwner, asRoles } from '../support/admin';
import { auditOf } from '../support/apps';
import { THE_SERVICE } from '../support/authors';

interface Region {
  readonly code: string;
  readonly name_override: object | null;
  readonly is_public: boolean;
  readonly lock_version: number;
}

describe('/admin-api/v1/regions', () => {
  let api: TestApi;
  let platform: AdminClient;

  beforeAll(async () => {
    api = await startTestApi({}, undefined, { regions: 'few' });
    platform = await asOwner(api);
  });
  afterAll(() => api.close());

  const read = async (code: string) => (await platform.get(`regions/${code}`).expect(200)).body.data as Region;
  const list = async (query: string) => {
    const { body } = await platform.get(`regions?${query}`).expect(200);
    return body.data as { items: Region[]; total: number };
  };
  const codesOf = async (query: string) => (await list(query)).items.map(({ code }) => code);
  const patch = async (code: string, changes: object) => {
    const { lock_version } = await read(code);
    const { body } = await platform.patch(`regions/${code}`, { lock_version, ...changes }).expect(200);
    return body.data as Region;
  };
  const publicly = async (path: string, locale = 'en-US') =>
    api.http.get(`/api/v1/regions${path}`).set('Accept-Language', locale);

  it('tells what the data set has, and what was decided', async () => {
    expect(await read('330108')).toEqual({
      code: '330108',
      parent_code: '330100',
      level: 3,
      names: expect.objectContaining({ 'zh-CN': '滨江区' }) as unknown,
      name_override: null,
      is_public: true,
      status: 'active',
      successor_codes: [],
      dataset_version: expect.any(String) as unknown,
      lock_version: 1,
      created_at: expect.any(String) as unknown,
      updated_at: expect.any(String) as unknown,
      updated_by: THE_SERVICE,
    });
  });

  it('lists them by their codes, retired and hidden ones included', async () => {
    expect(await list('level=0&page_size=3')).toMatchObject({ total: 249, page: 1, page_size: 3 });
    const provinces = await codesOf('parent_code=CN&page_size=100');
    expect(provinces).toHaveLength(34);
    expect(provinces).toEqual([...provinces].sort());
    expect(await codesOf(`parent_code=CN&page=2&page_size=30`)).toEqual(provinces.slice(30));
    expect(await codesOf('parent_code=nowhere')).toEqual([]);
    expect(await codesOf('status=retired&q=330103&parent_code=330100')).toEqual(['330103']);
    expect(await codesOf('status=active&q=330103&parent_code=330100')).toEqual([]);
    expect(await codesOf(`q=${encodeURIComponent('西湖区')}&parent_code=330100`)).toEqual(['330106']);
    expect(await codesOf('q=XIHU DIST&parent_code=330100')).toEqual(['330106']);
    expect(await codesOf('q=%25')).toEqual([]);
    const refused = await platform.get('regions?level=11&status=gone&is_public=yes');
    expectProblem(refused, 422, 'REQUEST.VALIDATION_FAILED');
    expect(reasons(refused.body)).toEqual(['level out_of_range', 'status not_allowed', 'is_public not_allowed']);
  });

  it.each(['nowhere', 'cn', 'x'.repeat(100), '%F0%9F%8D%8E', '__proto__', "1'--"])(
    'answers 404 for %s',
    async (code) => {
      expectProblem(await platform.get(`regions/${code}`), 404, 'RESOURCE.NOT_FOUND');
      expectProblem(await platform.patch(`regions/${code}`, { lock_version: 1 }), 404, 'RESOURCE.NOT_FOUND');
    },
  );

  it('renames a region for clients at once, in the locales that it says', async () => {
    expect(await patch('330106', { name_override: { 'en-US': 'West Lake' } })).toMatchObject({
      name_override: { 'en-US': 'West Lake' },
      lock_version: 2,
    });
    const nameIn = async (locale: string) =>
      ((await publicly('/330106', locale)).body as { data: { name: string } }).data.name;
    expect([await nameIn('en-US'), await nameIn('zh-CN')]).toEqual(['West Lake', '西湖区']);
    const found = await publicly('?q=West Lake&parent_code=330100');
    expect((found.body as { data: { items: Region[] } }).data.items.map(({ code }) => code)).toEqual(['330106']);
    expect(await codesOf('q=west lake&parent_code=330100')).toEqual(['330106']);
    await patch('330106', { name_override: null });
    expect([await nameIn('en-US'), (await read('330106')).name_override]).toEqual(['Xihu District', null]);
  });

  it('hides a region from clients at once, with what is below it, and leaves a record', async () => {
    const before = (await publicly('?parent_code=CN')).headers['etag'];
    await patch('330000', { is_public: false });
    expect((await publicly('?parent_code=CN')).headers['etag']).not.toBe(before);
    expect((await publicly('/330000')).status).toBe(404);
    expect((await publicly('/330106')).status).toBe(404);
    expect(await codesOf('is_public=false')).toEqual(['330000']);
    expect((await read('330106')).is_public).toBe(true);
    await patch('330000', { is_public: null });
    expect((await publicly('?parent_code=CN')).headers['etag']).toBe(before);
    expect((await publicly('/330106')).status).toBe(200);
    const [hidden, shown] = await auditOf(api, '330000');
    expect(hidden).toMatchObject({ action: 'regions.write', outcome: 'success', resource_type: 'region' });
    expect(hidden!.changes).toEqual([{ path: 'is_public', before: true, after: false }]);
    expect(shown!.changes).toEqual([{ path: 'is_public', before: false, after: true }]);
  });

  it('refuses what is not valid', async () => {
    for (const [changes, ...expected] of [
      [{}, 'lock_version required'],
      [{ lock_version: 1, name_override: {} }, 'name_override required'],
      [{ lock_version: 1, name_override: { 'en-US': ' ' } }, 'name_override.en-US required'],
      [{ lock_version: 1, name_override: { fr: 'Nom' } }, 'name_override.fr not_supported_locale'],
      [{ lock_version: 1, name_override: { 'en-US': 'a'.repeat(201) } }, 'name_override.en-US too_long'],
      [{ lock_version: 1, is_public: 'yes' }, 'is_public not_boolean'],
      [{ lock_version: 1, names: {} }, 'names unknown_field'],
    ] as const) {
      const answer = await platform.patch('regions/330106', changes);
      expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(answer.body)).toEqual(expected);
    }
  });

  it('is for administrators of the platform', async () => {
    const owner = await asRoles(api, 'owner');
    for (const [answer, required_permission] of [
      [await owner.get('regions'), 'regions.read'],
      [await owner.get('regions/CN'), 'regions.read'],
      [await owner.patch('regions/CN', { lock_version: 1 }), 'regions.write'],
    ] as const) {
      const problem = expectProblem(answer, 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
      expect(problem).toMatchObject({ required_permission });
    }
  });
});
