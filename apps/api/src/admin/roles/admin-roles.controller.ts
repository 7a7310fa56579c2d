import { Body, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import {
  BuiltInRoleError,
  CodeTakenError,
  PERMISSIONS,
  RoleInUseError,
  RolesService,
  RoleStore,
  type AdminSession,
} from '@libs/iam';
import { type SupportedLocale, ValidationFailedError, VersionConflictError } from '@libs/kernel';
import { RequiresPermission, Records } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { BooleanSuccessResponse } from '../../http/answers/common-responses.dto';
import { AnswerLocale, CurrentAdmin } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import {
  AdminPermissionListResponse,
  AdminRoleListQuery,
  AdminRoleListResponse,
  AdminRoleRequest,
  AdminRoleResponse,
  AdminRoleUpdateRequest,
} from './admin-roles.dto';

@AdminController('roles', 'Roles')
@Records('role')
export class AdminRolesController {
  constructor(
    private readonly roles: RolesService,
    private readonly store: RoleStore,
  ) {}

  @Get()
  @RequiresPermission('roles.read')
  @ApiOperation({ summary: 'List the roles of the tenant', description: 'Newest first. `q` searches code and name.' })
  @Answers(AdminRoleListResponse)
  @Raises(ValidationFailedError)
  async listAdminRoles(
    @CurrentAdmin() { tenantId }: AdminSession,
    @Query() query: AdminRoleListQuery,
    @AnswerLocale() locale: SupportedLocale,
  ) {
    return new AdminRoleListResponse(query, await this.store.list(tenantId, query.q, query.in(locale)));
  }

  @Post()
  @RequiresPermission('roles.write')
  @ApiOperation({
    summary: 'Create a role',
    description:
      'The role may hold only permissions that the administrator has. `tenants.*` is for roles of the platform tenant.',
  })
  @Answers(AdminRoleResponse, { status: 201 })
  @Raises(CodeTakenError)
  async createAdminRole(@CurrentAdmin() admin: AdminSession, @Body() body: AdminRoleRequest) {
    return new AdminRoleResponse(await this.roles.create(admin, body.values()));
  }

  @Get(':code')
  @RequiresPermission('roles.read')
  @ApiOperation({
    summary: 'Get a role',
    description: 'The role with the permissions that it holds.',
  })
  @Answers(AdminRoleResponse)
  async getAdminRole(@CurrentAdmin() { tenantId }: AdminSession, @Param('code') code: string) {
    return new AdminRoleResponse(await this.store.get(tenantId, code));
  }

  @Patch(':code')
  @RequiresPermission('roles.write')
  @ApiOperation({
    summary: 'Change a role',
    description:
      'Affects all users with the role from their next request on. Permissions added or removed must be among the administrator’s own.',
  })
  @Answers(AdminRoleResponse)
  @Raises(VersionConflictError, BuiltInRoleError)
  async updateAdminRole(
    @CurrentAdmin() admin: AdminSession,
    @Param('code') code: string,
    @Body() body: AdminRoleUpdateRequest,
  ) {
    return new AdminRoleResponse(await this.roles.update(admin, code, body.lock_version, body.changes()));
  }

  @Delete(':code')
  @RequiresPermission('roles.write')
  @ApiOperation({
    summary: 'Delete an unassigned role',
    description: 'Refused with 409 while a user has the role, and for built-in roles.',
  })
  @Answers(BooleanSuccessResponse)
  @Raises(BuiltInRoleError, RoleInUseError)
  async deleteAdminRole(@CurrentAdmin() admin: AdminSession, @Param('code') code: string) {
    await this.roles.delete(admin, code);
    return new BooleanSuccessResponse();
  }
}

@AdminController('permissions', 'Roles')
export class AdminPermissionsController {
  @Get()
  @RequiresPermission('roles.read')
  @ApiOperation({
    summary: 'List all permissions',
    description: 'Every permission that a role may hold, ordered by module.',
  })
  @Answers(AdminPermissionListResponse)
  listAdminPermissions() {
    return new AdminPermissionListResponse({ items: PERMISSIONS });
  }
}
