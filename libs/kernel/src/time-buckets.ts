/** The lengths that the buckets of a series can have. */
export const BUCKET_INTERVALS = ['day', 'hour'] as const;
export type BucketInterval = (typeof BUCKET_INTERVALS)[number];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Longer than any day, and than any hour: clocks are set by two hours at most, and by half an hour in some places. */
const LONGEST: Readonly<Record<BucketInterval, number>> = { day: DAY + 3 * HOUR, hour: 2 * HOUR };
const USUAL: Readonly<Record<BucketInterval, number>> = { day: DAY, hour: HOUR };

/** The wall-clock time at an instant. */
interface WallTime {
  /** Days since 1 January 1970. */
  readonly day: number;
  /** The minute of the hour. */
  readonly minute: number;
}

/**
 * The instants at which the hours or days of a time zone begin, from that which contains `from` to the last one that
 * begins before `to`, and the end of that. A day on which the clock is changed has 23 or 25 hours; an hour in which it
 * is changed by half an hour, 90 minutes.
 *
 * @param most the maximum number of edges; one more is returned if there are more.
 */
export function bucketEdges(timeZone: string, interval: BucketInterval, from: Date, to: Date, most: number): Date[] {
  const clock = clockIn(timeZone);
  const edges = [startOf(clock, interval, from.getTime())];
  for (let last = edges[0]!; last < to.getTime() && edges.length <= most + 1; edges.push(last)) {
    last = nextStart(clock, interval, last);
  }
  return edges.map((edge) => new Date(edge));
}

/** The day at an instant in a time zone, as `YYYY-MM-DD`. */
export function dayIn(timeZone: string, instant: Date): string {
  return new Date(clockIn(timeZone)(instant.getTime()).day * DAY).toISOString().slice(0, 10);
}

type Clock = (instant: number) => WallTime;

function startOf(clock: Clock, interval: BucketInterval, instant: number): number {
  const here = instant - modulo(instant, MINUTE);
  if (interval === 'hour') return latestFullHour(clock, here);
  const { day } = clock(here);
  return firstInstant(here - LONGEST.day, here, (at) => clock(at).day >= day);
}

function nextStart(clock: Clock, interval: BucketInterval, start: number): number {
  const usual = start + USUAL[interval];
  const begins = (at: number) => (interval === 'hour' ? clock(at).minute === 0 : clock(at).day > clock(start).day);
  if (interval === 'hour') {
    if (begins(usual)) return usual;
    // The clock was changed by a part of an hour.
    for (let at = start + MINUTE; at <= start + LONGEST.hour; at += MINUTE) if (begins(at)) return at;
    return usual;
  }
  if (begins(usual) && !begins(usual - MINUTE)) return usual;
  return firstInstant(start, start + LONGEST.day, begins);
}

function latestFullHour(clock: Clock, instant: number): number {
  for (let at = instant; at > instant - LONGEST.hour; at -= MINUTE) if (clock(at).minute === 0) return at;
  return instant - modulo(instant, HOUR);
}

/** The first full minute after `before` at which the condition holds; it does not hold at `before`. */
function firstInstant(before: number, after: number, isSo: (instant: number) => boolean): number {
  let [low, high] = [before / MINUTE, after / MINUTE];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isSo(middle * MINUTE)) high = middle;
    else low = middle;
  }
  return high * MINUTE;
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}

/**
 * Formats by lower-case name, as a name may be written in thousands of ways. Making one takes longer than a hundred uses,
 * and 30 KB. The number of time zones bounds the map.
 */
const formats = new Map<string, Intl.DateTimeFormat>();
const MAX_FORMATS = 1_000;

function clockIn(timeZone: string): Clock {
  const key = timeZone.toLowerCase();
  const format = formats.get(key) ?? newFormat(timeZone);
  if (formats.size < MAX_FORMATS) formats.set(key, format);
  return (instant) => {
    const [, month, date, year, minute] = SHOWN.exec(format.format(instant)) ?? [];
    return { day: Date.UTC(Number(year), Number(month) - 1, Number(date)) / DAY, minute: Number(minute) };
  };
}

const SHOWN = /^(\d+)\/(\d+)\/(\d+), \d+:(\d+)$/;

function newFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  });
}
