import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { ResourceNotFoundError } from '@libs/kernel';
import { REPORT_STATUSES, type ReportStatus } from '../domain/release-report';
import type { PackageType, Platform } from '../domain/release-settings';

/** How often each was reported. */
export type ReportCounts = Readonly<Record<ReportStatus, number>>;

export interface DayCounts extends ReportCounts {
  /** `YYYY-MM-DD`, in UTC. */
  readonly date: string;
  readonly platform: Platform;
}

/** The devices of an App that reported on its releases of one package type. */
export interface DeviceCounts {
  readonly devices: number;
  /** Those that have the release now. */
  readonly adopted: number;
}

export interface PlatformCounts extends ReportCounts, DeviceCounts {
  readonly platform: Platform;
}

export interface ErrorCount {
  /** Null for failures without a code. */
  readonly errorCode: string | null;
  readonly count: number;
}

export interface ReleaseStatisticsDetails {
  readonly packageType: PackageType;
  readonly healthTrippedAt: Date | null;
  readonly downloadCount: number;
  readonly totals: ReportCounts & DeviceCounts;
  /** Every target platform, in the order of the release. */
  readonly byPlatform: readonly PlatformCounts[];
  /** Days with reports, the oldest first. */
  readonly byDay: readonly DayCounts[];
  /** The most frequent first. */
  readonly errors: readonly ErrorCount[];
}

/** Days in UTC, both inclusive. */
export interface DateRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface StatisticsRow {
  packageType: PackageType;
  targetPlatforms: Platform[];
  healthTrippedAt: Date | null;
  downloadCount: string;
  days: DayCounts[];
  devices: (DeviceCounts & { platform: Platform })[];
  errors: ErrorCount[];
}

const MAX_ERRORS = 10;

/** Of so many failures, the latest, the errors are counted. */
const FAILURES_LOOKED_AT = 10_000;

const IN_RANGE = '($4::date IS NULL OR d.day >= $4) AND ($5::date IS NULL OR d.day <= $5)';

/** Reads counts, and never goes through the reports themselves, but for a limited number of failures. */
const STATISTICS = `
  SELECT r.package_type AS "packageType", r.target_platforms AS "targetPlatforms",
         r.health_tripped_at AS "healthTrippedAt",
         (SELECT coalesce(sum(d.count), 0) FROM release_downloads d
           WHERE d.tenant_id = $1 AND d.release_id = $3 AND ${IN_RANGE}) AS "downloadCount",
         (SELECT coalesce(json_agg(day ORDER BY day.date, day.platform), '[]')
            FROM (SELECT to_char(d.day, 'YYYY-MM-DD') AS date, d.platform,
                         ${REPORT_STATUSES.map((status) => `sum(d.${status}) AS ${status}`).join(', ')}
                    FROM release_report_days d
                   WHERE d.tenant_id = $1 AND d.release_id = $3 AND ${IN_RANGE}
                   GROUP BY d.day, d.platform) day) AS days,
         (SELECT coalesce(json_agg(counted), '[]')
            FROM (SELECT d.platform, count(*) AS devices, count(*) FILTER (WHERE d.release_id = $3) AS adopted
                    FROM release_devices d
                   WHERE d.tenant_id = $1 AND d.app_id = $2 AND d.package_type = r.package_type
                     AND d.platform = ANY (r.target_platforms)
                   GROUP BY d.platform) counted) AS devices,
         (SELECT coalesce(json_agg(error ORDER BY error.count DESC, error."errorCode"), '[]')
            FROM (SELECT f.error_code AS "errorCode", count(*) AS count
                    FROM (SELECT error_code FROM release_reports
                           WHERE tenant_id = $1 AND release_id = $3 AND status = 'failed'
                             AND occurred_at >= coalesce($4::date, '-infinity')::timestamp AT TIME ZONE 'UTC'
                             AND occurred_at < (coalesce($5::date, 'infinity') + 1)::timestamp AT TIME ZONE 'UTC'
                           ORDER BY occurred_at DESC LIMIT ${FAILURES_LOOKED_AT}) f
                   GROUP BY f.error_code ORDER BY count(*) DESC, f.error_code LIMIT ${MAX_ERRORS}) error) AS errors
    FROM releases r
   WHERE r.tenant_id = $1 AND r.app_id = $2 AND r.id = $3 AND r.deleted_at IS NULL`;

/** What devices made of a release. */
@Injectable()
export class ReleaseStatistics {
  constructor(private readonly database: Database) {}

  /**
   * Counts within the range, without one of all time. Which devices have the release is what it is now, whatever the
   * range.
   *
   * @throws ResourceNotFoundError
   */
  async get(tenantId: string, appId: string, id: string, { from, to }: DateRange): Promise<ReleaseStatisticsDetails> {
    const [row] = await this.database.read<StatisticsRow>(tenantId, STATISTICS, [tenantId, appId, id, from, to]);
    if (!row) throw new ResourceNotFoundError();
    const { packageType, healthTrippedAt, downloadCount, targetPlatforms, days, devices, errors } = row;
    const byPlatform = targetPlatforms.map((platform) => ({
      platform,
      ...sumOf(days.filter((day) => day.platform === platform)),
      ...(devices.find((counted) => counted.platform === platform) ?? { devices: 0, adopted: 0 }),
    }));
    return {
      packageType,
      healthTrippedAt,
      // PostgreSQL tells large numbers as text.
      downloadCount: Number(downloadCount),
      totals: {
        ...sumOf(days),
        devices: byPlatform.reduce((sum, counted) => sum + counted.devices, 0),
        adopted: byPlatform.reduce((sum, counted) => sum + counted.adopted, 0),
      },
      byPlatform,
      byDay: days,
      errors,
    };
  }
}

function sumOf(counts: readonly ReportCounts[]): ReportCounts {
  const sums = REPORT_STATUSES.map(
    (status) => [status, counts.reduce((sum, count) => sum + count[status], 0)] as const,
  );
  return Object.fromEntries(sums) as Record<ReportStatus, number>;
}
