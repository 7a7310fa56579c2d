import { Get, Param, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { AdminSession } from '@libs/iam';
import { DeliveriesService, EndpointDisabledError } from '@libs/webhooks';
import { RequiresPermission } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { CurrentAdmin } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import { AdminWebhookDeliveryAcceptedResponse, AdminWebhookEventTypeListResponse } from './admin-webhook-responses.dto';

@AdminController('webhooks', 'Webhooks')
export class AdminWebhooksController {
  constructor(private readonly deliveries: DeliveriesService) {}

  @Get('event-types')
  @RequiresPermission('webhooks.read')
  @ApiOperation({
    summary: 'List the types of events that webhook endpoints may subscribe to',
    description: 'Each event type has a JSON Schema of the request body, and an example.',
  })
  @Answers(AdminWebhookEventTypeListResponse)
  listAdminWebhookEventTypes() {
    return new AdminWebhookEventTypeListResponse();
  }

  @Post('deliveries/:id/redeliver')
  @RequiresPermission('webhooks.write')
  @ApiOperation({
    summary: 'Deliver an event again',
    description:
      'Creates a new delivery of the event with one attempt, whatever the result of the previous one, with the same `webhook-id`, signed with the current secrets. The result does not affect the health of the endpoint.',
  })
  @Answers(AdminWebhookDeliveryAcceptedResponse, { status: 202 })
  @Raises(EndpointDisabledError)
  async redeliverAdminWebhookDelivery(@CurrentAdmin() { tenantId }: AdminSession, @Param('id') id: string) {
    return new AdminWebhookDeliveryAcceptedResponse(await this.deliveries.redeliver(tenantId, id));
  }
}
