const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** `10 min`, `1.5 hr`, `84 ms`, or in words: in the largest unit of which there is one. */
export function formatDuration(milliseconds: number, locale: string, unitDisplay: 'short' | 'long' = 'short'): string {
  const [unit, size] = UNITS.find(([, each]) => milliseconds >= each) ?? (['millisecond', 1] as const);
  const format = { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale, format).format(milliseconds / size);
}
