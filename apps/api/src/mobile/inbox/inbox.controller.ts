import { Body, Delete, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';
import type { AppSnapshot } from '@libs/apps';
import type { MemberSession } from '@libs/iam';
import { ResourceNotFoundError, type SupportedLocale, ValidationFailedError } from '@libs/kernel';
import { InboxCounters, InboxItems, InboxService } from '@libs/notifications';
import { LOCALISED } from '../../http/answers/answer-headers';
import { Answers, Raises } from '../../http/answers/answers';
import { localised } from '../../http/answers/cached-answer';
import { BooleanSuccessResponse } from '../../http/answers/common-responses.dto';
import { AnswerLocale, CurrentApp, CurrentMember } from '../../surfaces/parameters';
import { MobileController } from '../../surfaces/surfaces';
import {
  InboxQuery,
  MobileInboxItemResponse,
  MobileNotificationOpenRequest,
  MobileNotificationPageResponse,
  MobileNotificationReadAllRequest,
  MobileUnreadCountResponse,
} from './inbox.dto';

@MobileController('me/notifications', 'Inbox')
export class InboxController {
  constructor(
    private readonly inbox: InboxService,
    private readonly counters: InboxCounters,
    private readonly items: InboxItems,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'List the member’s notices and messages',
    description:
      'The newest comes first; texts are in the language of the member. Recalled and expired items are left out.',
  })
  @Answers(MobileNotificationPageResponse, { headers: LOCALISED })
  @Raises(ValidationFailedError)
  async listNotifications(
    @CurrentApp() { name, defaultLocale }: AppSnapshot,
    @CurrentMember() member: MemberSession,
    @Query() { unread, message_type, cursor, limit }: InboxQuery,
    @AnswerLocale() locale: SupportedLocale,
    @Res({ passthrough: true }) response: Response,
  ) {
    const isUnread = unread === undefined ? undefined : unread === 'true';
    const request = { unread: isUnread, type: message_type, cursor, limit };
    localised(response, locale);
    return new MobileNotificationPageResponse(await this.inbox.list(member, request, { name, locale, defaultLocale }));
  }

  @Get('unread-count')
  @ApiOperation({
    summary: 'Count the member’s unread notices and messages',
    description: 'Counts by type. Recalled and expired items leave the count within a minute.',
  })
  @Answers(MobileUnreadCountResponse)
  async countUnreadNotifications(@CurrentMember() member: MemberSession) {
    return new MobileUnreadCountResponse(await this.counters.unread(member));
  }

  @Get(':id')
  @ApiOperation({
    summary: 'Get one of the member’s notices and messages',
    description:
      'Finds what a push names by its id, also a marketing message that the member gets by push or email alone, for 30 days. Recalled, expired and deleted items are not found.',
  })
  @Answers(MobileInboxItemResponse, { headers: LOCALISED })
  @Raises(ResourceNotFoundError)
  async getNotification(
    @CurrentApp() { name, defaultLocale }: AppSnapshot,
    @CurrentMember() member: MemberSession,
    @Param('id') id: string,
    @AnswerLocale() locale: SupportedLocale,
    @Res({ passthrough: true }) response: Response,
  ) {
    const item = await this.inbox.get(member, id, { name, locale, defaultLocale });
    localised(response, locale);
    return new MobileInboxItemResponse(item);
  }

  @Patch(':id/read')
  @ApiOperation({
    summary: 'Mark a notice or message as read',
    description: 'The answer is the same if the item was read before; the time of the first reading is kept.',
  })
  @Answers(BooleanSuccessResponse)
  @Raises(ResourceNotFoundError)
  async readNotification(@CurrentMember() member: MemberSession, @Param('id') id: string) {
    await this.items.read(member, id);
    return new BooleanSuccessResponse();
  }

  @Post('read-all')
  @ApiOperation({
    summary: 'Mark all notices and messages as read',
    description:
      'With `before` only items delivered before that time are marked, so that items which the member has not seen yet stay unread.',
  })
  @Answers(BooleanSuccessResponse)
  @Raises(ValidationFailedError)
  async readAllNotifications(
    @CurrentMember() member: MemberSession,
    @Body() { before }: MobileNotificationReadAllRequest,
  ) {
    await this.items.readAll(member, before === undefined ? null : new Date(before));
    return new BooleanSuccessResponse();
  }

  @Post(':id/open')
  @ApiOperation({
    summary: 'Report that a notice or message was opened',
    description:
      'The item is marked as read. The first opening counts in the statistics of the notice or message, under the channel from which it was opened.',
  })
  @Answers(BooleanSuccessResponse)
  @Raises(ResourceNotFoundError, ValidationFailedError)
  async openNotification(
    @CurrentMember() member: MemberSession,
    @Param('id') id: string,
    @Body() { channel }: MobileNotificationOpenRequest,
  ) {
    await this.items.open(member, id, channel ?? 'in_app');
    return new BooleanSuccessResponse();
  }

  @Delete(':id')
  @ApiOperation({
    summary: 'Delete a notice or message from the member’s inbox',
    description: 'The item also leaves the unread count. The inboxes of other members are unaffected.',
  })
  @Answers(BooleanSuccessResponse)
  @Raises(ResourceNotFoundError)
  async deleteNotification(@CurrentMember() member: MemberSession, @Param('id') id: string) {
    await this.items.delete(member, id);
    return new BooleanSuccessResponse();
  }
}
