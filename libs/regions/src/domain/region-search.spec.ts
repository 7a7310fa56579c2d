import fc from 'fast-check';
import type { SupportedLocale } from '@libs/kernel';
import { type RankedRow, type RegionSearch, RegionSearchBuilder, type SearchFields } from './region-search';
import type { RowRange } from './text-index';
import { rounds } from '../../../../test/support/rounds';

const EVERYTHING = 1_000;

const NOWHERE: RankedRow | null = null;

function build(rows: readonly (SearchFields | null)[]): RegionSearch {
  const builder = new RegionSearchBuilder(rows.length);
  for (const row of rows) builder.add(row);
  const steps = builder.build();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

function aRow(name: string, other: Partial<SearchFields['names']> = {}, spellings: string[] = []): SearchFields {
  return { names: { 'zh-CN': name, 'zh-TW': name, 'en-US': name, 'ja-JP': name, ...other }, spellings };
}

/**
 * How well a field matches: for spelled fields, and fields that begin with syllables, a prefix may end within a
 * syllable.
 */
function rankIn(field: string, query: string, spellings: readonly string[] = []): number[] {
  const plain = plainOf(field);
  if (!plain.includes(query)) return [];
  if (plain === query) return [0];
  if (!plain.startsWith(query)) return [3];
  const word = plain.split(' ')[0] ?? '';
  const isSpelled = spellings.some((each) => plainOf(each).startsWith(word) && endsOf(each).includes(word.length));
  // If there are several words, the first is found by its spelling.
  if (word !== plain && isSpelled && query.length <= word.length) return [];
  const spelling = spellings.find((each) => plainOf(each).startsWith(plain) && endsOf(each).includes(plain.length));
  const ends = endsOf(spelling ?? field).filter((end) => end <= plain.length);
  return [ends.length === 1 || ends.includes(query.length) ? 1 : 2];
}

function plainOf(spelling: string): string {
  return spelling.replaceAll("'", '');
}

/** Where the syllables end. */
function endsOf(spelling: string): number[] {
  return spelling.split("'").reduce<number[]>((all, syllable) => [...all, (all.at(-1) ?? 0) + syllable.length], []);
}

/** The expected result, by looking at every field of every row. */
function expected(
  rows: readonly (SearchFields | null)[],
  query: string,
  locale: SupportedLocale,
  ranges: readonly RowRange[],
): RankedRow[] {
  return rows
    .flatMap((fields, row) => {
      if (!fields || !ranges.some(({ from, to }) => row >= from && row < to)) return [];
      const names = [fields.names['zh-CN'], fields.names[locale]];
      const ranks = [
        ...names.flatMap((name) => rankIn(name, query, fields.spellings)),
        ...fields.spellings.flatMap((spelling) => rankIn(spelling, query)),
      ];
      return ranks.length > 0 ? [{ rank: Math.min(...ranks), row }] : [];
    })
    .sort((a, b) => a.rank - b.rank || a.row - b.row);
}

describe('RegionSearch', () => {
  it('orders exact before prefix before inside, and each by row', () => {
    const search = build([aRow('新安江'), aRow('安江'), aRow('江安'), aRow('江'), aRow('江南'), aRow('河')]);
    const rows = [{ from: 0, to: 6 }];
    expect(search.search('江', 'zh-CN', rows, 10, NOWHERE).matches).toEqual([
      { rank: 0, row: 3 },
      { rank: 1, row: 2 },
      { rank: 1, row: 4 },
      { rank: 3, row: 0 },
      { rank: 3, row: 1 },
    ]);
    expect(search.search('安江', 'zh-CN', rows, 10, NOWHERE).matches).toEqual([
      { rank: 0, row: 1 },
      { rank: 3, row: 0 },
    ]);
  });

  it('finds the name in the requested locale, and not those in other ones', () => {
    const search = build([
      aRow('西湖区', { 'en-US': 'xihu district', 'zh-TW': '西湖區' }, ['xihuqu', 'xhq', '330106']),
    ]);
    const find = (query: string, locale: SupportedLocale) =>
      search.search(query, locale, [{ from: 0, to: 1 }], 10, NOWHERE).matches;
    for (const query of ['西湖区', 'xihu', 'huq', 'xhq', '3301']) {
      expect(find(query, 'zh-CN')).toHaveLength(1);
      expect(find(query, 'en-US')).toHaveLength(1);
    }
    for (const query of ['xihu district', 'u d', 'district', 't']) {
      expect(find(query, 'en-US')).toHaveLength(1);
      expect(find(query, 'zh-CN')).toEqual([]);
    }
    expect(find('區', 'zh-TW')).toHaveLength(1);
    expect(find('區', 'ja-JP')).toEqual([]);
  });

  it('ranks prefixes of whole syllables before those that end within one, for one, two, three and more letters', () => {
    const spelled = (...spellings: string[]) => aRow('名', {}, spellings);
    const search = build([
      spelled("han'guo"),
      spelled("hang'zhou'shi", 'hzs\u0002'),
      spelled("lv'liang'shi", "lu'liang'shi"),
      spelled("lun'dun"),
      spelled("a'er'ba"),
      spelled("an'hui"),
      spelled("yu'hang'qu"),
    ]);
    const find = (query: string) =>
      search.search(query, 'zh-CN', [{ from: 0, to: 7 }], 10, NOWHERE).matches.map(({ rank, row }) => [rank, row]);
    expect(find('hang')).toEqual([
      [1, 1],
      [2, 0],
      [3, 6],
    ]);
    expect(find('han')).toEqual([
      [1, 0],
      [2, 1],
      [3, 6],
    ]);
    expect(find('hangzhou')).toEqual([[1, 1]]);
    expect(find('hangz')).toEqual([[2, 1]]);
    expect(find('hangzhoushi')).toEqual([[0, 1]]);
    expect(find('hz')).toEqual([[1, 1]]);
    expect(find('lu')).toEqual([
      [1, 2],
      [2, 3],
    ]);
    expect(find('lv')).toEqual([[1, 2]]);
    expect(find('a').slice(0, 2)).toEqual([
      [1, 4],
      [2, 5],
    ]);
  });

  it('treats the English name of a Chinese place as pinyin', () => {
    const search = build([
      aRow('韩国', { 'en-US': 'hanguo' }, ["han'guo"]),
      aRow('杭州', { 'en-US': 'hangzhou' }, ["hang'zhou'shi"]),
      aRow('', { 'en-US': 'hangar' }),
    ]);
    const page = search.search('hang', 'en-US', [{ from: 0, to: 3 }], 10, NOWHERE);
    expect(page.matches).toEqual([
      { rank: 1, row: 1 },
      { rank: 1, row: 2 },
      { rank: 2, row: 0 },
    ]);
  });

  it('never finds a row without fields', () => {
    const search = build([aRow('a'), null, aRow('a')]);
    expect(search.search('a', 'zh-CN', [{ from: 0, to: 3 }], 10, NOWHERE).matches.map(({ row }) => row)).toEqual([
      0, 2,
    ]);
  });

  it('reads half a thousand bytes of a region, more than any name has', () => {
    const search = build([aRow('x'), aRow('长'.repeat(169) + '名称很长'), aRow('y')]);
    const find = (query: string) => search.search(query, 'zh-CN', [{ from: 0, to: 3 }], 10, NOWHERE).matches;
    expect(find('长名')).toEqual([{ rank: 3, row: 1 }]);
    expect(find('长'.repeat(150))).toEqual([{ rank: 1, row: 1 }]);
    expect(find('很长')).toEqual([]);
    expect(find('y')).toEqual([{ rank: 0, row: 2 }]);
  });

  describe('compared with a full scan', () => {
    // Few different characters, so that they recur often: of one, two, three and four bytes.
    const text = (min: number, max: number) =>
      fc
        .array(fc.constantFrom('a', 'b', 'c', ' ', 'é', '中', '国', '𠀀'), { minLength: min, maxLength: max })
        .map((characters) => characters.join('').trim().replace(/ +/g, ' '));
    const spelling = fc
      .array(fc.constantFrom('a', 'b', 'ab', 'ba', 'aba', 'c'), { minLength: 1, maxLength: 4 })
      .map((syllables) => syllables.join("'"));
    const aFields: fc.Arbitrary<SearchFields | null> = fc.option(
      fc.record({
        names: fc.record({ 'zh-CN': text(1, 8), 'zh-TW': text(0, 8), 'en-US': text(0, 24), 'ja-JP': text(0, 8) }),
        spellings: fc.array(fc.oneof(text(0, 12), spelling), { maxLength: 4 }),
      }),
      { freq: 8 },
    );
    const NAMELESS = { 'zh-TW': '', 'en-US': '', 'ja-JP': '' };
    const locales = fc.constantFrom<SupportedLocale>('zh-CN', 'zh-TW', 'en-US', 'ja-JP');
    const ranges = fc
      .tuple(fc.nat(12), fc.nat(12), fc.nat(12), fc.nat(12))
      .map((bounds) => bounds.sort((a, b) => a - b))
      .map(([a = 0, b = 0, c = 0, d = 0]) => [
        { from: a, to: b },
        { from: c, to: d },
      ]);

    it('finds the same in the same order', () => {
      fc.assert(
        fc.property(
          fc.array(aFields, { maxLength: 12 }),
          text(1, 20),
          locales,
          ranges,
          (rows, query, locale, within) => {
            fc.pre(query !== '');
            const inRange = within.map(({ from, to }) => ({
              from: Math.min(from, rows.length),
              to: Math.min(to, rows.length),
            }));
            const page = build(rows).search(query, locale, inRange, EVERYTHING, NOWHERE);
            expect(page.matches).toEqual(expected(rows, query, locale, inRange));
            expect(page.total).toBe(page.matches.length);
            expect(page.hasMore).toBe(false);
          },
        ),
        { numRuns: rounds(500) },
      );
    });

    it('finds the same page by page', () => {
      fc.assert(
        fc.property(
          fc.array(aFields, { maxLength: 12 }),
          text(1, 2),
          locales,
          fc.integer({ min: 1, max: 4 }),
          (rows, query, locale, limit) => {
            fc.pre(query !== '');
            const all = [{ from: 0, to: rows.length }];
            const search = build(rows);
            const found: RankedRow[] = [];
            for (let after: RankedRow | null = null; ; after = found.at(-1) ?? null) {
              const page = search.search(query, locale, all, limit, after);
              found.push(...page.matches);
              expect(page.matches.length).toBeLessThanOrEqual(limit);
              if (!page.hasMore) break;
            }
            expect(found).toEqual(expected(rows, query, locale, all));
          },
        ),
        {
          numRuns: rounds(500),
          examples: [
            [[{ names: { ...NAMELESS, 'zh-CN': 'a a' }, spellings: ["aba'a"] }], 'a', 'zh-CN', 1],
            [[{ names: { ...NAMELESS, 'zh-CN': 'ba', 'zh-TW': 'ab' }, spellings: ["aba'a"] }], 'a', 'zh-TW', 1],
          ],
        },
      );
    });
  });
});
