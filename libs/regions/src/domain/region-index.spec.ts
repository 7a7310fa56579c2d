import fc from 'fast-check';
import type { SupportedLocale } from '@libs/kernel';
import { rounds } from '../../../../test/support/rounds';
import type { StoredRegion } from './region';
import type { RegionFilter, RegionIndex, RegionPosition } from './region-index';
import { RegionIndexBuilder } from './region-index-builder';

const EVERYTHING = 1_000;

function aRegion(
  code: string,
  parentCode: string | null,
  level: number,
  other: Partial<StoredRegion> = {},
): StoredRegion {
  return {
    code,
    parentCode,
    level,
    names: { 'zh-CN': code, 'en-US': code },
    pinyin: '',
    initials: '',
    status: 'active',
    successorCodes: [],
    nameOverride: null,
    isPublic: true,
    ...other,
  };
}

function build(regions: readonly StoredRegion[]): RegionIndex {
  const builder = new RegionIndexBuilder();
  for (const region of [...regions].sort((a, b) => (a.code < b.code ? -1 : 1))) builder.add(region);
  const steps = builder.build({ version: 'v1', source: 'test' }, '7');
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

const named = (chinese: string, english: string, other: Partial<StoredRegion> = {}): Partial<StoredRegion> => ({
  names: { 'zh-CN': chinese, 'en-US': english },
  ...other,
});

const CHINA = aRegion('CN', null, 0, named('中国', 'China', { pinyin: "zhong'guo", initials: 'zg' }));
const ZHEJIANG = aRegion(
  '330000',
  'CN',
  1,
  named('浙江省', 'Zhejiang', { pinyin: "zhe'jiang'sheng", initials: 'zjs' }),
);
const HANGZHOU = aRegion(
  '330100',
  '330000',
  2,
  named('杭州市', 'Hangzhou', { pinyin: "hang'zhou'shi", initials: 'hzs' }),
);
const XIHU = aRegion('330106', '330100', 3, named('西湖区', 'Xihu District', { pinyin: "xi'hu'qu", initials: 'xhq' }));
const XIACHENG = aRegion('330103', '330100', 3, {
  ...named('下城区', 'Xiacheng District', { pinyin: "xia'cheng'qu", initials: 'xcq' }),
  status: 'retired',
  successorCodes: ['330105'],
});
const BEIJING = aRegion('110000', 'CN', 1, named('北京市', 'Beijing', { pinyin: "bei'jing'shi", initials: 'bjs' }));
const DONGCHENG = aRegion('110101', '110000', 3, named('东城区', 'Dongcheng District'));
const JAPAN = aRegion('JP', null, 0, named('日本', 'Japan', { pinyin: "ri'ben", initials: 'rb' }));
const TOKYO = aRegion('JP-13', 'JP', 1, { names: { 'en-US': 'Tôkyô' } });
const AKITA = aRegion('JP-05', 'JP', 1, { names: { 'en-US': 'Akita' } });
const ALBANIA = aRegion('AL', null, 0, named('阿尔巴尼亚', 'Albania'));
const WORLD = [CHINA, ZHEJIANG, HANGZHOU, XIHU, XIACHENG, BEIJING, DONGCHENG, JAPAN, TOKYO, AKITA, ALBANIA];

function list(index: RegionIndex, filter: Partial<RegionFilter> = {}) {
  return index.list({ q: null, parentCode: null, level: null, locale: 'zh-CN', ...filter }, EVERYTHING, null);
}

const codes = (page: { items: readonly { code: string }[] }) => page.items.map(({ code }) => code);

describe('A list of regions', () => {
  const index = build(WORLD);

  it('without q and parent_code contains the countries, China first, then by localized name', () => {
    expect(codes(list(index))).toEqual(['CN', 'AL', 'JP']);
    expect(codes(list(index, { locale: 'en-US' }))).toEqual(['CN', 'AL', 'JP']);
    const pinyinOrder = build([
      JAPAN,
      aRegion('DE', null, 0, named('德国', 'Germany')),
      aRegion('FR', null, 0, named('法国', 'France')),
    ]);
    expect(codes(list(pinyinOrder))).toEqual(['DE', 'FR', 'JP']);
    expect(codes(list(pinyinOrder, { locale: 'en-US' }))).toEqual(['FR', 'DE', 'JP']);
  });

  it('with parent_code contains its children: those of China by code, others by name', () => {
    expect(codes(list(index, { parentCode: 'CN' }))).toEqual(['110000', '330000']);
    expect(codes(list(index, { parentCode: 'JP' }))).toEqual(['JP-05', 'JP-13']);
    expect(codes(list(index, { parentCode: '110000' }))).toEqual(['110101']);
  });

  it('is empty for an unknown parent', () => {
    expect(list(index, { parentCode: 'nowhere' })).toEqual({ items: [], total: 0, end: null });
    expect(list(index, { parentCode: 'nowhere', q: '杭州' })).toEqual({ items: [], total: 0, end: null });
  });

  it('is limited to the regions of the level', () => {
    expect(codes(list(index, { level: 3 }))).toEqual([]);
    expect(codes(list(index, { level: 0 }))).toEqual(['CN', 'AL', 'JP']);
    expect(codes(list(index, { parentCode: '330100', level: 3 }))).toEqual(['330106']);
    expect(codes(list(index, { parentCode: '330100', level: 4 }))).toEqual([]);
    expect(codes(list(index, { q: '城', level: 3 }))).toEqual(['110101']);
    expect(codes(list(index, { q: '城', level: 2 }))).toEqual([]);
  });

  it('shows each with its path, its children and its status', () => {
    expect(list(index, { parentCode: '330000' }).items).toEqual([
      {
        code: '330100',
        parentCode: '330000',
        level: 2,
        name: '杭州市',
        fullName: '浙江省杭州市',
        hasChildren: true,
        status: 'active',
      },
    ]);
    expect(list(index, { parentCode: 'JP', locale: 'ja-JP' }).items[0]).toMatchObject({
      name: 'Akita',
      fullName: '日本 Akita',
      hasChildren: false,
    });
    expect(list(index, { parentCode: '330100', locale: 'en-US' }).items[0]).toMatchObject({
      fullName: 'Xihu District, Hangzhou, Zhejiang, China',
    });
    expect(list(index, { parentCode: '330100', locale: 'ja-JP' }).items[0]).toMatchObject({
      fullName: '中国浙江省杭州市西湖区',
    });
  });
});

describe('A search for regions', () => {
  const index = build(WORLD);

  it.each([
    ['杭州', '330100'],
    ['hang', '330100'],
    ['HANGZHOU', '330100'],
    ['hz', '330100'],
    ['  hz ', '330100'],
    ['3301', '330100'],
    ['tokyo', 'JP-13'],
    ['jp-13', 'JP-13'],
    ['riben', 'JP'],
  ])('for %j finds %s first', (q, code) => {
    expect(codes(list(index, { q }))[0]).toBe(code);
  });

  it('never takes initials for a whole name', () => {
    const hou = aRegion('370783109000', '330106', 4, named('侯镇', 'Hou Town', { pinyin: "hou'zhen", initials: 'hz' }));
    const gabon = aRegion('GA', null, 0, named('加蓬', 'Gabon', { pinyin: "jia'peng", initials: 'jp' }));
    const both = build([...WORLD, hou, gabon]);
    expect(codes(list(both, { q: 'hz' }))).toEqual(['330100', '370783109000']);
    expect(codes(list(both, { q: 'jp', level: 0 }))).toEqual(['JP', 'GA']);
  });

  it('finds whole syllables before a larger region whose name continues the letters', () => {
    const korea = aRegion('KR', null, 0, named('韩国', 'South Korea', { pinyin: "han'guo", initials: 'hg' }));
    const both = build([...WORLD, korea]);
    for (const locale of ['zh-CN', 'en-US'] as const) {
      expect(codes(list(both, { q: 'hang', locale }))).toEqual(['330100', 'KR']);
      expect(codes(list(both, { q: 'han', locale }))).toEqual(['KR', '330100']);
      expect(codes(list(both, { q: "hang'zhou", locale }))).toEqual(['330100']);
    }
  });

  it('finds the provinces of China before other countries, since they are as large', () => {
    const benin = aRegion('BJ', null, 0, named('贝宁', 'Benin', { pinyin: "bei'ning", initials: 'bn' }));
    const both = build([...WORLD, benin]);
    expect(codes(list(both, { q: 'bei' }))).toEqual(['110000', 'BJ']);
    expect(codes(list(both, { q: 'bei', level: 0 }))).toEqual(['BJ']);
    expect(codes(list(both, { q: 'bei', level: 1 }))).toEqual(['110000']);
    expect(codes(list(both, { q: 'n', level: 1, locale: 'en-US' }))).toEqual(['110000', '330000']);
  });

  it('takes %, _ and \\ literally', () => {
    for (const q of ['%', '_', '\\', '%州', '杭_']) expect(codes(list(index, { q }))).toEqual([]);
    expect(codes(list(build([aRegion('XX', null, 0, named('100%', '100%'))]), { q: '%' }))).toEqual(['XX']);
  });

  it('finds larger regions first if names match equally well', () => {
    const same = build([
      CHINA,
      ZHEJIANG,
      aRegion('330200', '330000', 2, named('江', 'a')),
      aRegion('120000', 'CN', 1, named('江', 'b')),
    ]);
    expect(codes(list(same, { q: '江' }))).toEqual(['120000', '330200', '330000']);
  });

  it('searches below the parent if both are given', () => {
    expect(codes(list(index, { q: '区' }))).toEqual(['110101', '330106']);
    expect(codes(list(index, { q: '区', parentCode: '330000' }))).toEqual(['330106']);
    expect(codes(list(index, { q: '市', parentCode: 'CN' }))).toEqual(['110000', '330100']);
    expect(codes(list(index, { q: '杭州', parentCode: '330100' }))).toEqual([]);
    expect(codes(list(index, { q: '区', parentCode: 'JP' }))).toEqual([]);
  });

  it('with only marks and spaces is ignored', () => {
    expect(codes(list(index, { q: ' \u0001 ' }))).toEqual(['CN', 'AL', 'JP']);
  });
});

describe('A region', () => {
  it('is read by its code, a retired one with its successors', () => {
    const index = build(WORLD);
    expect(index.find('330103', 'zh-CN')).toMatchObject({ status: 'retired', successorCodes: ['330105'] });
    expect(index.find('330100', 'en-US')).toMatchObject({ name: 'Hangzhou', status: 'active', successorCodes: [] });
    expect(index.find('nowhere', 'zh-CN')).toBeNull();
    expect(index.find('', 'zh-CN')).toBeNull();
  });

  it('that is retired is not in lists or searches', () => {
    const index = build(WORLD);
    expect(codes(list(index, { parentCode: '330100' }))).toEqual(['330106']);
    expect(codes(list(index, { q: '下城' }))).toEqual([]);
    expect(codes(list(index, { q: '330103' }))).toEqual([]);
  });

  it('that is hidden appears nowhere, like everything below it', () => {
    const index = build(WORLD.map((region) => (region === ZHEJIANG ? { ...region, isPublic: false } : region)));
    expect(codes(list(index, { parentCode: 'CN' }))).toEqual(['110000']);
    expect(codes(list(index, { parentCode: '330000' }))).toEqual([]);
    expect(codes(list(index, { q: '杭州' }))).toEqual([]);
    for (const code of ['330000', '330100', '330106', '330103']) expect(index.find(code, 'zh-CN')).toBeNull();
  });

  it('has the names that an operator gave it, in the locales they were given for', () => {
    const index = build(
      WORLD.map((region) => (region === JAPAN ? { ...region, nameOverride: { 'en-US': 'Nippon' } } : region)),
    );
    expect(index.find('JP', 'en-US')?.name).toBe('Nippon');
    expect(index.find('JP', 'zh-CN')?.name).toBe('日本');
    expect(index.find('JP-13', 'en-US')?.fullName).toBe('Tôkyô, Nippon');
    expect(codes(list(index, { q: 'nippon', locale: 'en-US' }))).toEqual(['JP']);
    expect(codes(list(index, { q: 'japan', locale: 'en-US' }))).toEqual([]);
  });

  it('outside every country appears nowhere', () => {
    const index = build([
      CHINA,
      aRegion('XA', 'XB', 1),
      aRegion('XB', 'XA', 1),
      aRegion('XC', 'gone', 1),
      aRegion('XD', 'XD', 2),
    ]);
    expect(codes(list(index))).toEqual(['CN']);
    for (const code of ['XA', 'XB', 'XC', 'XD']) {
      expect(index.find(code, 'zh-CN')).toBeNull();
      expect(codes(list(index, { parentCode: code }))).toEqual([]);
      expect(codes(list(index, { q: code }))).toEqual([]);
    }
  });
});

describe('Pages of regions', () => {
  const pages = (index: RegionIndex, filter: RegionFilter, limit: number): string[][] => {
    const found: string[][] = [];
    for (let after: RegionPosition | null = null; ;) {
      const page = index.list(filter, limit, after);
      found.push(codes(page));
      if (!page.end) return found;
      after = page.end;
    }
  };

  it('neither repeat nor skip, in any tree', () => {
    const aTree = fc.array(
      fc.record({
        parent: fc.nat(20),
        name: fc.constantFrom('甲', '乙', '甲乙', '乙甲', '甲甲'),
        isPublic: fc.boolean(),
        isActive: fc.boolean(),
      }),
      { minLength: 1, maxLength: 20 },
    );
    const filters = fc.record({
      q: fc.constantFrom(null, '甲', '甲乙', '1'),
      parentCode: fc.option(fc.nat(20).map((number) => String(number + 10))),
      level: fc.constantFrom(null, 0, 1, 2),
      locale: fc.constantFrom<SupportedLocale>('zh-CN', 'en-US'),
    });
    fc.assert(
      fc.property(aTree, filters, fc.integer({ min: 1, max: 5 }), (nodes, filter, limit) => {
        const regions = nodes.map(({ parent, name, isPublic, isActive }, number) => {
          const parentCode = number === 0 ? null : String((parent % number) + 10);
          return aRegion(String(number + 10), parentCode, 0, {
            ...named(name, name),
            isPublic: isPublic || number === 0,
            status: isActive || number === 0 ? 'active' : 'retired',
          });
        });
        const levels = new Map<string, number>();
        const tree = regions.map((region) => {
          const own = region.parentCode === null ? 0 : (levels.get(region.parentCode) ?? 0) + 1;
          levels.set(region.code, own);
          return { ...region, level: Math.min(own, 10) };
        });
        const index = build(tree);
        const all = list(index, filter);
        expect(pages(index, filter, limit).flat()).toEqual(codes(all));
        expect(new Set(codes(all)).size).toBe(all.total);
      }),
      { numRuns: rounds(300) },
    );
  });

  it('continue after a region that was hidden meanwhile', () => {
    const before = build(WORLD);
    const after = before.list({ q: null, parentCode: null, level: null, locale: 'zh-CN' }, 2, null).end;
    expect(after).toEqual({ rank: 0, code: 'AL' });
    const hidden = build(WORLD.map((region) => (region === ALBANIA ? { ...region, isPublic: false } : region)));
    const next = hidden.list({ q: null, parentCode: null, level: null, locale: 'zh-CN' }, 2, after);
    expect(codes(next)).toEqual(['JP']);
  });

  it('do not continue after a position that is not a region', () => {
    const index = build(WORLD);
    expect(index.has('nowhere')).toBe(false);
    const filter = { q: null, parentCode: null, level: null, locale: 'zh-CN' } as const;
    expect(() => index.list(filter, 2, { rank: 0, code: 'nowhere' })).toThrow(RangeError);
  });
});
