import { Body, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import {
  AdminPasswordsService,
  AdminProfileService,
  AdminSessionsService,
  CurrentPasswordInvalidError,
  LoginThrottledError,
  OtherAdminSessionsService,
  type AdminSession,
  type Client,
} from '@libs/iam';
import { ValidationFailedError, VersionConflictError } from '@libs/kernel';
import { AboutOneself, Records } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { RequestClient } from '../../http/request/client';
import { BooleanSuccessResponse } from '../../http/answers/common-responses.dto';
import { IgnoresIdempotencyKey } from '../../idempotency/idempotency.interceptor';
import { CurrentAdmin } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import { AdminSessionRevocationResponse } from '../security/online-sessions.dto';
import {
  AdminContextResponse,
  AdminOwnSessionListResponse,
  AdminPasswordChangeRequest,
  AdminProfileResponse,
  AdminProfileUpdateRequest,
} from './admin-account.dto';

/** The administrator's own account, always in their own tenant. */
@AdminController('auth', 'Admin account')
@Records('session')
// Signing out, ending sessions and another password create nothing; a wrong password leaves its trace each time.
@IgnoresIdempotencyKey()
export class AdminAccountController {
  constructor(
    private readonly sessions: AdminSessionsService,
    private readonly others: OtherAdminSessionsService,
    private readonly passwords: AdminPasswordsService,
    private readonly profiles: AdminProfileService,
  ) {}

  @Post('logout')
  @AboutOneself('auth.logout', { duringEnrolment: true })
  @ApiOperation({
    summary: 'Sign out as an administrator',
    description: 'Ends the session. Its access token stops working with the next request.',
  })
  @Answers(BooleanSuccessResponse)
  async adminLogout(@CurrentAdmin() admin: AdminSession) {
    await this.sessions.logout(admin);
    return new BooleanSuccessResponse();
  }

  @Get('context')
  @AboutOneself('auth.context', { duringEnrolment: true })
  @ApiOperation({
    summary: 'Get the signed-in administrator and their permissions',
    description: 'The tenant, the roles of the administrator and the permissions that the roles grant.',
  })
  @Answers(AdminContextResponse)
  async getAdminContext(@CurrentAdmin() admin: AdminSession) {
    const [profile, tenant] = await Promise.all([this.profiles.get(admin), this.profiles.tenant(admin)]);
    return new AdminContextResponse(profile, tenant, admin);
  }

  @Get('profile')
  @AboutOneself('auth.profile')
  @ApiOperation({
    summary: 'Get the administrator’s own profile',
    description: 'Name, email address, locale, time zone and roles, and whether a second factor is set up.',
  })
  @Answers(AdminProfileResponse)
  async getAdminProfile(@CurrentAdmin() admin: AdminSession) {
    return new AdminProfileResponse(await this.profiles.get(admin));
  }

  @Patch('profile')
  @AboutOneself('auth.update_profile')
  @Records('user')
  @ApiOperation({
    summary: 'Change the administrator’s own profile',
    description: 'An absent field keeps its value; null resets it to its default.',
  })
  @Answers(AdminProfileResponse)
  @Raises(ValidationFailedError, VersionConflictError)
  async updateAdminProfile(@CurrentAdmin() admin: AdminSession, @Body() body: AdminProfileUpdateRequest) {
    return new AdminProfileResponse(await this.profiles.update(admin, body.lock_version, body.changes()));
  }

  @Post('password/change')
  @AboutOneself('auth.change_password')
  @Records('user')
  @ApiOperation({
    summary: 'Change the administrator’s own password',
    description: 'Ends all other sessions. A wrong current password counts as a failed sign-in.',
  })
  @Answers(BooleanSuccessResponse)
  @Raises(ValidationFailedError, CurrentPasswordInvalidError, LoginThrottledError)
  async changeAdminPassword(
    @CurrentAdmin() admin: AdminSession,
    @Body() body: AdminPasswordChangeRequest,
    @RequestClient() client: Client,
  ) {
    await this.passwords.change(admin, body.current_password, body.new_password, client);
    return new BooleanSuccessResponse();
  }

  @Get('sessions')
  @AboutOneself('auth.sessions')
  @ApiOperation({
    summary: 'List the administrator’s own active sessions',
    description: '`current` marks the session of this request.',
  })
  @Answers(AdminOwnSessionListResponse)
  async listOwnAdminSessions(@CurrentAdmin() admin: AdminSession) {
    return new AdminOwnSessionListResponse(await this.sessions.list(admin), admin.sessionId);
  }

  @Post('sessions/revoke-others')
  @AboutOneself('auth.revoke_other_sessions')
  @ApiOperation({
    summary: 'End the administrator’s own other sessions',
    description: 'The current session stays. The tokens of the others stop working with their next request.',
  })
  @Answers(AdminSessionRevocationResponse)
  async revokeOtherAdminSessions(@CurrentAdmin() admin: AdminSession, @RequestClient() client: Client) {
    return new AdminSessionRevocationResponse(await this.others.revoke(admin, client));
  }

  @Delete('sessions/:id')
  @AboutOneself('auth.revoke_session')
  @ApiOperation({
    summary: 'End one of the administrator’s own sessions',
    description:
      'The tokens of the session stop working with the next request. Ending the current session signs the administrator out.',
  })
  @Answers(BooleanSuccessResponse)
  async revokeOwnAdminSession(@CurrentAdmin() admin: AdminSession, @Param('id') id: string) {
    await this.sessions.revoke(admin, id);
    return new BooleanSuccessResponse();
  }
}
