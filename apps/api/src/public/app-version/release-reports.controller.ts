import { Body, Post, UseGuards } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { AppSnapshot } from '@libs/apps';
import { DependencyUnavailableError, RateLimitedError, ValidationFailedError } from '@libs/kernel';
import { ReleaseReportsService } from '@libs/releases';
import { Answers, Raises } from '../../http/answers/answers';
import { RequestNetwork } from '../../http/request/client';
import { CurrentApp, DeviceKey, NeedsDeviceKey } from '../../surfaces/parameters';
import { PublicController } from '../../surfaces/surfaces';
import { ReportRateLimitGuard } from '../../rate-limits/rate-limit.guards';
import { MobileReleaseReportsRequest, MobileReleaseReportsResponse } from './release-reports.dto';

@PublicController('app-version/reports', 'Releases')
export class ReleaseReportsController {
  constructor(private readonly reports: ReleaseReportsService) {}

  @Post()
  @UseGuards(ReportRateLimitGuard)
  @ApiOperation({
    summary: 'Report what a device did with a release',
    description:
      'All of a batch is taken or, when something is wrong with one report, none. A batch may be sent again without ' +
      'harm: an event counts once, by its `event_id` in the App. What an installation tells beyond 200 new events in ' +
      '24 hours is accepted and dropped: neither statistics nor health gates see it. A health gate counts an ' +
      'installation once, by the last of its `failed` and `first_run_ok`, and at most three of one network (/24 or /48).',
  })
  @NeedsDeviceKey()
  @Answers(MobileReleaseReportsResponse, { status: 202, description: 'Accepted' })
  @Raises(ValidationFailedError, RateLimitedError, DependencyUnavailableError)
  async reportReleaseEvents(
    @CurrentApp() app: AppSnapshot,
    @DeviceKey({ required: true }) deviceKey: string,
    @RequestNetwork() network: string,
    @Body() { reports }: MobileReleaseReportsRequest,
  ): Promise<MobileReleaseReportsResponse> {
    const accepted = await this.reports.accept(
      app,
      { deviceKey, network },
      reports.map((report) => report.report()),
    );
    return new MobileReleaseReportsResponse(accepted);
  }
}
