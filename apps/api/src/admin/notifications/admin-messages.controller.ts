import { Get, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { ManagedApp } from '@libs/apps';
import { type SupportedLocale, ValidationFailedError } from '@libs/kernel';
import { RequiresPermission, Records } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { AnswerLocale, PathApp } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import { AdminMessageListQuery } from './admin-notification-requests.dto';
import { AdminNotificationMessageListResponse } from './admin-notification-responses.dto';
import { notificationHandlers, scopeOf } from './notification-handlers';

@AdminController('apps/:app_id/messages', 'Messages')
@Records('message')
@Raises(ValidationFailedError)
export class AdminMessagesController extends notificationHandlers('message') {
  @Get()
  @RequiresPermission('messages.read')
  @ApiOperation({
    summary: 'List the messages of an App',
    description: 'Newest first, without bodies. `q` searches titles in all languages.',
  })
  @Answers(AdminNotificationMessageListResponse)
  async listAdminMessages(
    @PathApp() app: ManagedApp,
    @Query() query: AdminMessageListQuery,
    @AnswerLocale() locale: SupportedLocale,
  ) {
    const { q, status, message_type: messageType } = query;
    const found = await this.managed.list(
      scopeOf(app),
      'message',
      { q, status, messageType },
      query.in(locale, app.defaultLocale),
    );
    return new AdminNotificationMessageListResponse(query, found);
  }
}
