/** Numbers that the same seed brings in the same order, everywhere. */
export interface Seeded {
  /** 0 to 1, without 1. */
  next(): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  pick<T>(of: readonly T[]): T;
  shuffled<T>(of: readonly T[]): T[];
}

/** Mulberry32: small, and good enough to shuffle. */
export function seeded(seed: number): Seeded {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    pick: (of) => of[between(0, of.length - 1)]!,
    shuffled: (of) => {
      const all = [...of];
      for (let last = all.length - 1; last > 0; last--) {
        const other = between(0, last);
        [all[last], all[other]] = [all[other]!, all[last]!];
      }
      return all;
    },
  };
}
