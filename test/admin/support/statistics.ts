import type { Report } from '../../public/reports';

export const STATUSES = [
  'offered',
  'download_started',
  'downloaded',
  'installed',
  'first_run_ok',
  'failed',
  'rolled_back',
] as const;

export type Counts = Record<(typeof STATUSES)[number], number>;

export const NONE: Counts = {
  offered: 0,
  download_started: 0,
  downloaded: 0,
  installed: 0,
  first_run_ok: 0,
  failed: 0,
  rolled_back: 0,
};

/** AdminMobileReleaseStatisticsResponse, as far as suites look at it. */
export interface StatisticsAnswer {
  readonly totals: Counts;
  readonly failure_rate: number | null;
  readonly adoption_rate: number | null;
  readonly device_count: number;
  readonly adopted_count: number;
  readonly by_platform: readonly object[];
  readonly by_day: readonly object[];
  readonly [field: string]: unknown;
}

/** An event with whose it is. */
export interface Told {
  readonly report: Report;
  readonly device: string;
  readonly platform: string;
}

/**
 * What the statistics of a release have to be, counted by hand.
 *
 * @param packageOf the package types of all releases.
 * @param told everything that was reported, in its order.
 */
export function recount(
  id: string,
  targets: readonly string[],
  packageOf: ReadonlyMap<string, string>,
  told: readonly Told[],
) {
  const known = new Map<string, Told>();
  for (const one of told) if (!known.has(one.report.event_id)) known.set(one.report.event_id, one);
  const events = [...known.values()];
  const countsOf = (some: Told[]): Counts => {
    const counts = { ...NONE };
    for (const { report } of some) counts[report.status as keyof Counts]++;
    return counts;
  };
  const failureRate = ({ failed, first_run_ok }: Counts) =>
    failed + first_run_ok === 0 ? null : failed / (failed + first_run_ok);
  const holders = new Map<string, { platform: string; release: string | null; at: number }>();
  for (const { report, device, platform } of events) {
    if (packageOf.get(report.release_id) !== packageOf.get(id)) continue;
    const holder = holders.get(device) ?? { platform, release: null, at: -Infinity };
    const at = Date.parse(report.occurred_at);
    const changes = ['installed', 'first_run_ok', 'rolled_back'].includes(report.status) && at >= holder.at;
    const release = report.status === 'rolled_back' ? null : report.release_id;
    holders.set(device, changes ? { platform, release, at } : holder);
  }
  const adoptionOf = (some: readonly string[]) => {
    const there = [...holders.values()].filter(({ platform }) => some.includes(platform));
    const adopted = there.filter(({ release }) => release === id).length;
    return {
      device_count: there.length,
      adopted_count: adopted,
      adoption_rate: there.length === 0 ? null : adopted / there.length,
    };
  };
  const own = events.filter(({ report }) => report.release_id === id);
  const totals = countsOf(own);
  const dayOf = ({ report, platform }: Told) => `${report.occurred_at.slice(0, 10)} ${platform}`;
  return {
    totals,
    failure_rate: failureRate(totals),
    ...adoptionOf(targets),
    by_platform: targets.map((platform) => {
      const counts = countsOf(own.filter((one) => one.platform === platform));
      return { platform, ...counts, failure_rate: failureRate(counts), ...adoptionOf([platform]) };
    }),
    by_day: [...Map.groupBy(own, dayOf)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, some]) => {
        const [date, platform] = key.split(' ');
        const counts = countsOf(some);
        return { date, platform, ...counts, failure_rate: failureRate(counts) };
      }),
  };
}
