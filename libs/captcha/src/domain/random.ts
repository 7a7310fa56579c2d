import { randomFillSync } from 'node:crypto';

const WORDS = 1_024;

/** Random numbers that cannot be predicted from earlier ones. */
export class Random {
  private readonly words = new Uint32Array(WORDS);
  private next = WORDS;

  /** @param fill for tests only: fills the words from which all numbers are made. */
  constructor(private readonly fill: (words: Uint32Array) => unknown = randomFillSync) {}

  /** From 0 (included) to 1 (excluded). */
  fraction(): number {
    if (this.next === WORDS) {
      this.fill(this.words);
      this.next = 0;
    }
    return (this.words[this.next++] ?? 0) / 2 ** 32;
  }

  between(low: number, high: number): number {
    return low + this.fraction() * (high - low);
  }

  /** An integer, both ends included. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.fraction() * (high - low + 1));
  }

  /** -1 or 1. */
  sign(): number {
    return this.fraction() < 0.5 ? -1 : 1;
  }

  /** @throws Error if there is nothing to pick from. */
  pick<T>(items: readonly T[]): T {
    const item = items[this.integer(0, items.length - 1)];
    if (item === undefined) throw new Error('Nothing to pick from');
    return item;
  }

  /** This many different items, in any order. */
  sample<T>(items: readonly T[], count: number): T[] {
    const rest = [...items];
    const taken: T[] = [];
    while (taken.length < count && rest.length > 0) taken.push(...rest.splice(this.integer(0, rest.length - 1), 1));
    return taken;
  }
}
