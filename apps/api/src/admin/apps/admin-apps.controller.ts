import { Body, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import {
  ActiveAppError,
  AppLifecycleService,
  AppQueries,
  AppSettingsService,
  AppStateError,
  DefaultAppError,
} from '@libs/apps';
import type { AdminSession } from '@libs/iam';
import {
  ResourceConflictError,
  ResourceImmutableFieldError,
  type SupportedLocale,
  ValidationFailedError,
  VersionConflictError,
} from '@libs/kernel';
import { KeepsToApps, Records, RequiresPermission } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { BooleanSuccessResponse } from '../../http/answers/common-responses.dto';
import { AnswerLocale, CurrentAdmin } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import { UUIDBatchRequest } from '../common/admin-requests.dto';
import { AdminAppAnswers } from './admin-app-answers';
import { AdminAppListResponse, AdminAppResponse } from './admin-app-responses.dto';
import { AdminAppListQuery, AdminAppRequest, AdminAppStatusRequest } from './admin-apps.dto';
import { NamedImages } from './named-images';

@AdminController('apps', 'Apps')
@Records('app')
export class AdminAppsController {
  constructor(
    private readonly settings: AppSettingsService,
    private readonly lifecycle: AppLifecycleService,
    private readonly queries: AppQueries,
    private readonly answers: AdminAppAnswers,
    private readonly images: NamedImages,
  ) {}

  @Get()
  @KeepsToApps()
  @RequiresPermission('apps.read')
  @ApiOperation({
    summary: 'List the Apps of the tenant',
    description: 'Newest first. `q` searches name and dcloud_appid, and matches a whole id.',
  })
  @Answers(AdminAppListResponse)
  @Raises(ValidationFailedError)
  async listAdminApps(
    @CurrentAdmin() { tenantId, appIds }: AdminSession,
    @Query() query: AdminAppListQuery,
    @AnswerLocale() locale: SupportedLocale,
  ) {
    const { q, app_type: appType, status } = query;
    const found = await this.queries.list(tenantId, { q, appType, status, ids: appIds }, query.in(locale));
    return this.answers.list(tenantId, query, found);
  }

  @Post()
  @RequiresPermission('apps.write')
  @ApiOperation({
    summary: 'Create an App',
    description:
      'Requires `name`, `app_type` and `default_locale`; takes no `lock_version`. The new App is active and has its reserved pages and legal documents, none of them published.',
  })
  @Answers(AdminAppResponse, { status: 201 })
  @Raises(ValidationFailedError)
  async createAdminApp(@CurrentAdmin() { tenantId }: AdminSession, @Body() body: AdminAppRequest) {
    return this.answers.one(tenantId, await this.settings.create(tenantId, body.values()));
  }

  @Post('batch-delete')
  @KeepsToApps()
  @RequiresPermission('apps.delete')
  @ApiOperation({
    summary: 'Delete several Apps, or none of them',
    description: 'If one of the resources cannot be deleted, none is; `ids` of the answer lists those that cannot.',
  })
  @Answers(BooleanSuccessResponse)
  @Raises(ValidationFailedError, ResourceConflictError)
  async batchDeleteAdminApps(@CurrentAdmin() { tenantId, appIds }: AdminSession, @Body() body: UUIDBatchRequest) {
    await this.lifecycle.deleteAll(tenantId, body.ids, appIds);
    return new BooleanSuccessResponse();
  }

  @Get(':app_id')
  @RequiresPermission('apps.read')
  @ApiOperation({
    summary: 'Get an App',
    description: 'The App with all its settings, in any status.',
  })
  @Answers(AdminAppResponse)
  async getAdminApp(@CurrentAdmin() { tenantId }: AdminSession, @Param('app_id') appId: string) {
    return this.answers.one(tenantId, await this.queries.get(tenantId, appId));
  }

  @Patch(':app_id')
  @RequiresPermission('apps.write')
  @ApiOperation({
    summary: 'Change the settings of an App',
    description:
      'Requires `lock_version`. An absent field keeps its value, null resets it to that of a new App; `registration`, `captcha`, `upgrade`, `support`, `mail` and `content` are merged, everything else is replaced as a whole.',
  })
  @Answers(AdminAppResponse)
  @Raises(ValidationFailedError, VersionConflictError, ResourceImmutableFieldError)
  async updateAdminApp(
    @CurrentAdmin() admin: AdminSession,
    @Param('app_id') appId: string,
    @Body() body: AdminAppRequest,
  ) {
    const [lockVersion, changes] = [body.expectedVersion(), body.changes()];
    await this.images.expectKnown(admin, [['icon_file_id', changes.iconFileId]]);
    return this.answers.one(admin.tenantId, await this.settings.update(admin.tenantId, appId, lockVersion, changes));
  }

  @Delete(':app_id')
  @RequiresPermission('apps.delete')
  @ApiOperation({
    summary: 'Delete an App',
    description:
      'The App must be disabled and must not be the default App. Its sessions end, and its `dcloud_appid` can be used again.',
  })
  @Answers(BooleanSuccessResponse)
  @Raises(DefaultAppError, ActiveAppError)
  async deleteAdminApp(@CurrentAdmin() { tenantId }: AdminSession, @Param('app_id') appId: string) {
    await this.lifecycle.delete(tenantId, appId);
    return new BooleanSuccessResponse();
  }

  @Post(':app_id/enable')
  @RequiresPermission('apps.write')
  @ApiOperation({
    summary: 'Enable a disabled App',
    description: 'The clients of the App are served again.',
  })
  @Answers(AdminAppResponse)
  @Raises(ValidationFailedError, VersionConflictError, AppStateError)
  async enableAdminApp(
    @CurrentAdmin() { tenantId }: AdminSession,
    @Param('app_id') appId: string,
    @Body() body: AdminAppStatusRequest,
  ) {
    return this.answers.one(tenantId, await this.lifecycle.enable(tenantId, appId, body.lock_version));
  }

  @Post(':app_id/disable')
  @RequiresPermission('apps.write')
  @ApiOperation({
    summary: 'Disable an active App',
    description: 'The clients of the App are refused by all processes within a second.',
  })
  @Answers(AdminAppResponse)
  @Raises(ValidationFailedError, VersionConflictError, AppStateError)
  async disableAdminApp(
    @CurrentAdmin() { tenantId }: AdminSession,
    @Param('app_id') appId: string,
    @Body() body: AdminAppStatusRequest,
  ) {
    return this.answers.one(tenantId, await this.lifecycle.disable(tenantId, appId, body.lock_version));
  }
}
