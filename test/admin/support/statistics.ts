import type { Report } from '../../support/reports';

export const STATUSES = [
  'offered',
  'download_started',
  'downloaded',
  'installed',
  'first_run_ok',
  'failed',
  'rolled_back',
] as const;

const DAY = 86_400_000;

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

/** AdminMobileReleaseStatisticsResponse, as far as suites use it. */
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

/** An event and the device that reported it. */
export interface Told {
  readonly report: Report;
  readonly device: string;
  readonly platform: string;
}

/**
 * The expected statistics of a release, counted by hand.
 *
 * @param packageOf the package types of all releases.
 * @param told everything that was reported, in its order.
 * @param today as `YYYY-MM-DD`, in UTC.
 */
export function recount(
  id: string,
  targets: readonly string[],
  packageOf: ReadonlyMap<string, string>,
  told: readonly Told[],
  today = new Date().toISOString().slice(0, 10),
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
  const adoptionOf = (some: readonly string[], day: string) => {
    const holders = new Map<string, { platform: string; release: string | null; at: number; toldOn: string }>();
    for (const { report, device, platform } of events) {
      const toldOn = report.occurred_at.slice(0, 10);
      if (packageOf.get(report.release_id) !== packageOf.get(id) || toldOn > day) continue;
      const holder = holders.get(device) ?? { platform, release: null, at: -Infinity, toldOn };
      const at = Date.parse(report.occurred_at);
      const changes = ['installed', 'first_run_ok', 'rolled_back'].includes(report.status) && at >= holder.at;
      const release = report.status === 'rolled_back' ? null : report.release_id;
      const had = changes ? { platform, release, at } : holder;
      holders.set(device, { ...had, toldOn: toldOn > holder.toldOn ? toldOn : holder.toldOn });
    }
    const first = new Date(Date.parse(day) - 30 * DAY).toISOString().slice(0, 10);
    const there = [...holders.values()].filter(({ platform, toldOn }) => some.includes(platform) && toldOn >= first);
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
    ...adoptionOf(targets, today),
    by_platform: targets.map((platform) => {
      const counts = countsOf(own.filter((one) => one.platform === platform));
      return { platform, ...counts, failure_rate: failureRate(counts), ...adoptionOf([platform], today) };
    }),
    by_day: [...Map.groupBy(own, dayOf)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, some]) => {
        const [date, platform] = key.split(' ') as [string, string];
        const counts = countsOf(some);
        const { adoption_rate } = adoptionOf([platform], date);
        return { date, platform, ...counts, failure_rate: failureRate(counts), adoption_rate };
      }),
  };
}
