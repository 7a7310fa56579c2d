import { Body, Delete, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import {
  type AdminSession,
  MAX_UNIT_LEVELS,
  MAX_UNITS,
  OrganizationQueries,
  OrganizationService,
  OrganizationUnitInUseError,
  OrganizationUnitLimitError,
} from '@libs/iam';
import { ResourceConflictError, type SupportedLocale, ValidationFailedError, VersionConflictError } from '@libs/kernel';
import { RequiresPermission, Records } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { AnswerLocale, CurrentAdmin } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import { LockVersionQuery } from '../common/admin-requests.dto';
import { AdminDeleteResponse } from '../common/admin-responses.dto';
import {
  AdminOrganizationUnitListQuery,
  AdminOrganizationUnitListResponse,
  AdminOrganizationUnitMemberListQuery,
  AdminOrganizationUnitMemberListResponse,
  AdminOrganizationUnitMembersRequest,
  AdminOrganizationUnitMoveRequest,
  AdminOrganizationUnitRequest,
  AdminOrganizationUnitResponse,
  AdminOrganizationUnitUpdateRequest,
} from './admin-organization.dto';

@AdminController('organization/units', 'Organization')
@Records('organization_unit')
@Raises(ValidationFailedError)
export class AdminOrganizationController {
  constructor(
    private readonly organization: OrganizationService,
    private readonly queries: OrganizationQueries,
  ) {}

  @Get()
  @RequiresPermission('organization.read')
  @ApiOperation({
    summary: 'List the organization units',
    description:
      'In depth-first order of the tree: a unit is followed by its descendants; siblings are ordered by `sort_order` and name. `q` searches names; `path` has the ancestors of each unit.',
  })
  @Answers(AdminOrganizationUnitListResponse)
  async listAdminOrganizationUnits(
    @CurrentAdmin() { tenantId }: AdminSession,
    @Query() query: AdminOrganizationUnitListQuery,
    @AnswerLocale() locale: SupportedLocale,
  ) {
    const found = await this.queries.list(tenantId, query.q, query.in(locale));
    return new AdminOrganizationUnitListResponse(query, found);
  }

  @Post()
  @RequiresPermission('organization.write')
  @ApiOperation({
    summary: 'Create an organization unit',
    description: `A tenant has at most ${MAX_UNITS}, on at most ${MAX_UNIT_LEVELS} levels.`,
  })
  @Answers(AdminOrganizationUnitResponse, { status: 201 })
  @Raises(ResourceConflictError, OrganizationUnitLimitError)
  async createAdminOrganizationUnit(
    @CurrentAdmin() { tenantId }: AdminSession,
    @Body() body: AdminOrganizationUnitRequest,
  ) {
    return new AdminOrganizationUnitResponse(await this.organization.create(tenantId, body.values()));
  }

  @Get(':id')
  @RequiresPermission('organization.read')
  @ApiOperation({ summary: 'Get an organization unit', description: 'The unit with the names of its ancestors.' })
  @Answers(AdminOrganizationUnitResponse)
  async getAdminOrganizationUnit(@CurrentAdmin() { tenantId }: AdminSession, @Param('id') id: string) {
    return new AdminOrganizationUnitResponse(await this.queries.get(tenantId, id));
  }

  @Patch(':id')
  @RequiresPermission('organization.write')
  @ApiOperation({
    summary: 'Change an organization unit',
    description:
      'An absent field keeps its value; null resets it. To change the parent, use `POST /admin-api/v1/organization/units/{id}/move`.',
  })
  @Answers(AdminOrganizationUnitResponse)
  @Raises(VersionConflictError, ResourceConflictError)
  async updateAdminOrganizationUnit(
    @CurrentAdmin() { tenantId }: AdminSession,
    @Param('id') id: string,
    @Body() body: AdminOrganizationUnitUpdateRequest,
  ) {
    const unit = await this.organization.update(tenantId, id, body.lock_version, body.changes());
    return new AdminOrganizationUnitResponse(unit);
  }

  @Delete(':id')
  @RequiresPermission('organization.write')
  @ApiOperation({
    summary: 'Delete an empty organization unit',
    description: 'The unit must have neither members nor child units.',
  })
  @Answers(AdminDeleteResponse)
  @Raises(VersionConflictError, OrganizationUnitInUseError)
  async deleteAdminOrganizationUnit(
    @CurrentAdmin() { tenantId }: AdminSession,
    @Param('id') id: string,
    @Query() query: LockVersionQuery,
  ) {
    await this.organization.delete(tenantId, id, query.lock_version);
    return new AdminDeleteResponse(id);
  }

  @Post(':id/move')
  @RequiresPermission('organization.write')
  @ApiOperation({
    summary: 'Move an organization unit',
    description:
      'The descendants of the unit move with it. The new parent can be neither the unit itself nor a descendant, and no unit may exceed the maximum level.',
  })
  @Answers(AdminOrganizationUnitResponse)
  @Raises(VersionConflictError, ResourceConflictError)
  async moveAdminOrganizationUnit(
    @CurrentAdmin() { tenantId }: AdminSession,
    @Param('id') id: string,
    @Body() body: AdminOrganizationUnitMoveRequest,
  ) {
    const unit = await this.organization.move(tenantId, id, body.lock_version, body.parent_id);
    return new AdminOrganizationUnitResponse(unit);
  }

  @Get(':id/members')
  @RequiresPermission('organization.read')
  @ApiOperation({
    summary: 'List the members of an organization unit',
    description: 'The members of the unit itself, without those of its descendants; the last to join comes first.',
  })
  @Answers(AdminOrganizationUnitMemberListResponse)
  async listAdminOrganizationUnitMembers(
    @CurrentAdmin() { tenantId }: AdminSession,
    @Param('id') id: string,
    @Query() query: AdminOrganizationUnitMemberListQuery,
    @AnswerLocale() locale: SupportedLocale,
  ) {
    const found = await this.queries.members(tenantId, id, query.in(locale));
    return new AdminOrganizationUnitMemberListResponse(query, found);
  }

  @Put(':id/members')
  @RequiresPermission('organization.write')
  @ApiOperation({
    summary: 'Replace the members of an organization unit',
    description:
      'Users who are not in the list are removed from this unit only: a user may belong to several units. The `lock_version` of the unit does not change.',
  })
  @Answers(AdminOrganizationUnitResponse)
  async replaceAdminOrganizationUnitMembers(
    @CurrentAdmin() { tenantId }: AdminSession,
    @Param('id') id: string,
    @Body() { user_ids: userIds }: AdminOrganizationUnitMembersRequest,
  ) {
    return new AdminOrganizationUnitResponse(await this.organization.replaceMembers(tenantId, id, userIds));
  }
}
