import { field } from '@libs/kernel';
import {
  type DateRange,
  type DayCounts,
  type DeviceCounts,
  type Platform,
  type PlatformCounts,
  RELEASE_PLATFORMS,
  type ReleaseStatisticsDetails,
  type ReportCounts,
} from '@libs/releases';
import { answer } from '../../http/answers/answer';
import { Answer } from '../../http/answers/answer-fields';

const FAILURE_RATE =
  'Failures divided by failures plus successful first runs, 0 to 1; null if there are none. Counts reports, while ' +
  'health gates count installations.';
const ADOPTION_RATE =
  'Share of the devices of the App that run this release, 0 to 1; null if no device reported. Counts the devices that ' +
  'reported on releases of this package type on the platform, on the day or in the 30 days before it; a device runs ' +
  'the release if its last report by the end of the day says so (installed or first_run_ok, and neither rolled back ' +
  'nor another release installed since).';
const ADOPTION_RATE_NOW = `${ADOPTION_RATE} The day is the current one in UTC, regardless of the requested range.`;

export class AdminMobileReleaseReportCounts extends answer({
  offered: field.count().example(1_000),
  downloadStarted: field.count().example(800),
  downloaded: field.count().example(790),
  installed: field.count().example(780),
  firstRunOk: field.count().example(770),
  failed: field.count().example(7),
  rolledBack: field.count().example(1),
}) {
  constructor(counts: ReportCounts) {
    super({
      ...counts,
      downloadStarted: counts.download_started,
      firstRunOk: counts.first_run_ok,
      rolledBack: counts.rolled_back,
    });
  }
}

export class AdminMobileReleaseDayStatistics extends AdminMobileReleaseReportCounts {
  @Answer.Day({ description: 'Day in UTC', example: '2026-11-21' })
  readonly date: string;

  @Answer.OneOf('ReleasePlatform', RELEASE_PLATFORMS)
  readonly platform: Platform;

  @Answer.Number({ nullable: true, min: 0, max: 1, description: FAILURE_RATE, example: 0.009 })
  readonly failure_rate: number | null;

  @Answer.Number({ nullable: true, min: 0, max: 1, description: ADOPTION_RATE, example: 0.769 })
  readonly adoption_rate: number | null;

  constructor(day: DayCounts) {
    super(day);
    this.date = day.date;
    this.platform = day.platform;
    this.failure_rate = failureRate(day);
    this.adoption_rate = adoptionRate(day);
  }
}

export class AdminMobileReleasePlatformStatistics extends AdminMobileReleaseReportCounts {
  @Answer.OneOf('ReleasePlatform', RELEASE_PLATFORMS)
  readonly platform: Platform;

  @Answer.Number({ nullable: true, min: 0, max: 1, description: FAILURE_RATE, example: 0.009 })
  readonly failure_rate: number | null;

  @Answer.Count({ description: 'Number of devices to which adoption_rate refers', example: 1_000 })
  readonly device_count: number;

  @Answer.Count({ description: 'Number of devices among device_count that run the release', example: 769 })
  readonly adopted_count: number;

  @Answer.Number({ nullable: true, min: 0, max: 1, description: ADOPTION_RATE_NOW, example: 0.769 })
  readonly adoption_rate: number | null;

  constructor(counts: PlatformCounts) {
    super(counts);
    this.platform = counts.platform;
    this.failure_rate = failureRate(counts);
    this.device_count = counts.devices;
    this.adopted_count = counts.adopted;
    this.adoption_rate = adoptionRate(counts);
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
export class AdminMobileReleaseStatisticsResponse {
  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be910' })
  readonly release_id: string;

  @Answer.Day({ nullable: true, example: '2026-11-01' })
  readonly from: string | null;

  @Answer.Day({ nullable: true, example: '2026-11-30' })
  readonly to: string | null;

  @Answer.Nested(() => AdminMobileReleaseReportCounts)
  readonly totals: AdminMobileReleaseReportCounts;

  @Answer.Number({ nullable: true, min: 0, max: 1, description: FAILURE_RATE, example: 0.009 })
  readonly failure_rate: number | null;

  @Answer.Count({ description: 'Number of devices to which adoption_rate refers', example: 1_000 })
  readonly device_count: number;

  @Answer.Count({ description: 'Number of devices among device_count that run the release', example: 769 })
  readonly adopted_count: number;

  @Answer.Number({ nullable: true, min: 0, max: 1, description: ADOPTION_RATE_NOW, example: 0.769 })
  readonly adoption_rate: number | null;

  @Answer.Count({ description: 'Completed downloads from this service', example: 795 })
  readonly download_count: number;

  @Answer.Instant({
    nullable: true,
    description:
      'Time at which the health gate acted; null if it has not. It acts once, and not again until the gate is changed or the release is published again.',
    example: null,
  })
  readonly health_tripped_at: string | null;

  @Answer.ListOf(() => AdminMobileReleasePlatformStatistics, { description: 'Every platform of the release' })
  readonly by_platform: readonly AdminMobileReleasePlatformStatistics[];

  @Answer.ListOf(() => AdminMobileReleaseDayStatistics, { description: 'Days with reports, the oldest first' })
  readonly by_day: readonly AdminMobileReleaseDayStatistics[];

  @Answer.ListOf(() => AdminMobileReleaseErrorStatistics, {
    description: 'The ten most frequent among the latest 10,000 failures of the last 90 days',
  })
  readonly errors: readonly AdminMobileReleaseErrorStatistics[];

  constructor(releaseId: string, { from, to }: DateRange, statistics: ReleaseStatisticsDetails) {
    const { totals } = statistics;
    this.release_id = releaseId;
    this.from = from ?? null;
    this.to = to ?? null;
    this.totals = new AdminMobileReleaseReportCounts(totals);
    this.failure_rate = failureRate(totals);
    this.device_count = totals.devices;
    this.adopted_count = totals.adopted;
    this.adoption_rate = adoptionRate(totals);
    this.download_count = statistics.downloadCount;
    this.health_tripped_at = statistics.healthTrippedAt?.toISOString() ?? null;
    this.by_platform = statistics.byPlatform.map((platform) => new AdminMobileReleasePlatformStatistics(platform));
    this.by_day = statistics.byDay.map((day) => new AdminMobileReleaseDayStatistics(day));
    this.errors = statistics.errors.map((error) => new AdminMobileReleaseErrorStatistics(error));
  }
}

function failureRate({ failed, first_run_ok: succeeded }: ReportCounts): number | null {
  return rate(failed, failed + succeeded);
}

function adoptionRate({ adopted, devices }: DeviceCounts): number | null {
  return rate(adopted, devices);
}

function rate(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
