import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { rounds } from '../../../../../test/support/rounds';
import { suiteDatabase } from '../../../../../test/support/suite';
import { RegionImport } from '../../application/region-import';
import { fold } from '../../domain/fold';
import type { DatasetRegion, RegionDataset, StoredRegion } from '../../domain/region';
import type { RegionIndex } from '../../domain/region-index';
import { RegionIndexBuilder } from '../../domain/region-index-builder';
import { PostgresRegionRepository } from '../postgres-region.repository';
import { ShippedRegions } from './shipped-regions';

/** Without the countries, whose names come with Node. Another digest requires another revision of the builder. */
const CONTENT = {
  revision: 2,
  digest: '48626b8ae2bc1243d4a6ab5cb50338ff046601b253528b2a885449ff05810cd7',
};

const EVERYTHING = 1_000_000;

/** Built once for all of the suite: it takes a process with dictionaries. */
const shipped = new ShippedRegions();
let dataset: RegionDataset;
let regions: DatasetRegion[];

beforeAll(async () => {
  dataset = await shipped.build();
  regions = JSON.parse(dataset.regionsJson.toString('utf8')) as DatasetRegion[];
}, 60_000);

describe('The shipped data set', () => {
  let byCode: Map<string, DatasetRegion>;

  beforeAll(() => {
    byCode = new Map(regions.map((region) => [region.code, region]));
  });

  const at = (level: number, china = true) =>
    regions.filter(({ code, level: own }) => own === level && /^\d/.test(code) === china);

  it('leads from each region to a country: no orphans, no cycles, and a level down in every step', () => {
    const lost = regions.filter((region) => {
      let current = region;
      while (current.parentCode !== null) {
        const parent = byCode.get(current.parentCode);
        // Each step leads to a smaller level, so there cannot be a cycle.
        if (!parent || parent.level >= current.level) return true;
        current = parent;
      }
      return current.level !== 0;
    });
    expect(lost).toEqual([]);
  });

  it('has unique codes of at most 32 characters', () => {
    expect(byCode.size).toBe(regions.length);
    expect(regions.every(({ code }) => /^[A-Z0-9-]{2,32}$/.test(code))).toBe(true);
  });

  it('has the countries of ISO 3166-1 as roots, and only these', () => {
    expect(at(0, false)).toHaveLength(249);
    expect(regions.filter(({ parentCode }) => parentCode === null)).toEqual(at(0, false));
  });

  it('has China down to its towns: about 34 provinces, 340 cities, 3,300 counties, 41,000 towns', () => {
    expect([1, 2, 3, 4].map((level) => at(level).length)).toEqual([34, 337, 3_311, 41_278]);
  });

  it('has the first-level divisions of the other countries, and no others', () => {
    expect(at(1, false).length).toBe(3_996);
    expect(at(2, false)).toEqual([]);
    expect(byCode.get('JP-13')).toMatchObject({ parentCode: 'JP', level: 1 });
    expect(byCode.has('CN-ZJ')).toBe(false);
  });

  it('has Hong Kong, Macao and Taiwan as in both sources', () => {
    for (const [country, province] of [
      ['HK', '810000'],
      ['MO', '820000'],
      ['TW', '710000'],
    ] as const) {
      expect(byCode.get(country)).toMatchObject({ parentCode: null, level: 0, status: 'active' });
      expect(byCode.get(province)).toMatchObject({ parentCode: 'CN', level: 1, status: 'active' });
    }
  });

  it('has no city between a municipality or a directly governed county and its province', () => {
    expect(byCode.get('110101')).toMatchObject({ parentCode: '110000', level: 3 });
    expect(byCode.get('500229')).toMatchObject({ parentCode: '500000', level: 3 });
    expect(byCode.get('429004')).toMatchObject({ parentCode: '420000', level: 3 });
    expect(byCode.get('429000')).toMatchObject({ status: 'retired', successorCodes: ['420000'] });
  });

  it('contains abolished divisions as retired, with successors that are active', () => {
    const retired = regions.filter(({ status }) => status === 'retired');
    expect(retired).toHaveLength(22);
    for (const { successorCodes } of retired) {
      expect(successorCodes.map((code) => byCode.get(code)?.status)).toEqual(successorCodes.map(() => 'active'));
      expect(successorCodes.length).toBeGreaterThan(0);
    }
    const parents = new Set(regions.filter(({ status }) => status === 'active').map(({ parentCode }) => parentCode));
    expect(retired.filter(({ code }) => parents.has(code))).toEqual([]);
  });

  it('names towns by the twelve digits of the source', () => {
    expect(byCode.get('330106002000')).toMatchObject({
      parentCode: '330106',
      level: 4,
      names: { 'zh-CN': '北山街道' },
    });
  });

  it('has names in each locale', () => {
    expect(byCode.get('440100')?.names).toEqual({
      'zh-CN': '广州市',
      'zh-TW': '廣州市',
      'en-US': 'Guangzhou',
      'ja-JP': '広州市',
    });
    expect(byCode.get('330100')?.names).toEqual({ 'zh-CN': '杭州市', 'en-US': 'Hangzhou' });
    expect(byCode.get('DE')?.names).toEqual({
      'zh-CN': '德国',
      'zh-TW': '德國',
      'en-US': 'Germany',
      'ja-JP': 'ドイツ',
    });
    expect(byCode.get('JP-13')?.names).toEqual({ 'en-US': 'Tôkyô' });
    expect(
      regions.filter(({ names }) => Object.values(names).some((name) => name.trim() === '' || /[?\ufffd]/.test(name))),
    ).toEqual([]);
  });

  it('has spellings in Latin syllables for everything with a Chinese name', () => {
    const spelled = regions.filter(({ names }) => names['zh-CN']);
    expect(
      spelled.filter(
        ({ pinyin, initials }) => !/^[a-z]+('[a-z]+)*( [a-z]+('[a-z]+)*)?$/.test(pinyin) || !/^[a-z]+$/.test(initials),
      ),
    ).toEqual([]);
  });

  it('has a version that identifies its content', () => {
    const digest = createHash('sha256')
      .update(JSON.stringify(regions.filter(({ level }) => level > 0)))
      .digest('hex');
    expect(shipped.identity.version).toMatch(new RegExp(`\\+r${CONTENT.revision}$`));
    expect(digest).toBe(CONTENT.digest);
  });
});

