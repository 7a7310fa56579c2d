import { AppsService } from '@libs/apps';
import { newId } from '@libs/kernel';
import { isSoOnceAnnounced, startTestApi, type TestApi } from '../support/api';
import { feedsHaveHeard } from '../support/database';
import { aTenant, asSystem } from '../support/tenants';

const PATH = '/api/v1/regions';

interface Item {
  code: string;
  parent_code: string | null;
  level: number;
  name: string;
  full_name: string;
  has_children: boolean;
  status: string;
}

interface List {
  items: Item[];
  total: number;
  next_cursor: string | null;
  dataset: { version: string; source: string };
}

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({}, undefined, { regions: 'few' });
  await feedsHaveHeard();
});

afterAll(() => api.close());

describe('GET /api/v1/regions', () => {
  const request = (query: Record<string, string | number> = {}, headers: Record<string, string> = {}) =>
    api.http.get(PATH).query(query).set(headers);

  const list = async (query: Record<string, string | number> = {}, locale = 'zh-CN'): Promise<List> => {
    const { body } = await request(query, { 'Accept-Language': locale }).expect(200);
    return (body as { data: List }).data;
  };

  const codes = ({ items }: List) => items.map(({ code }) => code);

  const patch = (code: string, assignments: string) =>
    asSystem(api.database, `UPDATE regions SET ${assignments} WHERE code = $1`, [code]);

  describe('the roots', () => {
    it('are the countries, China first, then by localized name', async () => {
      const { items, total, dataset } = await list({ limit: 200 });
      expect(total).toBe(249);
      expect(items).toHaveLength(200);
      expect(items[0]).toEqual({
        code: 'CN',
        parent_code: null,
        level: 0,
        name: '中国',
        full_name: '中国',
        has_children: true,
        status: 'active',
      });
      const names = items.slice(1).map(({ name }) => name);
      expect(names).toEqual([...names].sort(new Intl.Collator('zh-CN').compare));
      expect(dataset).toEqual({
        version: expect.stringMatching(/^gbt2260-/),
        source: expect.stringMatching(/GB\/T 2260/),
      });
    });

    it('come on pages that neither repeat nor skip', async () => {
      const first = await list();
      expect(first.items).toHaveLength(100);
      const second = await list({ cursor: first.next_cursor ?? '' });
      const third = await list({ cursor: second.next_cursor ?? '' });
      expect(third.next_cursor).toBeNull();
      const all = [first, second, third].flatMap(codes);
      expect(all).toHaveLength(249);
      expect(new Set(all).size).toBe(249);
    });

    it.each([
      ['zh-CN', '日本'],
      ['zh-TW', '日本'],
      ['en-US', 'Japan'],
      ['ja-JP', '日本'],
    ])('have their names in %s', async (locale, name) => {
      const { body, headers } = await request({ q: 'JP', level: 0 }, { 'Accept-Language': locale });
      expect((body as { data: List }).data.items[0]).toMatchObject({ code: 'JP', name });
      expect(headers['content-language']).toBe(locale);
    });
  });

  describe('parent_code', () => {
    it('gives the children', async () => {
      expect((await list({ parent_code: 'CN' })).total).toBe(34);
      expect((await list({ parent_code: '330000' })).items[0]).toEqual({
        code: '330100',
        parent_code: '330000',
        level: 2,
        name: '杭州市',
        full_name: '浙江省杭州市',
        has_children: true,
        status: 'active',
      });
      expect((await list({ parent_code: '330000' }, 'en')).items[0]).toMatchObject({
        name: 'Hangzhou',
        full_name: 'Hangzhou, Zhejiang, China',
      });
      expect((await list({ parent_code: '110000' })).items[0]).toMatchObject({ code: '110101', level: 3 });
      expect(codes(await list({ parent_code: 'JP' }, 'ja'))).toContain('JP-13');
    });

    it('that is unknown gives an empty list', async () => {
      expect(await list({ parent_code: 'nowhere' })).toMatchObject({ items: [], total: 0, next_cursor: null });
    });
  });

  describe('q', () => {
    it.each(['杭州', 'hangzhou', 'HANGZHOU', '  杭州市 ', '330100'])('%j finds 杭州市 first', async (q) => {
      expect((await list({ q })).items[0]).toMatchObject({ code: '330100' });
    });

    it.each(['hang', 'hz'])('%j finds 杭州市, by pinyin and by initials', async (q) => {
      expect(codes(await list({ q }))).toContain('330100');
    });

    it('looks below parent_code where both are given', async () => {
      const { items } = await list({ q: '西湖', parent_code: '330000' });
      expect(items[0]).toMatchObject({ code: '330106' });
      expect(items.every(({ code }) => code.startsWith('33'))).toBe(true);
      expect(codes(await list({ q: '西湖', parent_code: '330106' }))).not.toContain('330106');
    });

    it('treats %, _ and \\ literally', async () => {
      for (const q of ['%', '_', '\\', '杭%']) expect((await list({ q })).total).toBe(0);
    });

    it('that is empty or blank is ignored', async () => {
      expect((await list({ q: '' })).total).toBe(249);
      expect((await list({ q: '   ' })).total).toBe(249);
    });

    it('comes on pages, best first, that neither repeat nor skip', async () => {
      const all: string[] = [];
      let cursor: string | null = null;
      let total = 0;
      do {
        const page: List = await list({ q: '杭', limit: 7, ...(cursor ? { cursor } : {}) });
        all.push(...codes(page));
        ({ total, next_cursor: cursor } = page);
      } while (cursor);
      expect(all).toHaveLength(total);
      expect(new Set(all).size).toBe(total);
      expect(all[0]).toBe('330100');
    });
  });

  it('level leaves the regions of that level within the rest', async () => {
    expect((await list({ level: 3 })).items).toEqual([]);
    expect((await list({ level: 0 })).total).toBe(249);
    expect(codes(await list({ parent_code: '420000', level: 3 }))).toEqual(['429004', '429005', '429006', '429021']);
    expect((await list({ q: '杭', level: 2 })).items.map(({ level }) => level)).toEqual([2]);
  });

  describe('validation', () => {
    it.each([
      [{ q: 'x'.repeat(161) }, 'q', 'too_long'],
      [{ parent_code: 'x'.repeat(33) }, 'parent_code', 'too_long'],
      [{ level: 11 }, 'level', 'out_of_range'],
      [{ level: -1 }, 'level', 'not_integer'],
      [{ level: 'x' }, 'level', 'not_integer'],
      [{ limit: 0 }, 'limit', 'out_of_range'],
      [{ limit: 201 }, 'limit', 'out_of_range'],
      [{ limit: '1e2' }, 'limit', 'not_integer'],
      [{ cursor: 'made up' }, 'cursor', 'invalid'],
      [{ cursor: '' }, 'cursor', 'invalid'],
    ])('of %j names %s as %s', async (query, field, code) => {
      const { body } = await request(query as Record<string, string>).expect(422);
      expect(body).toMatchObject({ code: 'REQUEST.VALIDATION_FAILED', errors: [{ field, code }] });
    });

    it('accepts the largest allowed values', async () => {
      await request({ q: '江'.repeat(160), parent_code: 'x'.repeat(32), level: 10, limit: 200 }).expect(200);
    });

    it('refuses a cursor of another list', async () => {
      const { next_cursor: cursor } = await list({ q: '杭', limit: 1 });
      if (!cursor) throw new Error('There is a second page');
      await request({ q: '杭', limit: 2, cursor }, { 'Accept-Language': 'zh-CN' }).expect(200);
      for (const other of <Record<string, string | number>[]>[
        { q: '州' },
        { q: '杭', level: 3 },
        { q: '杭', parent_code: 'CN' },
        {},
      ]) {
        await request({ ...other, cursor }, { 'Accept-Language': 'zh-CN' }).expect(422);
      }
      await request({ q: '杭', cursor }, { 'Accept-Language': 'en' }).expect(422);
      await request({ q: '杭', cursor: `${cursor.slice(0, -2)}AA` }, { 'Accept-Language': 'zh-CN' }).expect(422);
    });
  });

  describe('X-AppID', () => {
    it('is optional, and brings the locales of the App', async () => {
      const app = await api.get(AppsService).create(await aTenant(api.database), {
        name: 'Corner Shop',
        appType: 'uni_app',
        defaultLocale: 'ja-JP',
        supportedLocales: ['ja-JP'],
      });
      const { headers } = await request({}, { 'X-AppID': app.id, 'Accept-Language': 'en-US' }).expect(200);
      expect(headers).toMatchObject({ 'content-language': 'ja-JP', vary: 'Accept-Language, X-AppID' });
    });

    it('that is malformed or unknown is refused', async () => {
      expect((await request({}, { 'X-AppID': 'x' }).expect(400)).body).toMatchObject({ code: 'APP.HEADER.INVALID' });
      expect((await request({}, { 'X-AppID': newId() }).expect(400)).body).toMatchObject({
        code: 'APP.HEADER.UNAVAILABLE',
      });
    });
  });

  describe('caching', () => {
    it('is cached with a strong ETag for an hour', async () => {
      const { headers } = await request({}, { 'Accept-Language': 'zh-CN' }).expect(200);
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=3600',
        'content-language': 'zh-CN',
        vary: 'Accept-Language, X-AppID',
        etag: expect.stringMatching(/^"[\w-]+"$/) as unknown,
      });
      const etag = headers['etag'] ?? '';
      const same = await request({}, { 'Accept-Language': 'zh-CN', 'If-None-Match': etag }).expect(304);
      expect(same.text).toBe('');
      await request({}, { 'Accept-Language': 'en', 'If-None-Match': etag }).expect(200);
    });

    it('ends with a change by an operator: a hidden region disappears, with everything below it', async () => {
      const { headers } = await request({ parent_code: 'CN' }).expect(200);
      await patch('330000', 'is_public = false');
      try {
        const gone = async () => (await list({ parent_code: 'CN' })).total === 33;
        expect(await isSoOnceAnnounced(gone)).toBe(true);
        await request({ parent_code: 'CN' }, { 'If-None-Match': headers['etag'] ?? '' }).expect(200);
        expect((await list({ q: '杭州市' })).total).toBe(0);
        expect((await list({ parent_code: '330100' })).total).toBe(0);
        await api.http.get(`${PATH}/330100`).expect(404);
      } finally {
        await patch('330000', 'is_public = true');
      }
      expect(await isSoOnceAnnounced(async () => (await list({ parent_code: 'CN' })).total === 34)).toBe(true);
    });
  });
});

