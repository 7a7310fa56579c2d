import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { ManagedApp } from '@libs/apps';
import { type SupportedLocale, ValidationFailedError, VersionConflictError } from '@libs/kernel';
import { RequiresPermission, Records } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { AnswerLocale, PathApp } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import { AdminMobileReleasePageResponse, AdminMobileReleaseResponse } from './admin-release-responses.dto';
import { AdminMobileReleaseListQuery, AdminMobileReleaseRolloutRequest } from './admin-releases.dto';
import { ReleaseHandlers } from './release-handlers';

@AdminController('apps/:app_id/mobile/releases', 'Releases')
@Records('release')
export class AdminReleasesController extends ReleaseHandlers {
  @Get()
  @RequiresPermission('releases.read')
  @ApiOperation({
    summary: 'List the releases of an App',
    description: 'Newest first. `q` searches version_name and title.',
  })
  @Answers(AdminMobileReleasePageResponse)
  @Raises(ValidationFailedError)
  async listAdminMobileReleases(
    @PathApp() { tenantId, id: appId, defaultLocale }: ManagedApp,
    @Query() query: AdminMobileReleaseListQuery,
    @AnswerLocale() locale: SupportedLocale,
  ) {
    const { q, platform, package_type: packageType, publish_status: publishStatus } = query;
    const filter = { q, platform, packageType, publishStatus };
    const found = await this.queries.list(tenantId, appId, filter, query.in(locale, defaultLocale));
    return new AdminMobileReleasePageResponse(query, found);
  }

  @Post(':id/rollout')
  @RequiresPermission('releases.publish')
  @ApiOperation({
    summary: 'Widen, pause or resume the rollout of a release',
    description: 'Requires `rollout_percent` or `paused`. A device that got the release keeps it as the share grows.',
  })
  @Answers(AdminMobileReleaseResponse)
  @Raises(ValidationFailedError, VersionConflictError)
  async rollOutAdminMobileRelease(
    @PathApp() { tenantId, id: appId }: ManagedApp,
    @Param('id') id: string,
    @Body() body: AdminMobileReleaseRolloutRequest,
  ) {
    const { lock_version: lockVersion } = body;
    return new AdminMobileReleaseResponse(
      await this.publication.rollOut(tenantId, appId, id, lockVersion, body.changes()),
    );
  }
}
