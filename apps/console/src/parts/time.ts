/** @param zone an IANA name; one that the browser does not know is taken for UTC. */
export function formatTime(
  iso: string,
  locale: string,
  zone: string,
  style: 'short' | 'long' | 'day' = 'short',
): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return formatter(locale, zone, style).format(date);
}

/** `2026-11-27` in the zone, for `<input type="date">`. */
export function dayOf(iso: string, zone: string): string {
  return formatter('en-CA', zone, 'iso').format(new Date(iso));
}

/** The instant at which a day of the calendar begins in the zone: where clocks are put forward at midnight, the first there is. */
export function startOfDay(day: string, zone: string): string {
  const noon = Date.parse(`${day}T12:00:00Z`);
  const wanted = Date.parse(`${day}T00:00:00Z`);
  const candidates = [-24, -12, 0, 12, 24].map((hours) => wanted - offsetAt(noon + hours * 3_600_000, zone));
  const starts = [...new Set(candidates)].filter((instant) => dayOf(new Date(instant).toISOString(), zone) === day);
  return new Date(Math.min(...(starts.length > 0 ? starts : [wanted]))).toISOString();
}

export function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** `2026-11-27T09:30` in the zone, for `<input type="datetime-local">`. */
export function clockOf(iso: string, zone: string): string {
  const instant = Date.parse(iso);
  return new Date(instant + offsetAt(instant, zone)).toISOString().slice(0, 16);
}

/** How often clocks in the zone show this: not at all where they are put forward, twice where they are put back. */
export function timesShown(clock: string, zone: string): 0 | 1 | 2 {
  const { length } = shownAt(clock, zone);
  return length > 1 ? 2 : length === 1 ? 1 : 0;
}

/** The instant at which clocks in the zone show this: the first where they show it twice, and what would be it where they skip it. */
export function instantOf(clock: string, zone: string): string {
  const shown = shownAt(clock, zone);
  return new Date(Math.min(...(shown.length > 0 ? shown : candidatesOf(clock, zone).slice(0, 1)))).toISOString();
}

function shownAt(clock: string, zone: string): number[] {
  const shown = candidatesOf(clock, zone).filter(
    (instant) => clockOf(new Date(instant).toISOString(), zone) === clock.slice(0, 16),
  );
  return [...new Set(shown)];
}

/** By the offset of the day before, and of the day after. */
function candidatesOf(clock: string, zone: string): number[] {
  const wanted = Date.parse(`${clock}Z`);
  return [-24, 24].map((hours) => wanted - offsetAt(wanted + hours * 3_600_000, zone));
}

/** How much later clocks in the zone are than those of UTC, in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  const parts = Object.fromEntries(
    formatter('en-CA', zone, 'fields')
      .formatToParts(new Date(instant))
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour % 24, minute, second) - Math.floor(instant / 1_000) * 1_000;
}

const STYLES = {
  short: { year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  long: { dateStyle: 'full', timeStyle: 'long', hourCycle: 'h23' },
  day: { year: 'numeric', month: 'short', day: 'numeric' },
  iso: { year: 'numeric', month: '2-digit', day: '2-digit' },
  fields: {
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
    hourCycle: 'h23',
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Making one takes longer than using it a hundred times. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(locale: string, zone: string, style: keyof typeof STYLES): Intl.DateTimeFormat {
  const key = `${locale} ${zone} ${style}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = make(locale, zone, style);
  formatters.set(key, made);
  return made;
}

function make(locale: string, zone: string, style: keyof typeof STYLES): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, { ...STYLES[style], timeZone: zone });
  } catch {
    return new Intl.DateTimeFormat(locale, { ...STYLES[style], timeZone: 'UTC' });
  }
}
