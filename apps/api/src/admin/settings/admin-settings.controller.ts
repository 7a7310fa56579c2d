import { Body, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { type AdminSession, type Client, expectOfApps, MfaRequiredError } from '@libs/iam';
import {
  ResourceConflictError,
  ResourceImmutableFieldError,
  type SupportedLocale,
  ValidationFailedError,
  VersionConflictError,
} from '@libs/kernel';
import {
  ManagedSettings,
  MAX_PUBLIC_SETTINGS_BYTES,
  MAX_SETTINGS,
  MAX_SETTINGS_BYTES,
  SettingLimitError,
  SettingSizeError,
  SettingsService,
} from '@libs/operations';
import { KeepsToApps, Records, RequiresPermission } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { RequestClient } from '../../http/request/client';
import { AnswerLocale, CurrentAdmin } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import { LockVersionQuery } from '../common/admin-requests.dto';
import { AdminDeleteResponse } from '../common/admin-responses.dto';
import { AdminSettingListQuery, AdminSettingRequest } from './admin-setting-requests.dto';
import {
  AdminKnownSettingListResponse,
  AdminSettingListResponse,
  AdminSettingResponse,
} from './admin-setting-responses.dto';
import { SettingEditors } from './setting-editors';

@AdminController('settings', 'Settings')
@Records('setting')
@Raises(ValidationFailedError)
export class AdminSettingsController {
  constructor(
    private readonly settings: SettingsService,
    private readonly managed: ManagedSettings,
    private readonly editors: SettingEditors,
  ) {}

  @Get()
  @KeepsToApps()
  @RequiresPermission('settings.read')
  @ApiOperation({
    summary: 'List the settings of the tenant and its Apps',
    description:
      'Newest first. Includes the global settings that clients read; with the permission `settings.global` all global settings. `q` searches keys and descriptions.',
  })
  @Answers(AdminSettingListResponse)
  async listAdminSettings(
    @CurrentAdmin() admin: AdminSession,
    @Query() query: AdminSettingListQuery,
    @AnswerLocale() locale: SupportedLocale,
  ) {
    const { q, scope, app_id: appId, status } = query;
    const filter = { q, scope, appId, status, appIds: admin.appIds };
    const found = await this.managed.list(this.editors.readerOf(admin), filter, query.in(locale));
    return new AdminSettingListResponse(query, found);
  }

  // They are the same everywhere.
  @Get('known')
  @KeepsToApps()
  @RequiresPermission('settings.read')
  @ApiOperation({
    summary: 'List the settings that the service itself reads',
    description: 'For each setting the permitted values, the default and the permission required to set it.',
  })
  @Answers(AdminKnownSettingListResponse)
  listAdminKnownSettings() {
    return new AdminKnownSettingListResponse();
  }

  @Post()
  @RequiresPermission('settings.write')
  @ApiOperation({
    summary: 'Create a setting',
    description: `Requires \`key\`, \`value\`, \`value_type\`, \`scope\` and, for the scope app, \`app_id\`; takes no \`lock_version\`. The scope global, and the limits of a tenant, also require the permission \`settings.global\`; \`security.require_admin_mfa\` requires a session that was signed in with a second factor (403 \`IAM.MFA.REQUIRED\`), and the owners are mailed. A tenant with its Apps has at most ${MAX_SETTINGS} settings of ${MAX_SETTINGS_BYTES} bytes in all; so do the global ones, of which those that clients read have at most ${MAX_PUBLIC_SETTINGS_BYTES} bytes in all.`,
  })
  @Answers(AdminSettingResponse, { status: 201 })
  @Raises(MfaRequiredError, ResourceConflictError, SettingLimitError, SettingSizeError)
  async createAdminSetting(
    @CurrentAdmin() admin: AdminSession,
    @Body() body: AdminSettingRequest,
    @RequestClient() client: Client,
  ) {
    return new AdminSettingResponse(await this.settings.create(this.editors.of(admin, client), body.values()));
  }

  @Get(':id')
  @KeepsToApps()
  @RequiresPermission('settings.read')
  @ApiOperation({
    summary: 'Get a setting',
    description: 'Secrets are masked. Global settings are visible as in the list.',
  })
  @Answers(AdminSettingResponse)
  async getAdminSetting(@CurrentAdmin() admin: AdminSession, @Param('id') id: string) {
    const setting = await this.managed.get(this.editors.readerOf(admin), id);
    expectOfApps(admin, setting.appId);
    return new AdminSettingResponse(setting);
  }

  @Patch(':id')
  @RequiresPermission('settings.write')
  @ApiOperation({
    summary: 'Change a setting',
    description:
      'Requires `lock_version`. An absent field keeps its value, null resets it to that of a new setting. A secret becomes readable only together with a new `value`. Settings that the service itself reads take effect at once. A global setting and the limits of a tenant also require the permission `settings.global`; `security.require_admin_mfa` requires a session that was signed in with a second factor (403 `IAM.MFA.REQUIRED`), and the owners are mailed.',
  })
  @Answers(AdminSettingResponse)
  @Raises(MfaRequiredError, VersionConflictError, ResourceImmutableFieldError, SettingSizeError)
  async updateAdminSetting(
    @CurrentAdmin() admin: AdminSession,
    @Param('id') id: string,
    @Body() body: AdminSettingRequest,
    @RequestClient() client: Client,
  ) {
    const lockVersion = body.expectedVersion();
    return new AdminSettingResponse(
      await this.settings.update(this.editors.of(admin, client), id, lockVersion, body.changes()),
    );
  }

  @Delete(':id')
  @RequiresPermission('settings.write')
  @ApiOperation({
    summary: 'Delete a setting',
    description:
      'The service then uses the next less specific setting with the same key (App, tenant, global), or the default. A global setting, the limits of a tenant and `security.require_admin_mfa` require the same as their change.',
  })
  @Answers(AdminDeleteResponse)
  @Raises(MfaRequiredError, VersionConflictError)
  async deleteAdminSetting(
    @CurrentAdmin() admin: AdminSession,
    @Param('id') id: string,
    @Query() query: LockVersionQuery,
    @RequestClient() client: Client,
  ) {
    await this.settings.delete(this.editors.of(admin, client), id, query.lock_version);
    return new AdminDeleteResponse(id);
  }
}
