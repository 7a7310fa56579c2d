import { Body, Delete, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation } from '@nestjs/swagger';
import { IamStateError, MemberQueries, MembersService, type AdminSession } from '@libs/iam';
import { ValidationFailedError } from '@libs/kernel';
import type { Response } from 'express';
import { Records, RequiresPermission } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { CurrentAdmin } from '../../surfaces/parameters';
import type { ApiRequest } from '../../http/request/request';
import { AnswersExport, StreamedExports } from '../../http/answers/streamed-export';
import { AdminController } from '../../surfaces/surfaces';
import { AdminReasonRequest } from '../common/admin-requests.dto';
import { AdminDeleteResponse } from '../common/admin-responses.dto';
import {
  AdminMemberExportQuery,
  AdminMemberListQuery,
  AdminMemberListResponse,
  AdminMemberResponse,
  memberExport,
} from './admin-members.dto';

@AdminController('apps/:app_id/members', 'Members')
@Records('member')
export class AdminMembersController {
  constructor(
    private readonly members: MembersService,
    private readonly queries: MemberQueries,
    private readonly exports: StreamedExports,
  ) {}

  @Get()
  @RequiresPermission('members.read')
  @ApiOperation({
    summary: 'List the members of an App',
    description: 'Newest first. `q` searches display name and identifiers.',
  })
  @Answers(AdminMemberListResponse)
  @Raises(ValidationFailedError)
  async listAdminMembers(
    @CurrentAdmin() { tenantId }: AdminSession,
    @Param('app_id') appId: string,
    @Query() query: AdminMemberListQuery,
  ) {
    const { q, status } = query;
    return new AdminMemberListResponse(query, await this.queries.list({ tenantId, appId }, { q, status }, query));
  }

  @Get('export')
  @RequiresPermission('members.export')
  @ApiOperation({
    summary: 'Export the members of an App',
    description:
      'Streams all members. Takes the filters of the list. In CSV a cell that a spreadsheet could take for a formula begins with an apostrophe.',
  })
  @AnswersExport('The members, most recently registered first')
  @Raises(ValidationFailedError)
  async exportAdminMembers(
    @CurrentAdmin() { tenantId }: AdminSession,
    @Param('app_id') appId: string,
    @Query() { format, q, status }: AdminMemberExportQuery,
    @Req() request: ApiRequest,
    @Res() response: Response,
  ): Promise<void> {
    const members = this.queries.stream({ tenantId, appId }, { q, status });
    await this.exports.send(request, response, tenantId, format, memberExport(appId, members));
  }

  @Post(':user_id/suspend')
  @RequiresPermission('members.write')
  @ApiOperation({
    summary: 'Suspend a member',
    description: 'The member can no longer sign in to the App, and all their sessions there end.',
  })
  @ApiBody({ type: AdminReasonRequest, required: false })
  @Answers(AdminMemberResponse)
  @Raises(IamStateError)
  async suspendAdminMember(
    @CurrentAdmin() { tenantId }: AdminSession,
    @Param('app_id') appId: string,
    @Param('user_id') userId: string,
    @Body() _: AdminReasonRequest,
  ) {
    return new AdminMemberResponse(await this.members.suspend({ tenantId, appId }, userId));
  }

  @Post(':user_id/activate')
  @RequiresPermission('members.write')
  @ApiOperation({
    summary: 'End the suspension of a member',
    description: 'A member whose address was not verified must still verify it.',
  })
  @Answers(AdminMemberResponse)
  @Raises(IamStateError)
  async activateAdminMember(
    @CurrentAdmin() { tenantId }: AdminSession,
    @Param('app_id') appId: string,
    @Param('user_id') userId: string,
  ) {
    return new AdminMemberResponse(await this.members.activate({ tenantId, appId }, userId));
  }

  @Delete(':user_id')
  @RequiresPermission('members.write')
  @ApiOperation({
    summary: 'Remove a member from an App',
    description: 'The member’s sessions at the App end. The account is kept and can join the App again.',
  })
  @Answers(AdminDeleteResponse)
  async deleteAdminMember(
    @CurrentAdmin() { tenantId }: AdminSession,
    @Param('app_id') appId: string,
    @Param('user_id') userId: string,
  ) {
    await this.members.delete({ tenantId, appId }, userId);
    return new AdminDeleteResponse(userId);
  }
}
