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

/** The rest of a row is not read: the entry of a pair has no room for later positions. No name is a quarter as long. */
const MAX_BYTES = MAX_PLACE + 1;

/** Collects the fields row by row and makes their index. */
export class TextIndexBuilder {
  private text = Buffer.alloc(1 << 16);
  /** Empty as long as nothing is spelled. */
  private syllables = new Uint8Array(0);
  private length = 0;
  private size = 0;
  private readonly rowStarts: Int32Array;
  /** By row: how many characters from its start another index covers. */
  private readonly known: Uint16Array;

  constructor(rowCount: number) {
    if (rowCount > MAX_ROWS) throw new Error('There are more regions than the search index can hold');
    this.rowStarts = new Int32Array(rowCount + 1);
    this.known = new Uint16Array(rowCount);
  }

  /**
   * @param fields spelled ones with a divider between syllables.
   * @param known the length of the first field's first word, if that is Latin and another index of the same search
   * covers it. It is not indexed again, which halves the lists of names that are pinyin and a word of English.
   */
  add(fields: readonly string[], known = 0): void {
    for (const field of fields) if (field !== '') this.append(field);
    this.known[this.size++] = known;
    this.rowStarts[this.size] = this.length;
  }

  /** Yields between slices of the work, so that other work is not blocked. */
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
    // One position is kept for the marker at the very end.
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

/** Indexes each pair of a row's characters at each of its positions, and each character once, with its best rank. */
class RowFiler {
  private readonly row = new TextUnits(MAX_BYTES);
  /** By character: its best rank in the current row, plus one; 0 if it does not occur. */
  private readonly ranks = new Uint8Array(1 << 16);
  private readonly present: number[] = [];
  /** Where the current row starts in the text. */
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
    // The last character is followed by the marker of the next row, or of the end.
    this.row.units[this.row.length] = readEnd === end ? MARK : 0;
    this.filePairs(row, known);
    this.fileCharacters(row, known);
  }

  private filePairs(row: number, known: number): void {
    const { length, units, places } = this.row;
    // The pair of a known word's last character and the following space is indexed.
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

  /** How well a field matches the text at the index in it. */
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

/** The position itself, or the start of the character that contains it. */
function characterStart(text: Uint8Array, place: number): number {
  let start = place;
  while (((text[start] ?? 0) & 0xc0) === 0x80) start--;
  return start;
}
