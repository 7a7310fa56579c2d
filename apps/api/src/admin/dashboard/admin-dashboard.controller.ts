import { Get, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { AdminSession } from '@libs/iam';
import { DependencyUnavailableError, ValidationFailedError } from '@libs/kernel';
import { RequiresPermission } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { CurrentAdmin } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import {
  AdminDashboardSummaryResponse,
  AdminDashboardTrendQuery,
  AdminDashboardTrendResponse,
} from './admin-dashboard.dto';
import { DashboardSummaries } from './dashboard-summaries';
import { DashboardTrends } from './dashboard-trends';

@AdminController('dashboard', 'Dashboard')
@Raises(DependencyUnavailableError)
export class AdminDashboardController {
  constructor(
    private readonly summaries: DashboardSummaries,
    private readonly trends: DashboardTrends,
  ) {}

  @Get('summary')
  @RequiresPermission('dashboard.read')
  @ApiOperation({
    summary: 'Get the figures of the tenant',
    description: 'As they were some seconds ago, see `as_of`.',
  })
  @Answers(AdminDashboardSummaryResponse)
  async getAdminDashboardSummary(@CurrentAdmin() { tenantId }: AdminSession): Promise<AdminDashboardSummaryResponse> {
    return new AdminDashboardSummaryResponse(await this.summaries.of(tenantId));
  }

  @Get('trends')
  @RequiresPermission('dashboard.read')
  @ApiOperation({
    summary: 'Get a figure over time',
    description: `By whole hours or days of the tenant’s time zone, also where \`from\` and \`to\` lie within one.

- \`registrations\`: who became a member, without those whose account was deleted since.
- \`logins\`: successful sign-ins of members.
- \`active_members\`: members who signed in or whose session was refreshed, each once in an hour or day. Before this was counted for the first time only the last activity of each session is known.
- \`deliveries\`: notices and messages that came into inboxes, while they are kept. They are counted by the hour of UTC, which belongs to the hour or day in which it begins.
- \`downloads\`: of packages of releases. Older ones, of which only the day is known, are counted at noon UTC.

Sign-ins, activity and downloads are known for two years.`,
  })
  @Answers(AdminDashboardTrendResponse)
  @Raises(ValidationFailedError)
  async getAdminDashboardTrend(
    @CurrentAdmin() { tenantId }: AdminSession,
    @Query() query: AdminDashboardTrendQuery,
  ): Promise<AdminDashboardTrendResponse> {
    const question = query.question();
    return new AdminDashboardTrendResponse(question, await this.trends.of(tenantId, question));
  }
}
