/** Posting lists: for each key its entries in ascending order, all in one array. */
export class Postings {
  constructor(
    private readonly slots: KeySlots,
    private readonly starts: Uint32Array,
    private readonly entries: Uint32Array,
  ) {}

  /** A view, not a copy; empty for an unknown key. */
  of(key: number): Uint32Array {
    const slot = this.slots.find(key);
    return slot < 0 ? this.entries.subarray(0, 0) : this.entries.subarray(this.starts[slot], this.starts[slot + 1]);
  }
}

/**
 * Builds posting lists in two passes over the same keys: first they are counted, then their entries are stored in an
 * array of the exact size. Growing a hundred thousand lists would take several times the memory.
 */
export class PostingsBuilder {
  private readonly slots = new KeySlots();
  private counts = new Uint32Array(1024);
  private starts = new Uint32Array(0);
  private next = new Uint32Array(0);
  private entries = new Uint32Array(0);

  /** First pass: announces one more entry for the key. */
  count(key: number): void {
    const slot = this.slots.findOrAdd(key);
    if (slot >= this.counts.length) this.counts = grown(this.counts);
    this.counts[slot] = (this.counts[slot] ?? 0) + 1;
  }

  endOfCount(): void {
    const { size } = this.slots;
    this.starts = new Uint32Array(size + 1);
    for (let slot = 0; slot < size; slot++) this.starts[slot + 1] = (this.starts[slot] ?? 0) + (this.counts[slot] ?? 0);
    this.next = this.starts.slice();
    this.entries = new Uint32Array(this.starts[size] ?? 0);
  }

  /** Second pass, in ascending order of the entries. */
  file(key: number, entry: number): void {
    const slot = this.slots.find(key);
    const position = this.next[slot] ?? 0;
    this.entries[position] = entry;
    this.next[slot] = position + 1;
  }

  build(): Postings {
    return new Postings(this.slots, this.starts, this.entries);
  }
}

/** A hash table from positive 32-bit keys to consecutive slot numbers; open addressing in flat arrays. */
class KeySlots {
  size = 0;
  private keys = new Uint32Array(1 << 12);
  private numbers = new Uint32Array(1 << 12);

  find(key: number): number {
    const { keys } = this;
    const mask = keys.length - 1;
    for (let place = scatter(key) & mask; ; place = (place + 1) & mask) {
      const present = keys[place];
      if (present === key) return this.numbers[place] ?? -1;
      if (present === 0) return -1;
    }
  }

  findOrAdd(key: number): number {
    const known = this.find(key);
    if (known >= 0) return known;
    if (this.size * 2 >= this.keys.length) this.grow();
    const slot = this.size++;
    this.put(key, slot);
    return slot;
  }

  private put(key: number, slot: number): void {
    const mask = this.keys.length - 1;
    let place = scatter(key) & mask;
    while (this.keys[place] !== 0) place = (place + 1) & mask;
    this.keys[place] = key;
    this.numbers[place] = slot;
  }

  private grow(): void {
    const { keys, numbers } = this;
    this.keys = new Uint32Array(keys.length * 2);
    this.numbers = new Uint32Array(keys.length * 2);
    for (const [place, key] of keys.entries()) if (key !== 0) this.put(key, numbers[place] ?? 0);
  }
}

/** Looked up once: under a test runner each access to a global object costs more than the hash itself. */
const { imul } = Math;

/** The keys of neighbouring characters differ in few bits; a multiplication by a large odd number spreads them. */
function scatter(key: number): number {
  const product = imul(key, 0x9e3779b1);
  return (product ^ (product >>> 15)) >>> 0;
}

function grown(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}
