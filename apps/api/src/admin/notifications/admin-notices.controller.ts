import { Get, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { ManagedApp } from '@libs/apps';
import { ValidationFailedError } from '@libs/kernel';
import { Records, RequiresPermission } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { PathApp } from '../../surfaces/parameters';
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
  async listAdminNotices(@PathApp() app: ManagedApp, @Query() query: AdminNoticeListQuery) {
    const { q, status } = query;
    const found = await this.managed.list(scopeOf(app), 'notice', { q, status }, query);
    return new AdminNotificationMessageListResponse(query, found);
  }
}
