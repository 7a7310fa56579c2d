/** Bytes that are compared at once: four for a pattern of less than eight, else eight. */
const SHORT = 4;
const LONG = 8;

/**
 * Compares bytes with those at a position of a longer text, several at once: where a query fits hundreds of thousands of
 * places, comparing is what a search spends its time with. Its first sixteen and its last eight bytes are compared
 * outside of any loop. Eight bytes of UTF-8 never read as NaN, which would not equal itself: that takes a DEL.
 */
export class TextPattern {
  private readonly view: DataView;
  private readonly end: number;
  private readonly isShort: boolean;
  private readonly head: number;
  private readonly second: number;
  private readonly tail: number;
  /** From the first byte to the second piece, which overlaps the first where there is nothing else; and to the last. */
  private readonly secondOffset: number;
  private readonly tailOffset: number;
  /** What is behind the second piece, the last of them overlapping the tail. */
  private readonly more: Float64Array;

  /** @param pattern has four bytes at least. */
  constructor(text: Uint8Array, pattern: Uint8Array) {
    const view = viewOf(pattern);
    this.view = viewOf(text);
    this.end = text.length - pattern.length;
    this.isShort = pattern.length < LONG;
    this.tailOffset = pattern.length - (this.isShort ? SHORT : LONG);
    this.secondOffset = Math.min(LONG, this.tailOffset);
    const pieceAt = (offset: number) => (this.isShort ? view.getInt32(offset, true) : view.getFloat64(offset, true));
    this.head = pieceAt(0);
    this.second = pieceAt(this.secondOffset);
    this.tail = pieceAt(this.tailOffset);
    const count = Math.max(0, Math.ceil(pattern.length / LONG) - 3);
    this.more = Float64Array.from({ length: count }, (_, index) => pieceAt((index + 2) * LONG));
  }

  isAt(position: number): boolean {
    if (position < 0 || position > this.end) return false;
    const { view, tailOffset } = this;
    if (this.isShort) {
      return view.getInt32(position, true) === this.head && view.getInt32(position + tailOffset, true) === this.tail;
    }
    return (
      view.getFloat64(position, true) === this.head &&
      view.getFloat64(position + tailOffset, true) === this.tail &&
      view.getFloat64(position + this.secondOffset, true) === this.second &&
      (this.more.length === 0 || this.hasMore(position))
    );
  }

  private hasMore(position: number): boolean {
    for (let index = 0; index < this.more.length; index++) {
      if (this.view.getFloat64(position + (index + 2) * LONG, true) !== this.more[index]) return false;
    }
    return true;
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
