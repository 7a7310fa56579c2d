import { Body, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { type AdminSession, AppsLimitedError, OnlineSessions, OnlineSessionsService } from '@libs/iam';
import { type SupportedLocale, ValidationFailedError } from '@libs/kernel';
import { KeepsToApps, RequiresPermission, Records } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { AnswerLocale, CurrentAdmin } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import { AdminDeleteResponse } from '../common/admin-responses.dto';
import {
  AdminSessionListResponse,
  AdminSessionQuery,
  AdminSessionRevocationRequest,
  AdminSessionRevocationResponse,
} from './online-sessions.dto';

@AdminController('sessions', 'Security')
@Records('session')
export class OnlineSessionsController {
  constructor(
    private readonly online: OnlineSessions,
    private readonly sessions: OnlineSessionsService,
  ) {}

  @Get()
  @KeepsToApps()
  @RequiresPermission('sessions.read')
  @ApiOperation({
    summary: 'List the live sessions',
    description:
      'The live sessions of members and administrators, the most recently active first. A session must match every filter. At most 10,000 sessions are counted and listed; use filters to reach others. `q` searches names, and identifiers for those who hold `users.read`.',
  })
  @Answers(AdminSessionListResponse)
  @Raises(ValidationFailedError)
  async listAdminSessions(
    @CurrentAdmin() admin: AdminSession,
    @Query() query: AdminSessionQuery,
    @AnswerLocale() locale: SupportedLocale,
  ) {
    return new AdminSessionListResponse(
      query,
      await this.online.list(admin.tenantId, query.filterFor(admin), query.in(locale)),
      admin.sessionId,
    );
  }

  @Delete(':id')
  @KeepsToApps()
  @RequiresPermission('sessions.revoke')
  @ApiOperation({
    summary: 'End a session',
    description:
      'The tokens of the session stop working with the next request. Sessions of a user with a role that the administrator may not assign cannot be ended; ending the administrator’s own session signs out.',
  })
  @Answers(AdminDeleteResponse)
  async revokeAdminSession(@CurrentAdmin() admin: AdminSession, @Param('id') id: string) {
    await this.sessions.end(admin, id);
    return new AdminDeleteResponse(id);
  }

  @Post('revoke')
  @KeepsToApps()
  @RequiresPermission('sessions.revoke')
  @ApiOperation({
    summary: 'End the sessions of a user or at an App',
    description:
      'With both `user_id` and `app_id`, only the sessions of the user at the App end. Their tokens stop working with the next request, whatever their number. The session of the request stays. One security event and one `session.revoked` tell what was named and how many ended.',
  })
  @Answers(AdminSessionRevocationResponse)
  @Raises(AppsLimitedError)
  async revokeAdminSessions(
    @CurrentAdmin() admin: AdminSession,
    @Body() { user_id: userId, app_id: appId }: AdminSessionRevocationRequest,
  ) {
    return new AdminSessionRevocationResponse(await this.sessions.revoke(admin, { userId, appId }));
  }
}
