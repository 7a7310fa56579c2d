import { randomFillSync } from 'node:crypto';

const WORDS = 1_024;

/** Numbers that nobody can foretell, whatever they have seen of earlier ones. */
export class Random {
  private readonly words = new Uint32Array(WORDS);
  private next = WORDS;

  /** @param fill for tests alone: what fills the words that all numbers are made of. */
  constructor(private readonly fill: (words: Uint32Array) => unknown = randomFillSync) {}

  /** From 0 up to, but without, 1. */
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

  /** A whole number, both ends included. */
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

  /** So many different ones, in any order. */
  sample<T>(items: readonly T[], count: number): T[] {
    const rest = [...items];
    const taken: T[] = [];
    while (taken.length < count && rest.length > 0) taken.push(...rest.splice(this.integer(0, rest.length - 1), 1));
    return taken;
  }
}
