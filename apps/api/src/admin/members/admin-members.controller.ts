import { Body, Delete, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation } from '@nestjs/swagger';
import { IamStateError, MemberQueries, MembersService, type AdminSession } from '@libs/iam';
import { type SupportedLocale, ValidationFailedError } from '@libs/kernel';
import type { Response } from 'express';
import { RequiresPermission, Records } from '../../auth/admin-access';
import { DownloadableByLink, MadeLinks } from '../../auth/download-links';
import { Answers, Raises } from '../../http/answers/answers';
import { TakesQuery } from '../../http/fields/known-parameters.interceptor';
import { IgnoresIdempotencyKey } from '../../idempotency/idempotency.interceptor';
import { CurrentAdmin, AnswerLocale } from '../../surfaces/parameters';
import type { ApiRequest } from '../../http/request/request';
import { RangeNotSatisfiableError } from '../../http/request/request-errors';
import { AnswersExport, StreamedExports } from '../../http/answers/streamed-export';
import { AdminController } from '../../surfaces/surfaces';
import { AdminReasonRequest } from '../common/admin-requests.dto';
import { AdminDeleteResponse } from '../common/admin-responses.dto';
import { ABOUT_LINKS, AdminDownloadLinkResponse } from '../common/download-links.dto';
import { AdminMemberDetailResponse } from './admin-member-details.dto';
import {
  AdminMemberDownloadQuery,
  AdminMemberExportQuery,
  AdminMemberListQuery,
  AdminMemberListResponse,
  AdminMemberResponse,
  memberExport,
} from './admin-members.dto';
import { MemberDetails } from './member-details';

@AdminController('apps/:app_id/members', 'Members')
@Records('member')
export class AdminMembersController {
  constructor(
    private readonly members: MembersService,
    private readonly queries: MemberQueries,
    private readonly details: MemberDetails,
    private readonly exports: StreamedExports,
    private readonly links: MadeLinks,
  ) {}

  @Get()
  @RequiresPermission('members.read')
  @ApiOperation({
    summary: 'List the members of an App',
    description:
      'Newest first. `q` searches display name and identifiers. A `total` of 100,000 or more may be half a minute old.',
  })
  @Answers(AdminMemberListResponse)
  @Raises(ValidationFailedError)
  async listAdminMembers(
    @CurrentAdmin() { tenantId }: AdminSession,
    @Param('app_id') appId: string,
    @Query() query: AdminMemberListQuery,
    @AnswerLocale() locale: SupportedLocale,
  ) {
    const { q, status } = query;
    const found = await this.queries.list({ tenantId, appId }, { q, status }, query.in(locale));
    return new AdminMemberListResponse(query, found);
  }

  @Get('export')
  @DownloadableByLink()
  @RequiresPermission('members.export')
  @ApiOperation({
    summary: 'Export the members of an App',
    description:
      'Streams all members. Takes the filters of the list. In CSV a cell that a spreadsheet could take for a formula begins with an apostrophe.',
  })
  @AnswersExport('The members, most recently registered first')
  @Raises(RangeNotSatisfiableError, ValidationFailedError)
  async exportAdminMembers(
    @CurrentAdmin() { tenantId }: AdminSession,
    @Param('app_id') appId: string,
    @Query() { format, q, status }: AdminMemberDownloadQuery,
    @Req() request: ApiRequest,
    @Res() response: Response,
  ): Promise<void> {
    const members = this.queries.stream({ tenantId, appId }, { q, status });
    await this.exports.send(request, response, tenantId, format, memberExport(appId, members));
  }

  @Post('export/download-link')
  // Each link is good by itself, and its token is kept nowhere.
  @IgnoresIdempotencyKey()
  @TakesQuery()
  @RequiresPermission('members.export')
  @ApiOperation({
    summary: 'Make a link to the export of the members of an App',
    description: `Takes the query of the export. ${ABOUT_LINKS}`,
  })
  @Answers(AdminDownloadLinkResponse)
  @Raises(ValidationFailedError)
  async createAdminMemberExportLink(
    @Param('app_id') appId: string,
    @Query() _: AdminMemberExportQuery,
    @Req() request: ApiRequest,
  ) {
    return new AdminDownloadLinkResponse(
      await this.links.create(request, { resourceType: 'member', resourceId: null, appId }),
    );
  }

  @Get(':user_id')
  @RequiresPermission('members.read')
  @ApiOperation({
    summary: 'Get a member with devices, consents and memberships',
    description:
      'The member as in the list, and what there is of them at this App. `sessions` and `login_events`, also of this App, are for those who hold `sessions.read` or `security.read`; they are null otherwise.',
  })
  @Answers(AdminMemberDetailResponse)
  async getAdminMember(
    @CurrentAdmin() admin: AdminSession,
    @Param('app_id') appId: string,
    @Param('user_id') userId: string,
  ) {
    return new AdminMemberDetailResponse(await this.details.seenBy(admin, appId, userId));
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
