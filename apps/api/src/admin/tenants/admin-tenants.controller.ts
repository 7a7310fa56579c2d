import { Body, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import {
  CodeTakenError,
  IamStateError,
  PlatformTenantError,
  TenantAdministrationService,
  TenantStore,
  type Client,
} from '@libs/iam';
import { type SupportedLocale, ValidationFailedError, VersionConflictError } from '@libs/kernel';
import { RequiresPermission, Records } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { RequestClient } from '../../http/request/client';
import { AnswerLocale } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import { LockVersionRequest } from '../common/admin-requests.dto';
import {
  AdminTenantListQuery,
  AdminTenantListResponse,
  AdminTenantRequest,
  AdminTenantResponse,
  AdminTenantUpdateRequest,
} from './admin-tenants.dto';

@AdminController('tenants', 'Tenants')
@Records('tenant')
export class AdminTenantsController {
  constructor(
    private readonly tenants: TenantAdministrationService,
    private readonly store: TenantStore,
  ) {}

  @Get()
  @RequiresPermission('tenants.read')
  @ApiOperation({
    summary: 'List the tenants of the platform',
    description: 'Newest first. `q` searches code and name; `dcloud_appid` finds the tenant whose App has claimed it.',
  })
  @Answers(AdminTenantListResponse)
  @Raises(ValidationFailedError)
  async listAdminTenants(@Query() query: AdminTenantListQuery, @AnswerLocale() locale: SupportedLocale) {
    const { q, status, dcloud_appid: dcloudAppid } = query;
    return new AdminTenantListResponse(query, await this.store.list({ q, status, dcloudAppid }, query.in(locale)));
  }

  @Post()
  @RequiresPermission('tenants.write')
  @ApiOperation({
    summary: 'Create a tenant',
    description: 'The tenant gets a default App and the built-in roles. The owner is sent an invitation by email.',
  })
  @Answers(AdminTenantResponse, { status: 201 })
  @Raises(CodeTakenError)
  async createAdminTenant(@Body() body: AdminTenantRequest, @RequestClient() { locale }: Client) {
    const tenant = { ...body.values(), owner: body.owner.values() };
    return new AdminTenantResponse(await this.tenants.create(tenant, locale));
  }

  @Get(':id')
  @RequiresPermission('tenants.read')
  @ApiOperation({
    summary: 'Get a tenant',
    description: 'The tenant, in any status.',
  })
  @Answers(AdminTenantResponse)
  async getAdminTenant(@Param('id') id: string) {
    return new AdminTenantResponse(await this.store.get(id));
  }

  @Patch(':id')
  @RequiresPermission('tenants.write')
  @ApiOperation({
    summary: 'Change the name of a tenant',
    description: 'Requires `lock_version`. The code of a tenant never changes.',
  })
  @Answers(AdminTenantResponse)
  @Raises(VersionConflictError)
  async updateAdminTenant(@Param('id') id: string, @Body() body: AdminTenantUpdateRequest) {
    return new AdminTenantResponse(await this.tenants.update(id, body.lock_version, body.changes()));
  }

  @Post(':id/enable')
  @RequiresPermission('tenants.write')
  @ApiOperation({
    summary: 'Enable a disabled tenant',
    description: 'The Apps of the tenant become available and its users can sign in again.',
  })
  @Answers(AdminTenantResponse)
  @Raises(VersionConflictError, IamStateError)
  async enableAdminTenant(@Param('id') id: string, @Body() body: LockVersionRequest) {
    return new AdminTenantResponse(await this.tenants.enable(id, body.lock_version));
  }

  @Post(':id/disable')
  @RequiresPermission('tenants.write')
  @ApiOperation({
    summary: 'Disable a tenant',
    description: 'Until the tenant is enabled again, its Apps are unavailable and none of its users is signed in.',
  })
  @Answers(AdminTenantResponse)
  @Raises(VersionConflictError, IamStateError, PlatformTenantError)
  async disableAdminTenant(@Param('id') id: string, @Body() body: LockVersionRequest) {
    return new AdminTenantResponse(await this.tenants.disable(id, body.lock_version));
  }
}
