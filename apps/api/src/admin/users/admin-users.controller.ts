import { Body, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import {
  IamStateError,
  IdentifierTakenError,
  LastOwnerError,
  LastPlatformAdminError,
  UserQueries,
  InvitationsService,
  UsersService,
  type AdminSession,
  type Client,
} from '@libs/iam';
import { type SupportedLocale, ValidationFailedError, VersionConflictError } from '@libs/kernel';
import { RequiresPermission, Records } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { RequestClient } from '../../http/request/client';
import { AnswerLocale, CurrentAdmin } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import { LockVersionRequest } from '../common/admin-requests.dto';
import { AccountActivity } from '../common/account-activity';
import { AdminDeleteResponse } from '../common/admin-responses.dto';
import { AdminUserDetailResponse, AdminUserListResponse, AdminUserResponse } from './admin-user-responses.dto';
import { AdminUserListQuery, AdminUserRequest, AdminUserUpdateRequest } from './admin-users.dto';

@AdminController('users', 'Users')
@Records('user')
export class AdminUsersController {
  constructor(
    private readonly users: UsersService,
    private readonly invitations: InvitationsService,
    private readonly queries: UserQueries,
    private readonly activity: AccountActivity,
  ) {}

  @Get()
  @RequiresPermission('users.read')
  @ApiOperation({
    summary: 'List the users of the tenant',
    description:
      'Newest first. `q` searches display name and identifiers. A user must match every filter. A `total` of 100,000 or more may be half a minute old.',
  })
  @Answers(AdminUserListResponse)
  @Raises(ValidationFailedError)
  async listAdminUsers(
    @CurrentAdmin() { tenantId }: AdminSession,
    @Query() query: AdminUserListQuery,
    @AnswerLocale() locale: SupportedLocale,
  ) {
    const { q, status, role, has_roles, app_id: appId, unit_id: unitId } = query;
    const filter = { q, status, role, hasRoles: has_roles && has_roles === 'true', appId, unitId };
    return new AdminUserListResponse(query, await this.queries.list(tenantId, filter, query.in(locale)));
  }

  @Post()
  @RequiresPermission('users.write')
  @ApiOperation({
    summary: 'Invite a user',
    description:
      'Mails a link to choose a password, valid for 72 hours. Assigning roles also requires `roles.assign`; the roles may hold only permissions that the administrator has.',
  })
  @Answers(AdminUserResponse, { status: 201 })
  @Raises(IdentifierTakenError)
  async inviteAdminUser(
    @CurrentAdmin() admin: AdminSession,
    @Body() body: AdminUserRequest,
    @RequestClient() { locale }: Client,
  ) {
    const invitation = { ...body.values(), roles: body.roles ?? [] };
    return new AdminUserResponse(await this.invitations.invite(admin, invitation, locale));
  }

  @Get(':id')
  @RequiresPermission('users.read')
  @ApiOperation({
    summary: 'Get a user with identifiers, memberships and roles',
    description:
      'Identifiers are not masked. `sessions` and `login_events`, of every App and the administration, are for those who hold `sessions.read` or `security.read`; they are null otherwise.',
  })
  @Answers(AdminUserDetailResponse)
  async getAdminUser(@CurrentAdmin() admin: AdminSession, @Param('id') id: string) {
    const found = await this.queries.get(admin.tenantId, id);
    return new AdminUserDetailResponse({ ...found, ...(await this.activity.seenBy(admin, { userId: id })) });
  }

  @Patch(':id')
  @RequiresPermission('users.write')
  @ApiOperation({
    summary: 'Change the name and locale of a user',
    description: 'Requires `lock_version`. An absent field keeps its value.',
  })
  @Answers(AdminUserResponse)
  @Raises(VersionConflictError)
  async updateAdminUser(
    @CurrentAdmin() admin: AdminSession,
    @Param('id') id: string,
    @Body() body: AdminUserUpdateRequest,
  ) {
    return new AdminUserResponse(await this.users.update(admin, id, body.lock_version, body.changes()));
  }

  @Delete(':id')
  @RequiresPermission('users.delete')
  @ApiOperation({
    summary: 'Delete a user permanently',
    description:
      'Erases all personal data of the user and ends all sessions and memberships. The address can be used again.',
  })
  @Answers(AdminDeleteResponse)
  @Raises(LastOwnerError, LastPlatformAdminError)
  async deleteAdminUser(@CurrentAdmin() admin: AdminSession, @Param('id') id: string) {
    await this.users.delete(admin, id);
    return new AdminDeleteResponse(id);
  }

  @Post(':id/enable')
  @RequiresPermission('users.write')
  @ApiOperation({
    summary: 'Enable a disabled user',
    description: 'The user can sign in again. Sessions that were ended do not come back.',
  })
  @Answers(AdminUserResponse)
  @Raises(VersionConflictError, IamStateError)
  async enableAdminUser(
    @CurrentAdmin() admin: AdminSession,
    @Param('id') id: string,
    @Body() body: LockVersionRequest,
  ) {
    return new AdminUserResponse(await this.users.enable(admin, id, body.lock_version));
  }

  @Post(':id/disable')
  @RequiresPermission('users.write')
  @ApiOperation({
    summary: 'Disable a user',
    description: 'Ends all sessions of the user, at every App.',
  })
  @Answers(AdminUserResponse)
  @Raises(VersionConflictError, IamStateError, LastOwnerError, LastPlatformAdminError)
  async disableAdminUser(
    @CurrentAdmin() admin: AdminSession,
    @Param('id') id: string,
    @Body() body: LockVersionRequest,
  ) {
    return new AdminUserResponse(await this.users.disable(admin, id, body.lock_version));
  }
}
