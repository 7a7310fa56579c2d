/** UTF-16 code units with the positions of their bytes in UTF-8. The halves of a surrogate pair have two bytes each. */
export class TextUnits {
  length = 0;
  readonly units: Uint16Array;
  readonly places: Uint16Array;

  /** @param capacity in bytes. */
  constructor(capacity: number) {
    this.units = new Uint16Array(capacity + 1);
    this.places = new Uint16Array(capacity + 1);
  }

  static of(text: string): { readonly bytes: Uint8Array; readonly units: TextUnits } {
    const bytes = new TextEncoder().encode(text);
    const units = new TextUnits(bytes.length);
    units.read(bytes, 0, bytes.length);
    return { bytes, units };
  }

  /** Reads the bytes from start to end; start is also the start of a character. */
  read(bytes: Uint8Array, start: number, end: number): void {
    this.length = 0;
    for (let position = start; position < end;) {
      const first = bytes[position] ?? 0;
      if (first < 0x80) {
        this.add(first, position - start);
        position += 1;
      } else if (first < 0xe0) {
        this.add(((first & 0x1f) << 6) | tail(bytes, position + 1), position - start);
        position += 2;
      } else if (first < 0xf0) {
        const unit = ((first & 0x0f) << 12) | (tail(bytes, position + 1) << 6) | tail(bytes, position + 2);
        this.add(unit, position - start);
        position += 3;
      } else {
        const high = ((first & 0x07) << 18) | (tail(bytes, position + 1) << 12);
        const astral = (high | (tail(bytes, position + 2) << 6) | tail(bytes, position + 3)) - 0x10000;
        this.add(0xd800 | (astral >> 10), position - start);
        this.add(0xdc00 | (astral & 0x3ff), position + 2 - start);
        position += 4;
      }
    }
    this.places[this.length] = end - start;
  }

  private add(unit: number, place: number): void {
    this.units[this.length] = unit;
    this.places[this.length] = place;
    this.length++;
  }
}

function tail(bytes: Uint8Array, position: number): number {
  return (bytes[position] ?? 0) & 0x3f;
}
