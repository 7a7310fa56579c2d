import { Body, Param, Post, Put } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import {
  LastOwnerError,
  LastPlatformAdminError,
  OnlineSessionsService,
  UserAccessService,
  UserUnreachableError,
  type AdminSession,
  type Client,
} from '@libs/iam';
import { Records, RequiresPermission } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { RequestClient } from '../../http/request/client';
import { BooleanSuccessResponse } from '../../http/answers/common-responses.dto';
import { CurrentAdmin } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import { AdminUserResponse } from './admin-user-responses.dto';
import { AdminUserRolesRequest } from './admin-users.dto';

@AdminController('users/:id', 'Users')
@Records('user')
export class AdminUserAccessController {
  constructor(
    private readonly access: UserAccessService,
    private readonly sessions: OnlineSessionsService,
  ) {}

  @Put('roles')
  @RequiresPermission('roles.assign')
  @ApiOperation({
    summary: 'Replace the roles of a user',
    description: 'A role that is added or removed may hold only permissions that the administrator has.',
  })
  @Answers(AdminUserResponse)
  @Raises(LastOwnerError, LastPlatformAdminError)
  async assignAdminUserRoles(
    @CurrentAdmin() admin: AdminSession,
    @Param('id') id: string,
    @Body() { roles }: AdminUserRolesRequest,
  ) {
    return new AdminUserResponse(await this.access.assignRoles(admin, id, roles));
  }

  @Post('revoke-sessions')
  @RequiresPermission('users.write')
  @ApiOperation({
    summary: 'End all sessions of a user',
    description: 'Ends the sessions at every App and in the administration.',
  })
  @Answers(BooleanSuccessResponse)
  async revokeAdminUserSessions(@CurrentAdmin() admin: AdminSession, @Param('id') id: string) {
    await this.sessions.revokeAllOf(admin, id);
    return new BooleanSuccessResponse();
  }

  @Post('send-password-reset')
  @RequiresPermission('users.write')
  @ApiOperation({
    summary: 'Mail a user a link to set a new password',
    description: 'A user who has not accepted the invitation yet is invited again.',
  })
  @Answers(BooleanSuccessResponse)
  @Raises(UserUnreachableError)
  async sendAdminUserPasswordReset(
    @CurrentAdmin() admin: AdminSession,
    @Param('id') id: string,
    @RequestClient() { locale }: Client,
  ) {
    await this.access.sendPasswordReset(admin, id, locale);
    return new BooleanSuccessResponse();
  }
}
