import { createHash } from 'node:crypto';
import type { DatasetRegion } from '../../domain/region';
import { ShippedRegions } from './shipped-regions';

/** Without the countries, whose names come with Node. Another digest requires another revision of the builder. */
const CONTENT = {
  revision: 2,
  digest: '48626b8ae2bc1243d4a6ab5cb50338ff046601b253528b2a885449ff05810cd7',
};

describe('The shipped data set', () => {
  const shipped = new ShippedRegions();
  let regions: DatasetRegion[];
  let byCode: Map<string, DatasetRegion>;

  beforeAll(async () => {
    const { regionsJson } = await shipped.build();
    regions = JSON.parse(regionsJson.toString('utf8')) as DatasetRegion[];
    byCode = new Map(regions.map((region) => [region.code, region]));
  }, 60_000);

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
