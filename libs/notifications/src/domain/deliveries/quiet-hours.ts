import type { QuietHours } from '../preferences/notification-preferences';

const MINUTE_MS = 60_000;
const MINUTES_OF_DAY = 24 * 60;
/** A day of which an hour comes twice, and some more. */
const LONGEST_DAY_MINUTES = 27 * 60;

/** There are some six hundred. */
const MAX_KNOWN_ZONES = 1_000;
/** By name in lower case: it may be written in thousands of ways. */
const clocks = new Map<string, Intl.DateTimeFormat>();

/**
 * When quiet hours that hold now are over: the first minute at which a clock on the wall there shows a time outside of
 * them, also where hours are skipped or come twice. Null if they do not hold.
 *
 * @param userTimeZone for quiet hours that name none; without either it is UTC.
 */
export function quietUntil(
  { enabled, start, end, timeZone }: QuietHours,
  userTimeZone: string | null,
  now: Date,
): Date | null {
  if (!enabled) return null;
  const clock = clockIn(timeZone ?? userTimeZone ?? 'UTC');
  const [from, to] = [minutesOf(start), minutesOf(end)];
  const isQuiet = (minutes: number) => (from < to ? minutes >= from && minutes < to : minutes >= from || minutes < to);
  const minute = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  const shown = minutesAt(clock, minute);
  if (!isQuiet(shown)) return null;
  const left = (to - shown + MINUTES_OF_DAY) % MINUTES_OF_DAY;
  const expected = minute + left * MINUTE_MS;
  // The clock was not put forward or back in between.
  if (minutesAt(clock, expected) === to) return new Date(expected);
  for (let ahead = 1; ahead < LONGEST_DAY_MINUTES; ahead++) {
    if (!isQuiet(minutesAt(clock, minute + ahead * MINUTE_MS))) return new Date(minute + ahead * MINUTE_MS);
  }
  return new Date(expected);
}

function clockIn(timeZone: string): Intl.DateTimeFormat {
  const key = timeZone.toLowerCase();
  const known = clocks.get(key);
  if (known) return known;
  if (clocks.size >= MAX_KNOWN_ZONES) clocks.clear();
  const clock = newClock(timeZone);
  clocks.set(key, clock);
  return clock;
}

/** That of UTC for a zone that is not known, or no longer. */
function newClock(timeZone: string): Intl.DateTimeFormat {
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  }
}

function minutesAt(clock: Intl.DateTimeFormat, time: number): number {
  return minutesOf(clock.format(time));
}

/** @param time HH:MM. */
function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}
