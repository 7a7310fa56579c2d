import { PostingsBuilder } from './postings';
import {
  DIVIDER,
  INSIDE,
  MARK,
  MAX_PLACE,
  MAX_ROWS,
  pairEntry,
  pairKey,
  rankOfStart,
  rowEntry,
  type RowTexts,
  SPACE,
  TextIndex,
} from './text-index';
import { TextUnits } from './text-units';

/** Rows between two pauses: a few milliseconds of work. */
const ROWS_PER_SLICE = 2_048;

/** More of a row than this is not read: a pair's entry has no room for places beyond. No name is a quarter as long. */
const MAX_BYTES = MAX_PLACE + 1;

/** Collects the fields row by row and makes the index of them. */
export class TextIndexBuilder {
  private text = Buffer.alloc(1 << 16);
  /** Of no length as long as nothing is spelled. */
  private syllables = new Uint8Array(0);
  private length = 0;
  private size = 0;
  private readonly rowStarts: Int32Array;
  /** By row: how many characters from its start on another index files. */
  private readonly known: Uint16Array;

  constructor(rowCount: number) {
    if (rowCount > MAX_ROWS) throw new Error('There are more regions than the search index can hold');
    this.rowStarts = new Int32Array(rowCount + 1);
    this.known = new Uint16Array(rowCount);
  }

  /**
   * @param fields spelled ones with a divider between syllables.
   * @param known the length of the first field's first word, when that is Latin and another index of the same search
   * finds whatever is in it. It is not filed again, which halves the lists of names that are pinyin and a word of English.
   */
  add(fields: readonly string[], known = 0): void {
    for (const field of fields) if (field !== '') this.append(field);
    this.known[this.size++] = known;
    this.rowStarts[this.size] = this.length;
  }

  /** Yields between slices of the work, for whoever must not be kept from other things by it. */
  *build(): Generator<void, TextIndex> {
    const builder = new PostingsBuilder();
    this.text[this.length] = MARK;
    const rows: RowTexts = {
      text: new Uint8Array(this.text.subarray(0, this.length + 1)),
      rowStarts: this.rowStarts,
      syllables: this.syllables.slice(0, (this.length >>> 3) + 1),
    };
    yield* this.eachRow(rows, (key) => builder.count(key));
    builder.endOfCount();
    yield* this.eachRow(rows, (key, entry) => builder.file(key, entry));
    return new TextIndex(rows, builder.build());
  }

  private append(field: string): void {
    const text = field.includes(DIVIDER) ? field.replaceAll(DIVIDER, '') : field;
    // One place is kept for the mark at the very end.
    const needed = this.length + 1 + Buffer.byteLength(text) + 1;
    if (needed > this.text.length) this.grow(Math.max(this.text.length * 2, needed));
    this.text[this.length] = MARK;
    if (text !== field) this.noteSyllables(field, this.length + 1);
    this.length += 1 + this.text.write(text, this.length + 1);
  }

  private grow(size: number): void {
    const larger = Buffer.alloc(size);
    this.text.copy(larger, 0, 0, this.length);
    this.text = larger;
  }

  private noteSyllables(field: string, start: number): void {
    const needed = (this.text.length >>> 3) + 1;
    if (this.syllables.length < needed) {
      const larger = new Uint8Array(needed);
      larger.set(this.syllables);
      this.syllables = larger;
    }
    let place = start;
    let isFirst = true;
    for (const character of field) {
      if (!isFirst && character !== DIVIDER) this.syllables[place >>> 3]! |= 1 << (place & 7);
      isFirst = character === DIVIDER;
      if (!isFirst) place += Buffer.byteLength(character);
    }
  }

  private *eachRow(rows: RowTexts, file: File): Generator<void, void> {
    const filer = new RowFiler(rows, file);
    for (const [row, known] of this.known.entries()) {
      filer.fileRow(row, known);
      if (row % ROWS_PER_SLICE === ROWS_PER_SLICE - 1) yield;
    }
  }
}

type File = (key: number, entry: number) => void;

/** Files each pair of a row's characters at each of its places, and each character once, with the best rank it has. */
class RowFiler {
  private readonly row = new TextUnits(MAX_BYTES);
  /** By character: its best rank in the row at hand, plus one; 0 when it is not there. */
  private readonly ranks = new Uint8Array(1 << 16);
  private readonly present: number[] = [];
  /** Where the row at hand starts in the text. */
  private start = 0;

  constructor(
    private readonly rows: RowTexts,
    private readonly file: File,
  ) {}

  fileRow(row: number, known: number): void {
    const { text, rowStarts } = this.rows;
    const start = rowStarts[row] ?? 0;
    const end = rowStarts[row + 1] ?? 0;
    this.start = start;
    const readEnd = characterStart(text, Math.min(end, start + MAX_BYTES));
    this.row.read(text, start, readEnd);
    // Behind the last character stands the mark of the next row, or of the end.
    this.row.units[this.row.length] = readEnd === end ? MARK : 0;
    this.filePairs(row, known);
    this.fileCharacters(row, known);
  }

  private filePairs(row: number, known: number): void {
    const { length, units, places } = this.row;
    // The pair of a known word's last character and the space behind it is filed.
    for (let index = known; index < length - 1; index++) {
      const first = units[index] ?? 0;
      const second = units[index + 1] ?? 0;
      if (first < SPACE || second < SPACE) continue;
      this.file(pairKey(first, second), pairEntry(row, places[index] ?? 0, this.rankOf(index, 2)));
    }
  }

  private fileCharacters(row: number, known: number): void {
    const { length, units } = this.row;
    for (let index = known + 1; index < length; index++) {
      const unit = units[index] ?? 0;
      if (unit >= SPACE) this.note(unit, this.rankOf(index, 1));
    }
    for (let unit = this.present.pop(); unit !== undefined; unit = this.present.pop()) {
      this.file(unit, rowEntry(row, (this.ranks[unit] ?? 0) - 1));
      this.ranks[unit] = 0;
    }
  }

  /** How well a field fits what stands at the index in it. */
  private rankOf(index: number, length: number): number {
    const { units, places } = this.row;
    return units[index - 1] === MARK ? rankOfStart(this.rows, this.start + (places[index + length] ?? 0)) : INSIDE;
  }

  private note(unit: number, rank: number): void {
    const known = this.ranks[unit] ?? 0;
    if (known === 0) this.present.push(unit);
    if (known === 0 || rank + 1 < known) this.ranks[unit] = rank + 1;
  }
}

/** The place itself, or where the character starts that it lies in. */
function characterStart(text: Uint8Array, place: number): number {
  let start = place;
  while (((text[start] ?? 0) & 0xc0) === 0x80) start--;
  return start;
}
