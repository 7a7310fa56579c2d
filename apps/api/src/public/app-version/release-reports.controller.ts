import { Body, Post, UseGuards } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { AppSnapshot } from '@libs/apps';
import { DependencyUnavailableError, RateLimitedError, ValidationFailedError } from '@libs/kernel';
import { ReleaseReportsService } from '@libs/releases';
import { Answers, Raises } from '../../http/answers/answers';
import { type Origin, RequestOrigin } from '../../http/request/client';
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
    summary: 'Report the events of a release on a device',
    description:
      'A batch is accepted as a whole or, if one report is invalid, not at all. It may safely be sent again: an ' +
      'event counts once, by its `event_id` within the App. New events of an installation beyond 200 in 24 hours, and ' +
      'of a network (/24 or /48) beyond 2,000, are accepted but dropped: neither statistics nor health gates see them. ' +
      'A health gate counts an installation once, by its last `failed` or `first_run_ok`, at most three of one network ' +
      'and at most 30 of one IPv6 /32.',
  })
  @NeedsDeviceKey()
  @Answers(MobileReleaseReportsResponse, { status: 202, description: 'Accepted' })
  @Raises(ValidationFailedError, RateLimitedError, DependencyUnavailableError)
  async reportReleaseEvents(
    @CurrentApp() app: AppSnapshot,
    @DeviceKey({ required: true }) deviceKey: string,
    @RequestOrigin() origin: Origin,
    @Body() { reports }: MobileReleaseReportsRequest,
  ) {
    const accepted = await this.reports.accept(
      app,
      { deviceKey, ...origin },
      reports.map((report) => report.values()),
    );
    return new MobileReleaseReportsResponse(accepted);
  }
}
