import { BUCKET_INTERVALS, type BucketInterval, field } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { Instant, OneOf, Uuid } from '../../http/fields/fields';
import type { DashboardSummary } from './dashboard-summaries';
import { MAX_POINTS, type Trend, TREND_METRICS, type TrendMetric, type TrendQuestion } from './dashboard-trends';

export class AdminDashboardSummaryQuery {
  @Uuid({ optional: true, description: 'The App to report on; all Apps of the tenant if absent' })
  readonly app_id?: string;
}

export class AdminDashboardTrendQuery extends AdminDashboardSummaryQuery {
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

  question(): TrendQuestion {
    const { metric, interval, from, to, app_id: appId = null } = this;
    return { metric, interval, from: new Date(from), to: new Date(to), appId };
  }
}

export class AdminDashboardNewMembersResponse extends answer({
  value: field.count().about('Number of members who joined in the last 30 days').example(120),
  previous: field.count().about('Number of members who joined in the 30 days before that period').example(100),
}) {}

export class AdminDashboardActiveMembersResponse extends answer({
  day: field.count().about('Active members in the last 24 hours').example(300),
  week: field.count().about('Active members in the last 7 days').example(700),
  month: field.count().about('Active members in the last 30 days').example(900),
}) {}

export class AdminDashboardJobsResponse extends answer({
  ready: field.count().about('Jobs that have not been attempted yet, due now or later').example(2),
  active: field.count().about('Jobs that are being processed').example(1),
  failed: field.count().about('Jobs whose last attempt failed and that will be retried').example(0),
  dead: field.count().about('Jobs that were given up (dead letters)').example(0),
}) {}

export class AdminDashboardSummaryResponse extends answer({
  apps: field
    .count()
    .about('Number of Apps that are not deleted, or 1 with `app_id`; the other figures refer to these Apps')
    .example(2),
  members: field.count().about('Number of active memberships: a member of two Apps counts twice').example(1_000),
  newMembers: field.nested(() => AdminDashboardNewMembersResponse),
  activeMembers: field
    .nested(() => AdminDashboardActiveMembersResponse)
    .about('Members who signed in, or whose session was refreshed'),
  liveSessions: field
    .count()
    .about(
      'Number of sessions of members and administrators that have neither ended nor expired; with `app_id` those of its members',
    )
    .example(1_200),
  noticesPublished: field.count().about('Number of published notices that were not recalled').example(12),
  releasesOnline: field.count().about('Releases that are the current one on some platform').example(4),
  jobs: field.nested(() => AdminDashboardJobsResponse),
  asOf: field.instant().about('Time of the figures, which are cached for some seconds'),
}) {
  constructor(summary: DashboardSummary) {
    super({
      ...summary,
      newMembers: { value: summary.newMembers, previous: summary.newMembersBefore },
      activeMembers: { day: summary.activeInDay, week: summary.activeInWeek, month: summary.activeInMonth },
      noticesPublished: summary.publishedNotices,
    });
  }
}

export class AdminDashboardPointResponse extends answer({
  at: field.instant().about('Beginning of the hour or day').example('2026-11-20T00:00:00.000Z'),
  value: field.count().example(42),
}) {}

export class AdminDashboardTrendResponse extends answer({
  metric: field.one('DashboardMetric', TREND_METRICS),
  interval: field.one('DashboardInterval', BUCKET_INTERVALS),
  timeZone: field.text().about('Time zone of the hours and days: the setting `tenant.time_zone`').example('UTC'),
  points: field
    .listOf(() => AdminDashboardPointResponse, MAX_POINTS)
    .about('One point per hour or day in chronological order, including those with the value 0'),
}) {
  constructor(question: TrendQuestion, trend: Trend) {
    super({ ...question, ...trend });
  }
}
