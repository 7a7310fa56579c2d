import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOperation } from '@nestjs/swagger';
import type { ServiceClient } from '@libs/iam';
import { ResourceNotFoundError, ValidationFailedError } from '@libs/kernel';
import {
  NotificationStateError,
  RecipientStatisticsQueries,
  SubmissionsService,
  SubmittedMessages,
} from '@libs/notifications';
import { Records } from '../../auth/admin-access';
import { RequiresScope } from '../../auth/service-access';
import { Answers, Raises } from '../../http/answers/answers';
import { RequiresIdempotencyKey } from '../../idempotency/idempotency.interceptor';
import { CurrentClient } from '../../surfaces/parameters';
import { ServiceController } from '../../surfaces/surfaces';
import {
  ServiceNotificationListQuery,
  ServiceNotificationListResponse,
  ServiceNotificationMessageResponse,
  ServiceNotificationRecallRequest,
  ServiceNotificationRequest,
  ServiceNotificationResponse,
  ServiceNotificationStatsResponse,
} from './service-notifications.dto';

@ServiceController('notifications', 'Service')
@Records('message')
export class ServiceNotificationsController {
  constructor(
    private readonly submissions: SubmissionsService,
    private readonly submitted: SubmittedMessages,
    private readonly statistics: RecipientStatisticsQueries,
  ) {}

  @Post()
  @RequiresScope('notifications.submit')
  @RequiresIdempotencyKey()
  @ApiOperation({
    summary: 'Send a message to members of an App',
    description:
      'The message is published at once and delivered by workers soon after the answer. Administrators see it in the list of messages and can recall it. Exactly one of `user_ids`, `identifiers` and `audience` says whom it is for; only clients with the scope `members.read` are told which of them are members. Messages of the type `security` require the scope `notifications.security`.',
  })
  @Answers(ServiceNotificationResponse, { status: 202, description: 'Published' })
  @Raises(ResourceNotFoundError, ValidationFailedError)
  async submitNotification(@CurrentClient() client: ServiceClient, @Body() body: ServiceNotificationRequest) {
    return new ServiceNotificationResponse(await this.submissions.submit(client, body.submission()));
  }

  @Get()
  @RequiresScope('notifications.read')
  @ApiOperation({
    summary: 'List the messages that the client has sent',
    description: 'Newest first. Messages of other API clients and of administrators are not among them.',
  })
  @Answers(ServiceNotificationListResponse)
  @Raises(ValidationFailedError)
  async listSubmittedNotifications(
    @CurrentClient() client: ServiceClient,
    @Query() { app_id: appId, cursor, limit }: ServiceNotificationListQuery,
  ) {
    return new ServiceNotificationListResponse(await this.submitted.page(client, appId ?? null, { cursor, limit }));
  }

  @Get(':id')
  @RequiresScope('notifications.read')
  @ApiOperation({
    summary: 'Get the delivery statistics of a message',
    description: 'Finds the messages that the client has sent itself, and no others.',
  })
  @Answers(ServiceNotificationStatsResponse)
  @Raises(ResourceNotFoundError)
  async getNotificationStatistics(@CurrentClient() client: ServiceClient, @Param('id') id: string) {
    const message = await this.submitted.get(client, id);
    const scope = { tenantId: client.tenantId, appId: message.appId };
    return new ServiceNotificationStatsResponse(message, await this.statistics.get(scope, 'message', id));
  }

  @Post(':id/recall')
  @RequiresScope('notifications.submit')
  @ApiOperation({
    summary: 'Recall a message',
    description:
      'Takes a message that the client has sent itself out of all inboxes, read or not; pushes and emails not yet sent are cancelled. The record and the statistics are kept.',
  })
  @ApiBody({ type: ServiceNotificationRecallRequest, required: false })
  @Answers(ServiceNotificationMessageResponse)
  @Raises(NotificationStateError, ResourceNotFoundError, ValidationFailedError)
  async recallSubmittedNotification(
    @CurrentClient() client: ServiceClient,
    @Param('id') id: string,
    @Body() { reason }: ServiceNotificationRecallRequest,
  ) {
    return new ServiceNotificationMessageResponse(await this.submissions.recall(client, id, reason ?? null));
  }
}
