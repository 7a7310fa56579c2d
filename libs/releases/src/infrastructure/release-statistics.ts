import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { found } from '@libs/kernel';
import { REPORT_STATUSES, type ReportStatus } from '../domain/release-report';
import type { PackageType, Platform } from '../domain/release-settings';
import { ADOPTION_ON_DAYS } from './release-adoption';

/** The number of reports by status. */
export type ReportCounts = Readonly<Record<ReportStatus, number>>;

/** The devices of an App that reported on its releases of one package type on a day or in the 30 days before it. */
export interface DeviceCounts {
  readonly devices: number;
  /** Those that had the release at the end of the day. */
  readonly adopted: number;
}

export interface DayCounts extends ReportCounts, DeviceCounts {
  /** `YYYY-MM-DD`, in UTC. */
  readonly date: string;
  readonly platform: Platform;
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
  /** Days with reports, oldest first. */
  readonly byDay: readonly DayCounts[];
  /** Most frequent first. */
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

/** The errors of this many latest failures are counted. */
const FAILURES_LOOKED_AT = 10_000;

const IN_RANGE = '($4::date IS NULL OR d.day >= $4) AND ($5::date IS NULL OR d.day <= $5)';

/** Reads counts rather than the reports themselves, except for a limited number of failures. */
const STATISTICS = `
  WITH r AS (
    SELECT * FROM releases WHERE tenant_id = $1 AND app_id = $2 AND id = $3 AND deleted_at IS NULL
  ), told AS MATERIALIZED (
    SELECT d.day, d.platform, ${REPORT_STATUSES.map((status) => `sum(d.${status}) AS ${status}`).join(', ')}
      FROM release_report_days d
     WHERE d.tenant_id = $1 AND d.release_id = $3 AND ${IN_RANGE}
     GROUP BY d.day, d.platform
  ), today AS (
    SELECT unnest(target_platforms) AS platform, (now() AT TIME ZONE 'UTC')::date AS day FROM r
  ), days AS (
    SELECT platform, day FROM told UNION SELECT platform, day FROM today
  ), adoption AS MATERIALIZED (${ADOPTION_ON_DAYS}
  )
  SELECT r.package_type AS "packageType", r.target_platforms AS "targetPlatforms",
         r.health_tripped_at AS "healthTrippedAt",
         (SELECT coalesce(sum(d.count), 0) FROM release_downloads d
           WHERE d.tenant_id = $1 AND d.release_id = $3 AND ${IN_RANGE}) AS "downloadCount",
         (SELECT coalesce(json_agg(counted ORDER BY counted.date, counted.platform), '[]')
            FROM (SELECT to_char(day, 'YYYY-MM-DD') AS date, * FROM told JOIN adoption USING (platform, day)) counted) AS days,
         (SELECT json_agg(counted)
            FROM (SELECT platform, devices, adopted FROM adoption JOIN today USING (platform, day)) counted) AS devices,
         (SELECT coalesce(json_agg(error ORDER BY error.count DESC, error."errorCode"), '[]')
            FROM (SELECT f.error_code AS "errorCode", count(*) AS count
                    FROM (SELECT error_code FROM release_reports
                           WHERE tenant_id = $1 AND release_id = $3 AND status = 'failed'
                             AND occurred_at >= coalesce($4::date, '-infinity')::timestamp AT TIME ZONE 'UTC'
                             AND occurred_at < (coalesce($5::date, 'infinity') + 1)::timestamp AT TIME ZONE 'UTC'
                           ORDER BY occurred_at DESC LIMIT ${FAILURES_LOOKED_AT}) f
                   GROUP BY f.error_code ORDER BY count(*) DESC, f.error_code LIMIT ${MAX_ERRORS}) error) AS errors
    FROM r`;

/** Statistics of a release. */
@Injectable()
export class ReleaseStatistics {
  constructor(private readonly database: Database) {}

  /**
   * Counts within the range, or of all time without one. Which devices have the release is always the current state.
   *
   * @throws ResourceNotFoundError
   */
  async get(tenantId: string, appId: string, id: string, { from, to }: DateRange): Promise<ReleaseStatisticsDetails> {
    const [row] = await this.database.readRecent<StatisticsRow>(tenantId, STATISTICS, [tenantId, appId, id, from, to]);
    const { packageType, healthTrippedAt, downloadCount, targetPlatforms, days, devices, errors } = found(row);
    const byPlatform = targetPlatforms.map((platform) => ({
      platform,
      ...sumOf(days.filter((day) => day.platform === platform)),
      ...(devices.find((counted) => counted.platform === platform) ?? { devices: 0, adopted: 0 }),
    }));
    return {
      packageType,
      healthTrippedAt,
      // PostgreSQL returns large numbers as text.
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
