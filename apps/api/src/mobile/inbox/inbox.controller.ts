import { Body, Delete, Get, Param, Patch, Post, Query, Req } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { AppSnapshot } from '@libs/apps';
import type { MemberSession } from '@libs/iam';
import { DependencyUnavailableError, ResourceNotFoundError, ValidationFailedError } from '@libs/kernel';
import { InboxService } from '@libs/notifications';
import { Answers, Raises } from '../../http/answers/answers';
import { BooleanSuccessResponse } from '../../http/answers/common-responses.dto';
import type { ApiRequest } from '../../http/request/request';
import { CurrentApp, CurrentMember } from '../../surfaces/parameters';
import { MobileController } from '../../surfaces/surfaces';
import {
  InboxQuery,
  MobileNotificationOpenRequest,
  MobileNotificationPageResponse,
  MobileNotificationReadAllRequest,
  MobileUnreadCountResponse,
} from './inbox.dto';

@MobileController('me/notifications', 'Inbox')
@Raises(DependencyUnavailableError)
export class InboxController {
  constructor(private readonly inbox: InboxService) {}

  @Get()
  @ApiOperation({
    summary: 'List the member’s notices and messages',
    description: 'The newest first, in the language of the member. What was recalled or has expired is not among them.',
  })
  @Answers(MobileNotificationPageResponse)
  @Raises(ValidationFailedError)
  async listNotifications(
    @CurrentApp() { name, defaultLocale }: AppSnapshot,
    @CurrentMember() member: MemberSession,
    @Query() { unread, message_type, cursor, limit }: InboxQuery,
    @Req() { locale }: ApiRequest,
  ): Promise<MobileNotificationPageResponse> {
    const request = { unread: unread === 'true', type: message_type, cursor, limit };
    return new MobileNotificationPageResponse(await this.inbox.list(member, request, { name, locale, defaultLocale }));
  }

  @Get('unread-count')
  @ApiOperation({
    summary: 'Count what the member has not read',
    description: 'By type. What was recalled or has expired leaves the count within a minute.',
  })
  @Answers(MobileUnreadCountResponse)
  async countUnreadNotifications(@CurrentMember() member: MemberSession): Promise<MobileUnreadCountResponse> {
    return new MobileUnreadCountResponse(await this.inbox.unread(member));
  }

  @Patch(':id/read')
  @ApiOperation({
    summary: 'Mark a notice or message as read',
    description: 'The answer is the same if it was read before; the time of the first reading stays.',
  })
  @Answers(BooleanSuccessResponse)
  @Raises(ResourceNotFoundError)
  async readNotification(
    @CurrentMember() member: MemberSession,
    @Param('id') id: string,
  ): Promise<BooleanSuccessResponse> {
    await this.inbox.read(member, id);
    return new BooleanSuccessResponse();
  }

  @Post('read-all')
  @ApiOperation({
    summary: 'Mark all notices and messages as read',
    description:
      'With `before`, those that were delivered before that time: so that what the member has not seen stays.',
  })
  @Answers(BooleanSuccessResponse)
  @Raises(ValidationFailedError)
  async readAllNotifications(
    @CurrentMember() member: MemberSession,
    @Body() { before }: MobileNotificationReadAllRequest,
  ): Promise<BooleanSuccessResponse> {
    await this.inbox.readAll(member, before === undefined ? null : new Date(before));
    return new BooleanSuccessResponse();
  }

  @Post(':id/open')
  @ApiOperation({
    summary: 'Report that a notice or message was opened',
    description:
      'It is read with that. The first time counts in its statistics, by the channel that it was opened from.',
  })
  @Answers(BooleanSuccessResponse)
  @Raises(ResourceNotFoundError, ValidationFailedError)
  async openNotification(
    @CurrentMember() member: MemberSession,
    @Param('id') id: string,
    @Body() { channel }: MobileNotificationOpenRequest,
  ): Promise<BooleanSuccessResponse> {
    await this.inbox.open(member, id, channel ?? 'in_app');
    return new BooleanSuccessResponse();
  }

  @Delete(':id')
  @ApiOperation({
    summary: 'Delete a notice or message from the member’s inbox',
    description: 'It leaves the unread count as well. What others have of it stays.',
  })
  @Answers(BooleanSuccessResponse)
  @Raises(ResourceNotFoundError)
  async deleteNotification(
    @CurrentMember() member: MemberSession,
    @Param('id') id: string,
  ): Promise<BooleanSuccessResponse> {
    await this.inbox.delete(member, id);
    return new BooleanSuccessResponse();
  }
}
