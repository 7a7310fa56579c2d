const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** How long after each failed attempt the next one comes. */
const DELAYS = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR] as const;
/** So that what failed together does not come back together. */
const JITTER = 0.2;
/** However long an endpoint asks to be left alone. */
const LONGEST_WAIT_SECONDS = 24 * HOUR;

export const MAX_TURNS = DELAYS.length + 1;

/**
 * Seconds until the next attempt; null after the last one.
 *
 * @param turn of the attempt that failed, counted from 0.
 * @param askedSeconds by the endpoint, in `Retry-After`: it waits longer, never shorter.
 */
export function retryDelaySeconds(turn: number, askedSeconds: number | null, random = Math.random()): number | null {
  const base = DELAYS[turn];
  if (base === undefined) return null;
  const delay = base * (1 + random * JITTER);
  return Math.max(delay, Math.min(askedSeconds ?? 0, LONGEST_WAIT_SECONDS));
}

/** Of the header `Retry-After`, in either of its forms; null where it says nothing. */
export function askedDelaySeconds(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const date = /^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) : NaN;
  return Number.isNaN(date) ? null : Math.max(0, (date - now.getTime()) / 1_000);
}
