import fc from 'fast-check';
import { fold } from '../../domain/fold';
import type { StoredRegion } from '../../domain/region';
import type { RegionIndex } from '../../domain/region-index';
import { RegionIndexBuilder } from '../../domain/region-index-builder';
import { ShippedRegions } from './shipped-regions';

const EVERYTHING = 1_000_000;

describe('A search of the shipped data set by pinyin', () => {
  let regions: StoredRegion[];
  let byCode: Map<string, StoredRegion>;
  let index: RegionIndex;

  beforeAll(async () => {
    const { regionsJson } = await new ShippedRegions().build();
    regions = (JSON.parse(regionsJson.toString('utf8')) as StoredRegion[])
      .map((region) => ({ ...region, nameOverride: null, isPublic: true }))
      .sort((a, b) => (a.code < b.code ? -1 : 1));
    byCode = new Map(regions.map((region) => [region.code, region]));
    const builder = new RegionIndexBuilder();
    for (const region of regions) builder.add(region);
    const steps = builder.build({ version: 'v1', source: 'test' }, '1');
    let step = steps.next();
    while (!step.done) step = steps.next();
    index = step.value;
  }, 60_000);

  const find = (q: string, limit = 20) =>
    index.list({ q, parentCode: null, level: null, locale: 'zh-CN' }, limit, null).items;

  it.each([
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

  it('finds 西安 for xian among whole syllables, 湘潭 after them', () => {
    const names = find('xian', EVERYTHING).map(({ name }) => name);
    expect(names.slice(0, 8)).toContain('西安市');
    expect(names.indexOf('湘潭市')).toBeGreaterThan(names.indexOf('咸阳市'));
    expect(names.indexOf('湘潭市')).toBeGreaterThan(names.indexOf('西安市'));
  });

  it('finds names that begin with the whole syllables before names that end within one', () => {
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
      { numRuns: 300 },
    );
  });
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
