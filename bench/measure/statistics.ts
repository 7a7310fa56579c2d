/** The middle value, or the mean of the two in the middle. Zero of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** What rounds came to: their median, and how far apart they were. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function spread(values: readonly number[]): Spread {
  return values.length === 0
    ? { median: 0, min: 0, max: 0 }
    : { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

/**
 * Ratios within each round, so that what slowed the machine down for a while slowed down both. A round in which nothing
 * was counted below the line says nothing.
 */
export function ratios(above: readonly number[], below: readonly number[]): Spread {
  return spread(above.flatMap((value, round) => (below[round] ? [value / below[round]] : [])));
}
