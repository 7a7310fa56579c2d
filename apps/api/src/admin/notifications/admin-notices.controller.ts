import { Get, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { ManagedApp } from '@libs/apps';
import { type SupportedLocale, ValidationFailedError } from '@libs/kernel';
import { RequiresPermission, Records } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { AnswerLocale, PathApp } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import { AdminNoticeListQuery } from './admin-notification-requests.dto';
import { AdminNotificationMessageListResponse } from './admin-notification-responses.dto';
import { notificationHandlers, scopeOf } from './notification-handlers';

@AdminController('apps/:app_id/notices', 'Notices')
@Records('notice')
@Raises(ValidationFailedError)
export class AdminNoticesController extends notificationHandlers('notice') {
  @Get()
  @RequiresPermission('notices.read')
  @ApiOperation({
    summary: 'List the notices of an App',
    description: 'Newest first, without bodies. `q` searches titles in all languages.',
  })
  @Answers(AdminNotificationMessageListResponse)
  async listAdminNotices(
    @PathApp() app: ManagedApp,
    @Query() query: AdminNoticeListQuery,
    @AnswerLocale() locale: SupportedLocale,
  ) {
    const { q, status } = query;
    const found = await this.managed.list(scopeOf(app), 'notice', { q, status }, query.in(locale, app.defaultLocale));
    return new AdminNotificationMessageListResponse(query, found);
  }
}
