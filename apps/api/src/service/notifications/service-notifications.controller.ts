import { Body, Get, Param, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { ServiceClient } from '@libs/iam';
import { DependencyUnavailableError, ResourceNotFoundError, ValidationFailedError } from '@libs/kernel';
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
@Raises(DependencyUnavailableError)
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
      'It is published at once, as a message of an administrator is, and delivered by workers soon after the answer. Administrators find it in the list of messages and can recall it. The members are named by exactly one of `user_ids` and `identifiers`; who of them is one is told to clients with the scope `members.read` alone. Messages of the type `security` need the scope `notifications.security`.',
  })
  @Answers(ServiceNotificationResponse, { status: 202, description: 'Published' })
  @Raises(ValidationFailedError)
  async submitNotification(
    @CurrentClient() client: ServiceClient,
    @Body() body: ServiceNotificationRequest,
  ): Promise<ServiceNotificationResponse> {
    return new ServiceNotificationResponse(await this.submissions.submit(client, body.submission()));
  }

  @Get(':id')
  @RequiresScope('notifications.read', 'notifications.submit')
  @ApiOperation({
    summary: 'Tell what has become of a message',
    description:
      'Of any that an API client of the tenant has sent; those of administrators are not found here. Its figures tell whether a person who was named is a member: with `notifications.submit` alone it is told only that it was taken, published or recalled.',
  })
  @Answers(ServiceNotificationStatsResponse)
  @Raises(ResourceNotFoundError)
  async getNotificationStatistics(
    @CurrentClient() { tenantId, scopes }: ServiceClient,
    @Param('id') id: string,
  ): Promise<ServiceNotificationStatsResponse> {
    const message = await this.submitted.get(tenantId, id);
    const scope = { tenantId, appId: message.appId };
    const mayKnow = scopes.has('notifications.read') || scopes.has('members.read');
    const statistics = mayKnow ? await this.statistics.get(scope, 'message', id) : null;
    return new ServiceNotificationStatsResponse(message, statistics);
  }
}
