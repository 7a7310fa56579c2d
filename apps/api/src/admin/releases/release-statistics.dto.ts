import { field } from '@libs/kernel';
import {
  type DateRange,
  type DayCounts,
  type DeviceCounts,
  type PlatformCounts,
  release,
  type ReleaseStatisticsDetails,
  type ReportCounts,
} from '@libs/releases';
import { answer } from '../../http/answers/answer';

const FAILURE_RATE =
  'Failures divided by failures plus successful first runs, 0 to 1; null if there are none. Counts reports, while ' +
  'health gates count installations.';
const ADOPTION_RATE =
  'Share of the devices of the App that run this release, 0 to 1; null if no device reported. Counts the devices that ' +
  'reported on releases of this package type on the platform, on the day or in the 30 days before it; a device runs ' +
  'the release if its last report by the end of the day says so (installed or first_run_ok, and neither rolled back ' +
  'nor another release installed since).';
const ADOPTION_RATE_NOW = `${ADOPTION_RATE} The day is the current one in UTC, regardless of the requested range.`;

const counts = {
  offered: field.count().example(1_000),
  download_started: field.count().example(800),
  downloaded: field.count().example(790),
  installed: field.count().example(780),
  first_run_ok: field.count().example(770),
  failed: field.count().example(7),
  rolled_back: field.count().example(1),
};

const failureRate = field.decimal(0, 1).nullable().about(FAILURE_RATE).example(0.009);

const adoptionNow = {
  deviceCount: field.count().about('Number of devices to which adoption_rate refers').example(1_000),
  adoptedCount: field.count().about('Number of devices among device_count that run the release').example(769),
  adoptionRate: field.decimal(0, 1).nullable().about(ADOPTION_RATE_NOW).example(0.769),
};

export class AdminMobileReleaseReportCounts extends answer(counts) {}

export class AdminMobileReleaseDayStatistics extends answer({
  ...counts,
  date: field.day().about('Day in UTC').example('2026-11-21'),
  platform: release.platform,
  failureRate,
  adoptionRate: adoptionNow.adoptionRate.about(ADOPTION_RATE),
}) {
  constructor(day: DayCounts) {
    super({ ...day, failureRate: failureRateOf(day), adoptionRate: adoptionOf(day).adoptionRate });
  }
}

export class AdminMobileReleasePlatformStatistics extends answer({
  ...counts,
  platform: release.platform,
  failureRate,
  ...adoptionNow,
}) {
  constructor(counted: PlatformCounts) {
    super({ ...counted, failureRate: failureRateOf(counted), ...adoptionOf(counted) });
  }
}

export class AdminMobileReleaseErrorStatistics extends answer({
  errorCode: field
    .text()
    .nullable()
    .about('The error code; null for failures reported without one')
    .example('E_NO_SPACE'),
  count: field.integer(1).example(5),
}) {}

/** What devices did with a release. A report counts for the day and the platform that it names. */
export class AdminMobileReleaseStatisticsResponse extends answer({
  releaseId: release.id,
  from: field.day().nullable().example('2026-11-01'),
  to: field.day().nullable().example('2026-11-30'),
  totals: field.nested(() => AdminMobileReleaseReportCounts),
  failureRate,
  ...adoptionNow,
  downloadCount: field.count().about('Completed downloads from this service').example(795),
  healthTrippedAt: field
    .instant()
    .nullable()
    .about(
      'Time at which the health gate acted; null if it has not. It acts once, and not again until the gate is changed or the release is published again.',
    )
    .example(null),
  byPlatform: field.listOf(() => AdminMobileReleasePlatformStatistics).about('Every platform of the release'),
  byDay: field.listOf(() => AdminMobileReleaseDayStatistics).about('Days with reports, the oldest first'),
  errors: field
    .listOf(() => AdminMobileReleaseErrorStatistics)
    .about('The ten most frequent among the latest 10,000 failures of the last 90 days'),
}) {
  constructor(releaseId: string, { from, to }: DateRange, statistics: ReleaseStatisticsDetails) {
    const { totals } = statistics;
    super({
      ...statistics,
      releaseId,
      from: from ?? null,
      to: to ?? null,
      failureRate: failureRateOf(totals),
      ...adoptionOf(totals),
    });
  }
}

function failureRateOf({ failed, first_run_ok: succeeded }: ReportCounts): number | null {
  return rate(failed, failed + succeeded);
}

function adoptionOf({ adopted, devices }: DeviceCounts) {
  return { deviceCount: devices, adoptedCount: adopted, adoptionRate: rate(adopted, devices) };
}

function rate(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
