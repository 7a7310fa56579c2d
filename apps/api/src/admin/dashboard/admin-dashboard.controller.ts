import { Get, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { type AdminSession, AppsLimitedError, expectNamedApp } from '@libs/iam';
import { ValidationFailedError } from '@libs/kernel';
import { KeepsToApps, RequiresPermission } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { CurrentAdmin } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import {
  AdminDashboardSummaryQuery,
  AdminDashboardSummaryResponse,
  AdminDashboardTrendQuery,
  AdminDashboardTrendResponse,
} from './admin-dashboard.dto';
import { DashboardSummaries } from './dashboard-summaries';
import { DashboardTrends } from './dashboard-trends';

@AdminController('dashboard', 'Dashboard')
export class AdminDashboardController {
  constructor(
    private readonly summaries: DashboardSummaries,
    private readonly trends: DashboardTrends,
  ) {}

  @Get('summary')
  @KeepsToApps()
  @RequiresPermission('dashboard.read')
  @ApiOperation({
    summary: 'Get the figures of the tenant, or of one App',
    description:
      'The figures may be some seconds old; `as_of` has their time. With `app_id` they are those of that App alone: `apps` is 1, sessions of administrators are not counted, and jobs are those that concern the App, among the first 100,000 of each queue of the tenant.',
  })
  @Answers(AdminDashboardSummaryResponse)
  @Raises(AppsLimitedError, ValidationFailedError)
  async getAdminDashboardSummary(
    @CurrentAdmin() admin: AdminSession,
    @Query() { app_id: appId }: AdminDashboardSummaryQuery,
  ) {
    expectNamedApp(admin, appId);
    return new AdminDashboardSummaryResponse(await this.summaries.of(admin.tenantId, appId ?? null));
  }

  @Get('trends')
  @KeepsToApps()
  @RequiresPermission('dashboard.read')
  @ApiOperation({
    summary: 'Get a figure over time',
    description: `Points cover whole hours or days of the tenant’s time zone, also if \`from\` and \`to\` lie within one.

- \`registrations\`: new members, without those whose account has been deleted since.
- \`logins\`: successful sign-ins of members.
- \`active_members\`: members who signed in or whose session was refreshed, each once in an hour or day. For the time before this metric was introduced, only the last activity of each session is known.
- \`deliveries\`: notices and messages delivered to inboxes, as long as they are kept. They are counted by the hour of UTC, which belongs to the hour or day in which it begins.
- \`downloads\`: downloads of release packages. Older downloads, of which only the day is known, are counted at noon UTC.

Sign-ins, activity and downloads are known for two years.`,
  })
  @Answers(AdminDashboardTrendResponse)
  @Raises(AppsLimitedError, ValidationFailedError)
  async getAdminDashboardTrend(@CurrentAdmin() admin: AdminSession, @Query() query: AdminDashboardTrendQuery) {
    const question = query.question();
    expectNamedApp(admin, question.appId);
    return new AdminDashboardTrendResponse(question, await this.trends.of(admin.tenantId, question));
  }
}