describe('A search of the shipped data set', () => {
  let byCode: Map<string, StoredRegion>;
  let index: RegionIndex;

  beforeAll(() => {
    const stored = regions
      .map((region) => ({ ...region, nameOverride: null, isPublic: true }))
      .sort((a, b) => (a.code < b.code ? -1 : 1));
    byCode = new Map(stored.map((region) => [region.code, region]));
    const builder = new RegionIndexBuilder();
    for (const region of stored) builder.add(region);
    const steps = builder.build({ version: 'v1', source: 'test' }, '1');
    let step = steps.next();
    while (!step.done) step = steps.next();
    index = step.value;
  });

  const find = (q: string, limit = 20) =>
    index.list({ q, parentCode: null, level: null, locale: 'zh-CN' }, limit, null).items;

  it.each([
    ['杭州', '杭州市'],
    ['  杭州市 ', '杭州市'],
    ['330100', '杭州市'],
    ['HANGZHOU', '杭州市'],
    ['hang', '杭州市'],
    ['hangzhou', '杭州市'],
    ['hangz', '杭州市'],
    ['hz', '杭州市'],
    ['bei', '北京市'],
    ['beij', '北京市'],
    ['beijing', '北京市'],
    ['xi', '西藏自治区'],
    ['shang', '上海市'],
    ['shanx', '山西省'],
    ['guang', '广东省'],
    ['guangz', '广州市'],
    ['nanj', '南极洲'],
    ['nanji', '南极洲'],
    ['nanjing', '南京市'],
    ['han', '韩国'],
    ['ri', '日本'],
    ['faguo', '法国'],
    ['de', '德国'],
    ['jia', '加拿大'],
    ['zhong', '中国'],
    ['xiang', '香港特别行政区'],
    ['lvl', '吕梁市'],
    ['lul', '吕梁市'],
    ['chong', '重庆市'],
    ['cheng', '承德市'],
    ['shenzhen', '深圳市'],
    // An exact name or code comes before names that begin with it.
    ['shan', 'Shan'],
    ['sh', '圣赫勒拿'],
  ])('for %j finds %s first', (q, name) => {
    expect(find(q)[0]?.name).toBe(name);
  });

  it('by pinyin finds 西安 for xian among whole syllables, 湘潭 after them', () => {
    const names = find('xian', EVERYTHING).map(({ name }) => name);
    expect(names.slice(0, 8)).toContain('西安市');
    expect(names.indexOf('湘潭市')).toBeGreaterThan(names.indexOf('咸阳市'));
    expect(names.indexOf('湘潭市')).toBeGreaterThan(names.indexOf('西安市'));
  });

  it('by pinyin finds names that begin with the whole syllables before names that end within one', () => {
    const spelled = fc.integer({ min: 0, max: regions.length - 1 }).chain((at) => {
      const syllables = (regions[at]?.pinyin.split(' ')[0] ?? '').split("'");
      return fc.integer({ min: 1, max: syllables.length }).map((count) => syllables.slice(0, count).join(''));
    });
    fc.assert(
      fc.property(spelled, (q) => {
        fc.pre(q !== '');
        const ranks = find(q, EVERYTHING).map(({ code }) => rankOf(byCode.get(code), q));
        expect(ranks).toEqual(ranks.toSorted());
      }),
      { numRuns: rounds(300, 10) },
    );
  });
});

