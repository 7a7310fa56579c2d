/**
 * Many strings as UTF-8 in one buffer, decoded on demand: a fraction of the memory of as many string objects, and
 * nothing for the garbage collector to traverse.
 */
export class PackedStrings {
  constructor(
    private readonly bytes: Buffer,
    private readonly offsets: Uint32Array,
  ) {}

  get length(): number {
    return this.offsets.length - 1;
  }

  at(index: number): string {
    return this.bytes.toString('utf8', this.offsets[index], this.offsets[index + 1]);
  }

  /** The index of a string, if the strings are sorted by their bytes; -1 if it is not among them. */
  search(wanted: string): number {
    const target = Buffer.from(wanted);
    let low = 0;
    let high = this.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const order = this.bytes.compare(target, 0, target.length, this.offsets[middle], this.offsets[middle + 1]);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}

export class PackedStringsBuilder {
  private bytes = Buffer.alloc(1 << 16);
  private length = 0;
  private readonly ends: number[] = [];

  get size(): number {
    return this.ends.length;
  }

  push(string: string): void {
    const needed = this.length + Buffer.byteLength(string);
    if (needed > this.bytes.length) {
      const larger = Buffer.alloc(Math.max(this.bytes.length * 2, needed));
      this.bytes.copy(larger, 0, 0, this.length);
      this.bytes = larger;
    }
    this.length += this.bytes.write(string, this.length);
    this.ends.push(this.length);
  }

  build(): PackedStrings {
    const bytes = Buffer.alloc(this.length);
    this.bytes.copy(bytes, 0, 0, this.length);
    const offsets = new Uint32Array(this.ends.length + 1);
    offsets.set(this.ends, 1);
    return new PackedStrings(bytes, offsets);
  }
}
