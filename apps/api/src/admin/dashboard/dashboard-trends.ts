import { Injectable } from '@nestjs/common';
import { ManagedApps } from '@libs/apps';
import { MemberStatistics } from '@libs/iam';
import { bucketEdges, type BucketInterval, found, ValidationFailedError } from '@libs/kernel';
import { NotificationFigures } from '@libs/notifications';
import { TenantSettings } from '@libs/operations';
import { ReleaseFigures } from '@libs/releases';

export const TREND_METRICS = ['registrations', 'logins', 'active_members', 'deliveries', 'downloads'] as const;
export type TrendMetric = (typeof TREND_METRICS)[number];

export const MAX_POINTS = 400;

export interface TrendQuestion {
  readonly metric: TrendMetric;
  readonly interval: BucketInterval;
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  /** Of one App; of all if null. */
  readonly appId: string | null;
}

export interface Trend {
  readonly timeZone: string;
  readonly points: readonly { readonly at: Date; readonly value: number }[];
}

/** Figures of a tenant over time. */
@Injectable()
export class DashboardTrends {
  constructor(
    private readonly apps: ManagedApps,
    private readonly settings: TenantSettings,
    private readonly members: MemberStatistics,
    private readonly notifications: NotificationFigures,
    private readonly releases: ReleaseFigures,
  ) {}

  /**
   * @throws ValidationFailedError for a range that is empty or too long.
   * @throws ResourceNotFoundError for an App that is not the tenant's, or deleted.
   */
  async of(tenantId: string, question: TrendQuestion): Promise<Trend> {
    const { interval, from, to, appId } = question;
    if (to <= from) throw ValidationFailedError.of('to', 'not_after_from');
    const timeZone = await this.settings.timeZoneOf(tenantId);
    const edges = bucketEdges(timeZone, interval, from, to, MAX_POINTS);
    const starts = edges.slice(0, -1);
    if (starts.length > MAX_POINTS) throw ValidationFailedError.of('to', 'too_many_points', { max: MAX_POINTS });
    if (appId !== null) found(await this.apps.find(tenantId, appId));
    const values = await this.valuesOf(tenantId, question, edges);
    return { timeZone, points: starts.map((at, place) => ({ at, value: values.get(place) ?? 0 })) };
  }

  private valuesOf(
    tenantId: string,
    { metric, interval, appId }: TrendQuestion,
    edges: readonly Date[],
  ): Promise<ReadonlyMap<number, number>> {
    switch (metric) {
      case 'registrations':
        return this.members.registrations(tenantId, appId, edges);
      case 'logins':
        return this.members.logins(tenantId, appId, edges);
      case 'active_members':
        return this.members.activeMembers(tenantId, appId, edges, interval);
      case 'deliveries':
        return this.notifications.deliveries(tenantId, appId, edges);
      case 'downloads':
        return this.releases.downloads(tenantId, appId, edges);
    }
  }
}