describe('The shipped data set in PostgreSQL', () => {
  const testDatabase = suiteDatabase({ regions: 'all' });
  let imports: RegionImport;

  beforeAll(() => {
    const { database } = testDatabase;
    const source = { identity: shipped.identity, build: () => Promise.resolve(dataset) };
    imports = new RegionImport(database, new PostgresRegionRepository(database), source);
  });

  it('was imported completely at the first start, and is not imported again', async () => {
    const rows = await testDatabase.database.readAsSystem<{ level: number; count: number }>(
      'SELECT level, count(*)::integer AS count FROM regions GROUP BY level ORDER BY level',
    );
    expect(rows.map(({ count }) => count)).toEqual([249, 4_030, 337, 3_311, 41_278]);
    expect(await imports.ensureImported()).toBeNull();
  });

  it('changes nothing when it is imported again', async () => {
    expect(await imports.run()).toEqual({ added: [], renamed: [], moved: [], retired: [], unchanged: 49_205 });
    const changed = await testDatabase.database.readAsSystem('SELECT code FROM regions WHERE lock_version > 1');
    expect(changed).toEqual([]);
  }, 30_000);
});

/** 0 for the whole name or its start in whole syllables; 1 for its start; 2 for anything else. */
function rankOf(region: StoredRegion | undefined, q: string): number {
  if (!region) return 2;
  const { pinyin, initials, code, names } = region;
  if ([initials, code, names['zh-CN'] ?? names['en-US'] ?? ''].some((text) => fold(text).startsWith(q))) return 0;
  const starting = pinyin.split(' ').filter((spelling) => spelling.replaceAll("'", '').startsWith(q));
  const ends = (spelling: string) =>
    spelling.split("'").reduce<number[]>((all, syllable) => [...all, (all.at(-1) ?? 0) + syllable.length], []);
  if (starting.some((spelling) => ends(spelling).includes(q.length))) return 0;
  return starting.length > 0 ? 1 : 2;
}
