/** Bytes compared at once: four for a pattern of less than eight, otherwise eight. */
const SHORT = 4;
const LONG = 8;

/**
 * Compares bytes with those at a position of a longer text, several at once: if a query matches hundreds of thousands
 * of positions, a search spends its time comparing. The first sixteen and the last eight bytes are compared outside any
 * loop. Eight bytes of UTF-8 never form a NaN, which would not equal itself: that would take a DEL.
 */
export class TextPattern {
  private readonly view: DataView;
  private readonly end: number;
  private readonly isShort: boolean;
  private readonly head: number;
  private readonly second: number;
  private readonly tail: number;
  /** From the first byte to the second piece, which overlaps the first if there is nothing else; and to the last. */
  private readonly secondOffset: number;
  private readonly tailOffset: number;
  /** The pieces after the second, the last of them overlapping the tail. */
  private readonly more: Float64Array;

  /** @param pattern has at least four bytes. */
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
