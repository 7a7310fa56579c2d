import type { Platform, Statistics } from './release-kinds';

type Day = Statistics['by_day'][number];
export const COUNTS = [
  'offered',
  'download_started',
  'downloaded',
  'installed',
  'first_run_ok',
  'failed',
  'rolled_back',
] as const satisfies readonly (keyof Day)[];
type Count = (typeof COUNTS)[number];

export const RANGES = ['7', '30', '90', 'all'] as const;
export type Range = (typeof RANGES)[number];

const DAY_MS = 86_400_000;
/** So long that a line could not be read any more: beyond it, days without reports are left out. */
const MOST_DAYS = 1_100;

/** The days, in UTC as the API counts them, that a range ends today with; nothing for all. */
export function rangeFrom(range: Range, now: Date): { readonly from?: string; readonly to?: string } {
  if (range === 'all') return {};
  const to = now.toISOString().slice(0, 10);
  return { from: dayAfter(to, 1 - Number(range)), to };
}

interface Series {
  readonly dates: readonly string[];
  /** How many were reported of it, on all platforms. */
  readonly count: (name: Count) => number[];
  /** Of one platform, from 0 to 100; null where nobody has reported. */
  readonly percent: (name: 'failure_rate' | 'adoption_rate', platform: Platform) => (number | null)[];
}

/** Days without reports are days, too: without them a line would rise where nothing happened. */
export function seriesOf(days: readonly Day[]): Series {
  const dates = datesOf(days);
  const by = new Map(dates.map((date) => [date, days.filter((day) => day.date === date)]));
  const each = <Value>(value: (some: readonly Day[]) => Value): Value[] =>
    dates.map((date) => value(by.get(date) ?? []));
  return {
    dates,
    count: (name) => each((some) => some.reduce((sum, day) => sum + day[name], 0)),
    percent: (name, platform) =>
      each((some) => {
        const rate = some.find((day) => day.platform === platform)?.[name] ?? null;
        return rate === null ? null : rate * 100;
      }),
  };
}

function datesOf(days: readonly Day[]): string[] {
  const reported = [...new Set(days.map(({ date }) => date))].sort();
  const [first, last] = [reported[0], reported.at(-1)];
  if (first === undefined || last === undefined) return [];
  const length = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  return length > MOST_DAYS ? reported : Array.from({ length }, (_, at) => dayAfter(first, at));
}

function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}
