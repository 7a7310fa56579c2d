import { Get, Param, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { AppQueries, type ManagedApp } from '@libs/apps';
import { ValidationFailedError } from '@libs/kernel';
import { ReleaseStatistics, UpgradeDecisions } from '@libs/releases';
import { RequiresPermission } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { PathApp } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import { AdminMobileReleaseExplainResponse } from './release-explanation.dto';
import { AdminMobileReleaseExplainQuery, AdminMobileReleaseStatisticsQuery } from './release-insights.dto';
import { AdminMobileReleaseStatisticsResponse } from './release-statistics.dto';

/** How releases fare on devices. Registered before the controller whose `{id}` would take `explain` for an id. */
@AdminController('apps/:app_id/mobile/releases', 'Releases')
export class ReleaseInsightsController {
  constructor(
    private readonly apps: AppQueries,
    private readonly decisions: UpgradeDecisions,
    private readonly statistics: ReleaseStatistics,
  ) {}

  @Get('explain')
  @RequiresPermission('releases.read')
  @ApiOperation({
    summary: 'Explain which upgrade policy a client of an App gets, and why',
    description:
      'Makes the same decision as for a real client and lists each rule that was tried. If nothing is published, the rule `policy` says so; a client would get 503.',
  })
  @Answers(AdminMobileReleaseExplainResponse)
  @Raises(ValidationFailedError)
  async explainAdminMobileReleases(
    @PathApp() { tenantId, id }: ManagedApp,
    @Query() query: AdminMobileReleaseExplainQuery,
  ) {
    const question = query.question();
    const app = { ...(await this.apps.get(tenantId, id)), tenantId };
    return new AdminMobileReleaseExplainResponse(question, await this.decisions.answer(app, question));
  }

  @Get(':id/statistics')
  @RequiresPermission('releases.read')
  @ApiOperation({
    summary: 'Get the statistics of a release of an App',
    description:
      'Figures from the reports of clients, by day and platform, for the days from `from` to `to`; for all time if these are absent.',
  })
  @Answers(AdminMobileReleaseStatisticsResponse)
  @Raises(ValidationFailedError)
  async getAdminMobileReleaseStatistics(
    @PathApp() { tenantId, id: appId }: ManagedApp,
    @Param('id') id: string,
    @Query() query: AdminMobileReleaseStatisticsQuery,
  ) {
    const range = query.range();
    return new AdminMobileReleaseStatisticsResponse(id, range, await this.statistics.get(tenantId, appId, id, range));
  }
}
