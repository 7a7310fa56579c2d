import type { Postings } from './postings';
import { TextPattern } from './text-pattern';
import { TextUnits } from './text-units';

/** How well a field matches a query; smaller is better. A cut prefix ends within a syllable. */
export const EXACT = 0;
export const PREFIX = 1;
export const CUT_PREFIX = 2;
export const INSIDE = 3;

/** Precedes each field and follows the last one. No folded text contains it, or any other character below a space. */
export const MARK = 1;

/** At the end of a field that abbreviates another one: a query may be a prefix of it, but never equals it. */
export const OPEN_END = '\u0002';

/** Separates the syllables of a spelled field, and is not part of the searched text: folding removes it. */
export const DIVIDER = "'";

export const SPACE = 0x20;

/** The entry of a pair has 21 bits for the row, 9 for the byte in it where the pair occurs, 2 for the rank. */
export const MAX_ROWS = 1 << 21;
export const MAX_PLACE = (1 << 9) - 1;

/** The rows [from, to). */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** The fields of all rows in one text, in UTF-8: a search has to read it, and Latin letters take half the space. */
export interface RowTexts {
  readonly text: Uint8Array;
  /** Where each row starts, and where the last one ends. */
  readonly rowStarts: Int32Array;
  /** A bit for each byte of the text: whether it continues a syllable that began before it. Missing bits count as 0. */
  readonly syllables: Uint8Array;
}

/** How well a field matches its own beginning, by the position where that ends. */
export function rankOfStart({ text, syllables }: RowTexts, end: number): number {
  if (text[end] === MARK) return EXACT;
  return ((syllables[end >>> 3] ?? 0) >>> (end & 7)) & 1 ? CUT_PREFIX : PREFIX;
}

/** The positions of a pair of neighbouring characters that a query contains, and its position in the query. */
interface QueryPair {
  readonly entries: Uint32Array;
  readonly index: number;
}

/** A match: its row and how well it matches. Also the entry of a character, one per row. */
export function rowEntry(row: number, rank: number): number {
  return row * 4 + rank;
}

/** The entry of two neighbouring characters, one for each position in the row, with the rank of just these two. */
export function pairEntry(row: number, place: number, rank: number): number {
  return row * 2_048 + place * 4 + rank;
}

export function pairKey(first: number, second: number): number {
  return ((first << 16) | second) >>> 0;
}

/**
 * Finds the rows with a field that contains a text. A query of one character reads the list of that character, with an
 * entry per row. A longer one reads the positions of its rarest pair of neighbouring characters and compares the rest
 * of the query around each: the time depends on the number of these positions, not on that of the rows.
 */
export class TextIndex {
  constructor(
    private readonly rows: RowTexts,
    private readonly postings: Postings,
  ) {}

  /**
   * Writes the matches in ascending order, one per row, and returns their number.
   *
   * @param query folded, not empty.
   * @param ranges in ascending order, without overlap.
   * @param matches has room for every row.
   */
  find(query: string, ranges: readonly RowRange[], matches: Uint32Array): number {
    if (query.length === 1) return this.findCharacter(query.charCodeAt(0), ranges, matches);
    const pair = this.rarestPair(query);
    let count = 0;
    for (const { from, to } of ranges) {
      const entries = between(pair.entries, pairEntry(from, 0, 0), pairEntry(to, 0, 0));
      if (entries.length === 0) continue;
      count =
        query.length === 2
          ? findPair(entries, matches, count)
          : this.findText(query, { ...pair, entries }, matches, count);
    }
    return count;
  }

  private findCharacter(code: number, ranges: readonly RowRange[], matches: Uint32Array): number {
    const entries = this.postings.of(code);
    let count = 0;
    for (const { from, to } of ranges) {
      const list = between(entries, rowEntry(from, 0), rowEntry(to, 0));
      matches.set(list, count);
      count += list.length;
    }
    return count;
  }

  /** If a query has spaces, a pair with one of them: the other pairs need not be indexed everywhere. */
  private rarestPair(query: string): QueryPair {
    const hasSpace = query.includes(' ');
    let rarest: QueryPair | null = null;
    for (let index = 0; index < query.length - 1; index++) {
      const first = query.charCodeAt(index);
      const second = query.charCodeAt(index + 1);
      if (hasSpace && first !== SPACE && second !== SPACE) continue;
      const entries = this.postings.of(pairKey(first, second));
      if (!rarest || entries.length < rarest.entries.length) rarest = { entries, index };
    }
    return rarest ?? { entries: new Uint32Array(0), index: 0 };
  }

  private findText(query: string, pair: QueryPair, matches: Uint32Array, found: number): number {
    const { text, rowStarts } = this.rows;
    const { entries } = pair;
    const { bytes, units } = TextUnits.of(query);
    const { length } = bytes;
    const offset = units.places[pair.index] ?? 0;
    const pattern = length > 3 ? new TextPattern(text, bytes) : null;
    // Of three letters, all but one belong to the pair.
    const unknown = offset === 0 ? 2 : 0;
    const unknownByte = bytes[unknown] ?? 0;
    let count = found;
    let lastRow = -1;
    for (let index = 0; index < entries.length; index++) {
      const entry = entries[index] ?? 0;
      const row = entry >>> 11;
      const position = (rowStarts[row] ?? 0) + ((entry >>> 2) & MAX_PLACE) - offset;
      // A match cannot extend beyond its field: the marker there does not occur in the query.
      if (pattern ? !pattern.isAt(position) : text[position + unknown] !== unknownByte) continue;
      const startsField = offset === 0 ? (entry & 3) !== INSIDE : text[position - 1] === MARK;
      const rank = startsField ? rankOfStart(this.rows, position + length) : INSIDE;
      if (row !== lastRow) matches[count++] = rowEntry(row, rank);
      else if (rank < ((matches[count - 1] ?? 0) & 3)) matches[count - 1] = rowEntry(row, rank);
      lastRow = row;
    }
    return count;
  }
}

/** All positions of a pair are matches; a row with several counts once, with its best rank. */
function findPair(entries: Uint32Array, matches: Uint32Array, found: number): number {
  let count = found;
  let lastRow = -1;
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index] ?? 0;
    const row = entry >>> 11;
    const rank = entry & 3;
    if (row !== lastRow) matches[count++] = rowEntry(row, rank);
    else if (rank < ((matches[count - 1] ?? 0) & 3)) matches[count - 1] = rowEntry(row, rank);
    lastRow = row;
  }
  return count;
}

/** The part of an ascending list between two bounds. */
function between(entries: Uint32Array, from: number, to: number): Uint32Array {
  return entries.subarray(lowerBound(entries, from), lowerBound(entries, to));
}

/** The index of the first entry that is not below the bound. */
export function lowerBound(entries: Uint32Array, bound: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle] ?? 0) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
