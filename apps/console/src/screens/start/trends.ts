import type { components } from '../../api/schema';
import { dayOf, startOfDay } from '../../parts/time';

type Schemas = components['schemas'];
export type Metric = Schemas['DashboardMetric'];

export const METRICS = [
  'registrations',
  'active_members',
  'logins',
  'deliveries',
  'downloads',
] as const satisfies readonly Metric[];

/** What the charts can show: the last day by hours, or whole days. */
export const PERIODS = ['1', '7', '30', '90', '365'] as const;
export type Period = (typeof PERIODS)[number];
export const STANDARD_PERIOD: Period = '30';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface Range {
  readonly interval: Schemas['DashboardInterval'];
  readonly from: string;
  readonly to: string;
}

/**
 * The period that ends now, in whole hours or days of the zone, so that whoever asks again within one asks the same.
 *
 * @param zone that of the tenant, whose days they are.
 */
export function rangeOf(period: Period, now: Date, zone: string): Range {
  if (period === '1') {
    const next = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS + HOUR_MS;
    return { interval: 'hour', from: iso(next - DAY_MS), to: iso(next) };
  }
  const today = dayOf(now.toISOString(), zone);
  const first = new Date(Date.parse(today) - (Number(period) - 1) * DAY_MS).toISOString().slice(0, 10);
  // The day that has begun is one of them: anything after its beginning includes it.
  return { interval: 'day', from: startOfDay(first, zone), to: iso(Date.parse(startOfDay(today, zone)) + 1) };
}

/** By how much something has grown, 0.2 for a fifth more; null where there was nothing to grow from. */
export function growth(value: number, previous: number): number | null {
  return previous === 0 ? null : (value - previous) / previous;
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
