/** Half a day, in the seconds of the chart. */
const HALF_A_DAY = 43_200;
const DAY = 2 * HALF_A_DAY;

/** How far apart the marks of days may be: a part of a day would name it twice. */
export const DAYS: readonly number[] = [1, 2, 7, 14, 28, 56, 91, 182, 364].map((days) => days * DAY);

/**
 * The ends of the axis of times. The library would take years around a single time: it is shown in the midst of its day.
 * Beside bars there is half a step more, so that the first and the last of them are whole.
 */
export function rangeOf(seconds: readonly number[], isBars: boolean): [number, number] {
  const [first = 0] = seconds;
  const last = seconds.at(-1) ?? first;
  if (first === last) return [first - HALF_A_DAY, first + HALF_A_DAY];
  const half = isBars ? (last - first) / (seconds.length - 1) / 2 : 0;
  return [first - half, last + half];
}
