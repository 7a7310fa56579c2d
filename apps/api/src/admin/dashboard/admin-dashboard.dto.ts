import { BUCKET_INTERVALS, type BucketInterval } from '@libs/kernel';
import { Answer } from '../../http/answers/answer-fields';
import { Instant, OneOf, Uuid } from '../../http/fields/fields';
import type { DashboardSummary } from './dashboard-summaries';
import { MAX_POINTS, type Trend, TREND_METRICS, type TrendMetric, type TrendQuestion } from './dashboard-trends';

export class AdminDashboardTrendQuery {
  @OneOf('DashboardMetric', TREND_METRICS)
  readonly metric!: TrendMetric;

  @OneOf('DashboardInterval', BUCKET_INTERVALS)
  readonly interval!: BucketInterval;

  @Instant({
    description: 'Start of the range: the first point is the hour or day that contains this time',
    example: '2026-11-01T00:00:00.000Z',
  })
  readonly from!: string;

  @Instant({
    description: `End of the range, exclusive: the last point is the last hour or day that begins before this time. At most ${MAX_POINTS} points`,
    example: '2026-11-21T00:00:00.000Z',
  })
  readonly to!: string;

  @Uuid({ optional: true, description: 'The App to report on; all Apps of the tenant if absent' })
  readonly app_id?: string;

  question(): TrendQuestion {
    const { metric, interval, from, to, app_id: appId = null } = this;
    return { metric, interval, from: new Date(from), to: new Date(to), appId };
  }
}

export class AdminDashboardNewMembersResponse {
  @Answer.Count({ description: 'Number of members who joined in the last 30 days', example: 120 })
  readonly value: number;

  @Answer.Count({ description: 'Number of members who joined in the 30 days before that period', example: 100 })
  readonly previous: number;

  constructor({ newMembers, newMembersBefore }: DashboardSummary) {
    this.value = newMembers;
    this.previous = newMembersBefore;
  }
}

export class AdminDashboardActiveMembersResponse {
  @Answer.Count({ description: 'Active members in the last 24 hours', example: 300 })
  readonly day: number;

  @Answer.Count({ description: 'Active members in the last 7 days', example: 700 })
  readonly week: number;

  @Answer.Count({ description: 'Active members in the last 30 days', example: 900 })
  readonly month: number;

  constructor({ activeInDay, activeInWeek, activeInMonth }: DashboardSummary) {
    this.day = activeInDay;
    this.week = activeInWeek;
    this.month = activeInMonth;
  }
}

export class AdminDashboardJobsResponse {
  @Answer.Count({ description: 'Jobs that have not been attempted yet, due now or later', example: 2 })
  readonly ready: number;

  @Answer.Count({ description: 'Jobs that are being processed', example: 1 })
  readonly active: number;

  @Answer.Count({ description: 'Jobs whose last attempt failed and that will be retried', example: 0 })
  readonly failed: number;

  @Answer.Count({ description: 'Jobs that were given up (dead letters)', example: 0 })
  readonly dead: number;

  constructor({ jobs }: DashboardSummary) {
    this.ready = jobs.ready;
    this.active = jobs.active;
    this.failed = jobs.failed;
    this.dead = jobs.dead;
  }
}

export class AdminDashboardSummaryResponse {
  @Answer.Count({
    description: 'Number of Apps that are not deleted; the other figures refer to these Apps',
    example: 2,
  })
  readonly apps: number;

  @Answer.Count({ description: 'Number of active memberships: a member of two Apps counts twice', example: 1_000 })
  readonly members: number;

  @Answer.Nested(() => AdminDashboardNewMembersResponse)
  readonly new_members: AdminDashboardNewMembersResponse;

  @Answer.Nested(() => AdminDashboardActiveMembersResponse, {
    description: 'Members who signed in, or whose session was refreshed',
  })
  readonly active_members: AdminDashboardActiveMembersResponse;

  @Answer.Count({
    description: 'Number of sessions of members and administrators that have neither ended nor expired',
    example: 1_200,
  })
  readonly live_sessions: number;

  @Answer.Count({ description: 'Number of published notices that were not recalled', example: 12 })
  readonly notices_published: number;

  @Answer.Count({ description: 'Releases that are the current one on some platform', example: 4 })
  readonly releases_online: number;

  @Answer.Nested(() => AdminDashboardJobsResponse)
  readonly jobs: AdminDashboardJobsResponse;

  @Answer.Instant({ description: 'Time of the figures, which are cached for some seconds' })
  readonly as_of: string;

  constructor(summary: DashboardSummary) {
    this.apps = summary.apps;
    this.members = summary.members;
    this.new_members = new AdminDashboardNewMembersResponse(summary);
    this.active_members = new AdminDashboardActiveMembersResponse(summary);
    this.live_sessions = summary.liveSessions;
    this.notices_published = summary.publishedNotices;
    this.releases_online = summary.releasesOnline;
    this.jobs = new AdminDashboardJobsResponse(summary);
    this.as_of = summary.asOf.toISOString();
  }
}

export class AdminDashboardPointResponse {
  @Answer.Instant({ description: 'Beginning of the hour or day', example: '2026-11-20T00:00:00.000Z' })
  readonly at: string;

  @Answer.Count({ example: 42 })
  readonly value: number;

  constructor({ at, value }: Trend['points'][number]) {
    this.at = at.toISOString();
    this.value = value;
  }
}

export class AdminDashboardTrendResponse {
  @Answer.OneOf('DashboardMetric', TREND_METRICS)
  readonly metric: TrendMetric;

  @Answer.OneOf('DashboardInterval', BUCKET_INTERVALS)
  readonly interval: BucketInterval;

  @Answer.Text({ description: 'Time zone of the hours and days: the setting `tenant.time_zone`', example: 'UTC' })
  readonly time_zone: string;

  @Answer.ListOf(() => AdminDashboardPointResponse, {
    max: MAX_POINTS,
    description: 'One point per hour or day in chronological order, including those with the value 0',
  })
  readonly points: readonly AdminDashboardPointResponse[];

  constructor({ metric, interval }: TrendQuestion, { timeZone, points }: Trend) {
    this.metric = metric;
    this.interval = interval;
    this.time_zone = timeZone;
    this.points = points.map((point) => new AdminDashboardPointResponse(point));
  }
}
