import { SUPPORTED_LOCALES, type SupportedLocale } from '@libs/kernel';
import { DIVIDER, INSIDE, lowerBound, type RowRange, rowEntry, type TextIndex } from './text-index';
import { TextIndexBuilder } from './text-index-builder';

const CHINESE: SupportedLocale = 'zh-CN';

/** The searchable texts of one region, folded. */
export interface SearchFields {
  readonly names: Readonly<Record<SupportedLocale, string>>;
  /** Pinyin with its syllables divided, initials and code: searched in every locale, like the zh-CN name. */
  readonly spellings: readonly string[];
}

export interface RankedRow {
  readonly rank: number;
  readonly row: number;
}

export interface SearchPage {
  readonly matches: readonly RankedRow[];
  readonly hasMore: boolean;
  readonly total: number;
}

/** Searches the rows of a tree by zh-CN name, spelling, and the name in the requested locale. */
export class RegionSearch {
  /** Buffers for the matches of each index that a query reads, reused by one search after the other. */
  private readonly buffers: readonly [Uint32Array, Uint32Array];

  constructor(
    private readonly names: Readonly<Record<SupportedLocale, TextIndex>>,
    private readonly spellings: TextIndex,
    rowCount: number,
  ) {
    this.buffers = [new Uint32Array(rowCount), new Uint32Array(rowCount)];
  }

  /**
   * @param query folded, not empty.
   * @param after the last match of the previous page.
   */
  search(
    query: string,
    locale: SupportedLocale,
    ranges: readonly RowRange[],
    limit: number,
    after: RankedRow | null,
  ): SearchPage {
    const indexes = [this.names[CHINESE], this.spellings, ...(locale === CHINESE ? [] : [this.names[locale]])];
    const [buffer, spare] = this.buffers;
    let matches = buffer.subarray(0, 0);
    for (const index of indexes) {
      // Usually only one of them has matches, and there is nothing to merge.
      const target = matches.length === 0 ? buffer : spare;
      const found = target.subarray(0, index.find(query, ranges, target));
      matches = matches.length === 0 ? found : merge(matches, found);
    }
    return pageOf(matches, limit, after);
  }
}

/** Both lists in one, with the better of two matches of a row. */
function merge(a: Uint32Array, b: Uint32Array): Uint32Array {
  if (b.length === 0) return a;
  const merged = new Uint32Array(a.length + b.length);
  let count = 0;
  let left = 0;
  let right = 0;
  while (left < a.length && right < b.length) {
    const first = a[left] ?? 0;
    const second = b[right] ?? 0;
    merged[count++] = first < second ? first : second;
    // Entries of one row differ in their lowest bits only, and the better rank is the smaller entry.
    const difference = (first >>> 2) - (second >>> 2);
    if (difference <= 0) left++;
    if (difference >= 0) right++;
  }
  const rest = left < a.length ? a.subarray(left) : b.subarray(right);
  merged.set(rest, count);
  return merged.subarray(0, count + rest.length);
}

/** The best matches after the given one: by rank, then by row. */
function pageOf(matches: Uint32Array, limit: number, after: RankedRow | null): SearchPage {
  // One more than fits shows that there is a next page.
  const page = betterThanInside(matches, limit + 1, after);
  const start = after?.rank === INSIDE ? lowerBound(matches, rowEntry(after.row + 1, 0)) : 0;
  for (let index = start; index < matches.length && page.length <= limit; index++) {
    const match = matches[index] ?? 0;
    if ((match & 3) === INSIDE) page.push({ rank: INSIDE, row: match >>> 2 });
  }
  return { matches: page.slice(0, limit), hasMore: page.length > limit, total: matches.length };
}

function betterThanInside(matches: Uint32Array, limit: number, after: RankedRow | null): RankedRow[] {
  if (after?.rank === INSIDE) return [];
  const lists: readonly RankedRow[][] = [[], [], []];
  for (let index = 0; index < matches.length; index++) {
    const match = matches[index] ?? 0;
    // Where there are hundreds of thousands of matches, nearly all of them are skipped here.
    if ((match & 3) === INSIDE) continue;
    const found = { rank: match & 3, row: match >>> 2 };
    if (after && (found.rank < after.rank || (found.rank === after.rank && found.row <= after.row))) continue;
    const list = lists[found.rank];
    if (list && list.length < limit) list.push(found);
  }
  return lists.flat().slice(0, limit);
}

/** Collects the fields of the rows in order and makes their search. */
export class RegionSearchBuilder {
  private readonly names: Readonly<Record<SupportedLocale, TextIndexBuilder>>;
  private readonly spellings: TextIndexBuilder;

  constructor(private readonly rowCount: number) {
    this.names = {
      'zh-CN': new TextIndexBuilder(rowCount),
      'zh-TW': new TextIndexBuilder(rowCount),
      'en-US': new TextIndexBuilder(rowCount),
      'ja-JP': new TextIndexBuilder(rowCount),
    };
    this.spellings = new TextIndexBuilder(rowCount);
  }

  /** @param fields null for a row that must not be found. */
  add(fields: SearchFields | null): void {
    this.spellings.add(fields?.spellings ?? []);
    for (const locale of SUPPORTED_LOCALES) {
      const name = fields?.names[locale] ?? '';
      // What the zh-CN name finds needs no second entry.
      const isNew = locale === CHINESE || name !== fields?.names[CHINESE];
      const { text, known } = isNew && fields ? spelledName(name, fields.spellings) : UNNAMED;
      this.names[locale].add([text], known);
    }
  }

  /** Yields between slices of the work. */
  *build(): Generator<void, RegionSearch> {
    const names = {
      'zh-CN': yield* this.names['zh-CN'].build(),
      'zh-TW': yield* this.names['zh-TW'].build(),
      'en-US': yield* this.names['en-US'].build(),
      'ja-JP': yield* this.names['ja-JP'].build(),
    };
    return new RegionSearch(names, yield* this.spellings.build(), this.rowCount);
  }
}

interface SpelledName {
  /** With its syllables divided, if it is one word of pinyin. */
  readonly text: string;
  /** The length of the first of several words, if that is pinyin: its content is found by the spellings. */
  readonly known: number;
}

const UNNAMED: SpelledName = { text: '', known: 0 };

/** The English names of Chinese places are pinyin, or begin with a word of it. */
function spelledName(name: string, spellings: readonly string[]): SpelledName {
  const end = name.indexOf(' ');
  const word = end < 0 ? name : name.slice(0, end);
  const text = spellings.map((spelling) => divided(word, spelling)).find((spelled) => spelled !== null);
  if (!text) return { text: name, known: 0 };
  return end < 0 ? { text, known: 0 } : { text: name, known: end };
}

/** A word with the dividers of the spelling whose first syllables it consists of; null if there is none. */
function divided(word: string, spelling: string): string | null {
  if (spelling[0] !== word[0] || !spelling.replaceAll(DIVIDER, '').startsWith(word)) return null;
  let end = 0;
  for (let letters = 0; letters < word.length; end++) if (spelling[end] !== DIVIDER) letters++;
  const endsSyllable = end === spelling.length || spelling[end] === DIVIDER;
  return endsSyllable ? spelling.slice(0, end) : null;
}
