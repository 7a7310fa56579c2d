import { Body, Get, Param, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { ServiceClient } from '@libs/iam';
import { ResourceNotFoundError, ValidationFailedError } from '@libs/kernel';
import { RecipientStatisticsQueries, SubmissionsService, SubmittedMessages } from '@libs/notifications';
import { RequiresScope } from '../../auth/service-access';
import { Answers, Raises } from '../../http/answers/answers';
import { RequiresIdempotencyKey } from '../../idempotency/idempotency.interceptor';
import { CurrentClient } from '../../surfaces/parameters';
import { ServiceController } from '../../surfaces/surfaces';
import {
  ServiceNotificationRequest,
  ServiceNotificationResponse,
  ServiceNotificationStatsResponse,
} from './service-notifications.dto';

@ServiceController('notifications', 'Service')
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
      'The message is published at once and delivered by workers soon after the answer. Administrators see it in the list of messages and can recall it. Exactly one of `user_ids` and `identifiers` names the recipients; only clients with the scope `members.read` are told which of them are members. Messages of the type `security` require the scope `notifications.security`.',
  })
  @Answers(ServiceNotificationResponse, { status: 202, description: 'Published' })
  @Raises(ValidationFailedError)
  async submitNotification(@CurrentClient() client: ServiceClient, @Body() body: ServiceNotificationRequest) {
    return new ServiceNotificationResponse(await this.submissions.submit(client, body.submission()));
  }

  @Get(':id')
  @RequiresScope('notifications.read', 'notifications.submit')
  @ApiOperation({
    summary: 'Get the delivery statistics of a message',
    description:
      'Finds any message sent by an API client of the tenant, but none of administrators. The figures would reveal whether a named recipient is a member: a client with only `notifications.submit` is told only whether the message was accepted, published or recalled.',
  })
  @Answers(ServiceNotificationStatsResponse)
  @Raises(ResourceNotFoundError)
  async getNotificationStatistics(@CurrentClient() { tenantId, scopes }: ServiceClient, @Param('id') id: string) {
    const message = await this.submitted.get(tenantId, id);
    const scope = { tenantId, appId: message.appId };
    const mayKnow = scopes.has('notifications.read') || scopes.has('members.read');
    const statistics = mayKnow ? await this.statistics.get(scope, 'message', id) : null;
    return new ServiceNotificationStatsResponse(message, statistics);
  }
}
