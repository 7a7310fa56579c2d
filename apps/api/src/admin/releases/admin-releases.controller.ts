import { Body, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { ManagedApp } from '@libs/apps';
import type { AdminSession } from '@libs/iam';
import {
  DependencyUnavailableError,
  ResourceConflictError,
  ResourceImmutableFieldError,
  ValidationFailedError,
  VersionConflictError,
} from '@libs/kernel';
import {
  ReleaseFrozenError,
  ReleaseNotReadyError,
  ReleasePublicationService,
  ReleaseQueries,
  ReleasesService,
  ReleaseStateError,
  ReleaseVersionDuplicateError,
} from '@libs/releases';
import { RequiresPermission } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers';
import { BooleanSuccessResponse } from '../../http/common-responses.dto';
import { CurrentAdmin, PathApp } from '../../http/parameters';
import { AdminController } from '../../http/surfaces';
import { LockVersionRequest, UUIDBatchRequest } from '../common/admin-requests.dto';
import { AdminMobileReleasePageResponse, AdminMobileReleaseResponse } from './admin-release-responses.dto';
import {
  AdminMobileReleaseListQuery,
  AdminMobileReleaseRequest,
  AdminMobileReleaseRolloutRequest,
} from './admin-releases.dto';

@AdminController('apps/:app_id/mobile/releases', 'Releases')
@Raises(DependencyUnavailableError)
export class AdminReleasesController {
  constructor(
    private readonly releases: ReleasesService,
    private readonly publication: ReleasePublicationService,
    private readonly queries: ReleaseQueries,
  ) {}

  @Get()
  @RequiresPermission('releases.read')
  @ApiOperation({
    summary: 'List the releases of an App',
    description: 'Newest first. `q` looks at version_name and title.',
  })
  @Answers(AdminMobileReleasePageResponse)
  @Raises(ValidationFailedError)
  async listAdminMobileReleases(
    @PathApp() { tenantId, id: appId }: ManagedApp,
    @Query() query: AdminMobileReleaseListQuery,
  ): Promise<AdminMobileReleasePageResponse> {
    const { q, platform, package_type: packageType, publish_status: publishStatus, page, page_size: pageSize } = query;
    const filter = { q, platform, packageType, publishStatus };
    const found = await this.queries.list(tenantId, appId, filter, { page, pageSize });
    return new AdminMobileReleasePageResponse(query, found);
  }

  @Post()
  @RequiresPermission('releases.write')
  @ApiOperation({
    summary: 'Create a release of an App',
    description:
      'Needs `platform`, `package_type`, `version_name`, `version_code`, `upgrade_mode`, `title` and `release_notes`; takes no `lock_version`. The release is a draft.',
  })
  @Answers(AdminMobileReleaseResponse, { status: 201 })
  @Raises(ValidationFailedError, ReleaseVersionDuplicateError)
  async createAdminMobileRelease(
    @CurrentAdmin() { userId }: AdminSession,
    @PathApp() app: ManagedApp,
    @Body() body: AdminMobileReleaseRequest,
  ): Promise<AdminMobileReleaseResponse> {
    return new AdminMobileReleaseResponse(await this.releases.create(app, body.newRelease(), userId));
  }

  @Post('batch-delete')
  @RequiresPermission('releases.delete')
  @ApiOperation({
    summary: 'Delete several drafts of an App, or none of them',
    description: 'If one of them cannot be deleted, none is; `ids` of the answer names those that stand in the way.',
  })
  @Answers(BooleanSuccessResponse)
  @Raises(ValidationFailedError, ResourceConflictError)
  async batchDeleteAdminMobileReleases(
    @PathApp() { tenantId, id: appId }: ManagedApp,
    @Body() body: UUIDBatchRequest,
  ): Promise<BooleanSuccessResponse> {
    await this.releases.deleteAll(tenantId, appId, body.ids);
    return new BooleanSuccessResponse();
  }

  @Get(':id')
  @RequiresPermission('releases.read')
  @ApiOperation({
    summary: 'Get a release of an App',
    description: '`fallback_platforms` names where it is the fallback.',
  })
  @Answers(AdminMobileReleaseResponse)
  async getAdminMobileRelease(
    @PathApp() { tenantId, id: appId }: ManagedApp,
    @Param('id') id: string,
  ): Promise<AdminMobileReleaseResponse> {
    return new AdminMobileReleaseResponse(await this.queries.get(tenantId, appId, id));
  }

  @Patch(':id')
  @RequiresPermission('releases.write')
  @ApiOperation({
    summary: 'Change a release of an App',
    description:
      'Needs `lock_version`. What is absent stays as it is, what is null becomes as a new release has it; `health_gate` merges, everything else is replaced whole. The first publication fixes version, package, targets and requirements.',
  })
  @Answers(AdminMobileReleaseResponse)
  @Raises(ValidationFailedError, ReleaseVersionDuplicateError)
  @Raises(VersionConflictError, ResourceImmutableFieldError, ReleaseFrozenError)
  async updateAdminMobileRelease(
    @PathApp() app: ManagedApp,
    @Param('id') id: string,
    @Body() body: AdminMobileReleaseRequest,
  ): Promise<AdminMobileReleaseResponse> {
    const release = await this.releases.update(app, id, body.expectedVersion(), body.changes());
    return new AdminMobileReleaseResponse(release);
  }

  @Delete(':id')
  @RequiresPermission('releases.delete')
  @ApiOperation({ summary: 'Delete a draft of an App', description: 'Only what was never published.' })
  @Answers(BooleanSuccessResponse)
  @Raises(ReleaseStateError)
  async deleteAdminMobileRelease(
    @PathApp() { tenantId, id: appId }: ManagedApp,
    @Param('id') id: string,
  ): Promise<BooleanSuccessResponse> {
    await this.releases.delete(tenantId, appId, id);
    return new BooleanSuccessResponse();
  }

  @Post(':id/publish')
  @RequiresPermission('releases.publish')
  @ApiOperation({
    summary: 'Publish a release of an App',
    description:
      'On all its target platforms, or on none. What was current there becomes partial or offline; publishing that again is the rollback.',
  })
  @Answers(AdminMobileReleaseResponse)
  @Raises(ValidationFailedError, VersionConflictError, ReleaseNotReadyError, ReleaseStateError)
  async publishAdminMobileRelease(
    @PathApp() { tenantId, id: appId }: ManagedApp,
    @Param('id') id: string,
    @Body() { lock_version: lockVersion }: LockVersionRequest,
  ): Promise<AdminMobileReleaseResponse> {
    return new AdminMobileReleaseResponse(await this.publication.publish(tenantId, appId, id, lockVersion));
  }

  @Post(':id/unpublish')
  @RequiresPermission('releases.publish')
  @ApiOperation({
    summary: 'Take a release of an App offline',
    description:
      'Wherever it is current or a fallback. Where it was current, clients have no upgrade policy until the next publication.',
  })
  @Answers(AdminMobileReleaseResponse)
  @Raises(ValidationFailedError, VersionConflictError, ReleaseStateError)
  async unpublishAdminMobileRelease(
    @PathApp() { tenantId, id: appId }: ManagedApp,
    @Param('id') id: string,
    @Body() { lock_version: lockVersion }: LockVersionRequest,
  ): Promise<AdminMobileReleaseResponse> {
    return new AdminMobileReleaseResponse(await this.publication.unpublish(tenantId, appId, id, lockVersion));
  }

  @Post(':id/rollout')
  @RequiresPermission('releases.publish')
  @ApiOperation({
    summary: 'Widen, pause or resume the rollout of a release',
    description: 'Needs `rollout_percent` or `paused`. A device that got the release keeps it while the share grows.',
  })
  @Answers(AdminMobileReleaseResponse)
  @Raises(ValidationFailedError, VersionConflictError)
  async rollOutAdminMobileRelease(
    @PathApp() { tenantId, id: appId }: ManagedApp,
    @Param('id') id: string,
    @Body() body: AdminMobileReleaseRolloutRequest,
  ): Promise<AdminMobileReleaseResponse> {
    const { lock_version: lockVersion } = body;
    return new AdminMobileReleaseResponse(
      await this.publication.rollOut(tenantId, appId, id, lockVersion, body.changes()),
    );
  }
}
