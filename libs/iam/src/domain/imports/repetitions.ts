import { createHash } from 'node:crypto';

const FIRST_CAPACITY = 1_024;

/**
 * Which of very many texts occur more than once. Of each eight bytes of a hash are kept, so that a million need eight
 * megabytes; that two different ones are taken for the same is as good as impossible.
 */
export class Repetitions {
  private hashes = new BigUint64Array(FIRST_CAPACITY);
  private count = 0;
  private repeated: ReadonlySet<bigint> = new Set();

  add(text: string): void {
    if (this.count === this.hashes.length) {
      const larger = new BigUint64Array(this.count * 2);
      larger.set(this.hashes);
      this.hashes = larger;
    }
    this.hashes[this.count++] = hashOf(text);
  }

  /** Before the first question, after the last text. */
  close(): void {
    const sorted = this.hashes.subarray(0, this.count).sort();
    this.repeated = new Set(sorted.filter((hash, at) => at > 0 && hash === sorted[at - 1]));
    this.hashes = new BigUint64Array(0);
  }

  has(text: string): boolean {
    return this.repeated.has(hashOf(text));
  }
}

function hashOf(text: string): bigint {
  return createHash('sha256').update(text).digest().readBigUInt64BE();
}