describe('GET /api/v1/regions/{code}', () => {
  const read = (code: string, headers: Record<string, string> = {}) => api.http.get(`${PATH}/${code}`).set(headers);

  it('gives one region', async () => {
    const { body, headers } = await read('330106', { 'Accept-Language': 'en' }).expect(200);
    expect(body).toEqual({
      data: {
        code: '330106',
        parent_code: '330100',
        level: 3,
        name: 'Xihu District',
        full_name: 'Xihu District, Hangzhou, Zhejiang, China',
        has_children: true,
        status: 'active',
        successor_codes: [],
      },
    });
    expect(headers).toMatchObject({ 'cache-control': 'public, max-age=3600', 'content-language': 'en-US' });
    await read('330106', { 'Accept-Language': 'en', 'If-None-Match': headers['etag'] ?? '' }).expect(304);
  });

  it('gives a retired one with its successors', async () => {
    const { body } = await read('330103').expect(200);
    expect(body).toMatchObject({ data: { code: '330103', status: 'retired', successor_codes: ['330105'] } });
  });

  it.each(['nowhere', 'cn', 'x'.repeat(100), '%00', '%F0%9F%8D%8E', '__proto__'])(
    'answers 404 for %s',
    async (code) => {
      const { body } = await read(code).expect(404);
      expect(body).toMatchObject({ code: 'RESOURCE.NOT_FOUND' });
    },
  );
});
