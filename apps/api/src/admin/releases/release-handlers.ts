import { Body, Delete, Get, Injectable, Param, Patch, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { ManagedApp } from '@libs/apps';
import type { AdminSession } from '@libs/iam';
import {
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
import { Answers, Raises } from '../../http/answers/answers';
import { BooleanSuccessResponse } from '../../http/answers/common-responses.dto';
import { CurrentAdmin, PathApp } from '../../surfaces/parameters';
import { LockVersionRequest, UUIDBatchRequest } from '../common/admin-requests.dto';
import { AdminMobileReleaseResponse } from './admin-release-responses.dto';
import { AdminMobileReleaseRequest } from './admin-releases.dto';

/** The handlers behind both paths to the releases of an App. Operations are named after the App-scoped path. */
@Injectable()
export abstract class ReleaseHandlers {
  constructor(
    private readonly releases: ReleasesService,
    protected readonly publication: ReleasePublicationService,
    protected readonly queries: ReleaseQueries,
  ) {}

  @Post()
  @RequiresPermission('releases.write')
  @ApiOperation({
    summary: 'Create a release of an App',
    description:
      'Requires `platform`, `package_type`, `version_name`, `version_code`, `upgrade_mode`, `title` and `release_notes`; takes no `lock_version`. The new release is a draft.',
  })
  @Answers(AdminMobileReleaseResponse, { status: 201 })
  @Raises(ValidationFailedError, ReleaseVersionDuplicateError)
  async createAdminMobileRelease(
    @CurrentAdmin() { userId }: AdminSession,
    @PathApp() app: ManagedApp,
    @Body() body: AdminMobileReleaseRequest,
  ) {
    return new AdminMobileReleaseResponse(await this.releases.create(app, body.values(), userId));
  }

  @Post('batch-delete')
  @RequiresPermission('releases.delete')
  @ApiOperation({
    summary: 'Delete several drafts of an App, or none of them',
    description: 'If one of the resources cannot be deleted, none is; `ids` of the answer lists those that cannot.',
  })
  @Answers(BooleanSuccessResponse)
  @Raises(ValidationFailedError, ResourceConflictError)
  async batchDeleteAdminMobileReleases(@PathApp() { tenantId, id: appId }: ManagedApp, @Body() body: UUIDBatchRequest) {
    await this.releases.deleteAll(tenantId, appId, body.ids);
    return new BooleanSuccessResponse();
  }

  @Get(':id')
  @RequiresPermission('releases.read')
  @ApiOperation({
    summary: 'Get a release of an App',
    description: '`fallback_platforms` lists the platforms on which the release is the fallback.',
  })
  @Answers(AdminMobileReleaseResponse)
  async getAdminMobileRelease(@PathApp() { tenantId, id: appId }: ManagedApp, @Param('id') id: string) {
    return new AdminMobileReleaseResponse(await this.queries.get(tenantId, appId, id));
  }

  @Patch(':id')
  @RequiresPermission('releases.write')
  @ApiOperation({
    summary: 'Change a release of an App',
    description:
      'Requires `lock_version`. An absent field keeps its value, null resets it to that of a new release; `health_gate` is merged, everything else is replaced as a whole. The first publication fixes version, package, targets and requirements.',
  })
  @Answers(AdminMobileReleaseResponse)
  @Raises(ValidationFailedError, ReleaseVersionDuplicateError)
  @Raises(VersionConflictError, ResourceImmutableFieldError, ReleaseFrozenError)
  async updateAdminMobileRelease(
    @PathApp() app: ManagedApp,
    @Param('id') id: string,
    @Body() body: AdminMobileReleaseRequest,
  ) {
    const release = await this.releases.update(app, id, body.expectedVersion(), body.changes());
    return new AdminMobileReleaseResponse(release);
  }

  @Delete(':id')
  @RequiresPermission('releases.delete')
  @ApiOperation({
    summary: 'Delete a draft of an App',
    description: 'Only a release that was never published can be deleted.',
  })
  @Answers(BooleanSuccessResponse)
  @Raises(ReleaseStateError)
  async deleteAdminMobileRelease(@PathApp() { tenantId, id: appId }: ManagedApp, @Param('id') id: string) {
    await this.releases.delete(tenantId, appId, id);
    return new BooleanSuccessResponse();
  }

  @Post(':id/publish')
  @RequiresPermission('releases.publish')
  @ApiOperation({
    summary: 'Publish a release of an App',
    description:
      'The release becomes current on all its target platforms, or on none. The release that was current there becomes partial or offline; to roll back, publish the previous release again.',
  })
  @Answers(AdminMobileReleaseResponse)
  @Raises(ValidationFailedError, VersionConflictError, ReleaseNotReadyError, ReleaseStateError)
  async publishAdminMobileRelease(
    @PathApp() { tenantId, id: appId }: ManagedApp,
    @Param('id') id: string,
    @Body() { lock_version: lockVersion }: LockVersionRequest,
  ) {
    return new AdminMobileReleaseResponse(await this.publication.publish(tenantId, appId, id, lockVersion));
  }

  @Post(':id/unpublish')
  @RequiresPermission('releases.publish')
  @ApiOperation({
    summary: 'Take a release of an App offline',
    description:
      'The release is withdrawn on every platform where it is current or the fallback. Where it was current, clients get no upgrade policy until the next publication.',
  })
  @Answers(AdminMobileReleaseResponse)
  @Raises(ValidationFailedError, VersionConflictError, ReleaseStateError)
  async unpublishAdminMobileRelease(
    @PathApp() { tenantId, id: appId }: ManagedApp,
    @Param('id') id: string,
    @Body() { lock_version: lockVersion }: LockVersionRequest,
  ) {
    return new AdminMobileReleaseResponse(await this.publication.unpublish(tenantId, appId, id, lockVersion));
  }
}
