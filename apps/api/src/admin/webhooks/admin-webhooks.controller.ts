import { Get, Param, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { AdminSession } from '@libs/iam';
import { DeliveriesService, EndpointDisabledError } from '@libs/webhooks';
import { KeepsToApps, Records, RequiresPermission } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { CurrentAdmin } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import {
  AdminWebhookDeliveryAcceptedResponse,
  AdminWebhookDeliveryDetailResponse,
  AdminWebhookEventTypeListResponse,
} from './admin-webhook-responses.dto';

@AdminController('webhooks', 'Webhooks')
@Records('webhook_delivery')
export class AdminWebhooksController {
  constructor(private readonly deliveries: DeliveriesService) {}

  // They are the same everywhere.
  @Get('event-types')
  @KeepsToApps()
  @RequiresPermission('webhooks.read')
  @ApiOperation({
    summary: 'List the types of events that webhook endpoints may subscribe to',
    description: 'Each event type has a JSON Schema of the request body, and an example.',
  })
  @Answers(AdminWebhookEventTypeListResponse)
  listAdminWebhookEventTypes() {
    return new AdminWebhookEventTypeListResponse();
  }

  @Get('deliveries/:id')
  @RequiresPermission('webhooks.read')
  @ApiOperation({
    summary: 'Get a delivery with what was sent and answered',
    description:
      'The body of the request, and the first 4 KiB of the answer to the last attempt. Both are told for 7 days after the last attempt, the delivery for 30 days.',
  })
  @Answers(AdminWebhookDeliveryDetailResponse)
  async getAdminWebhookDelivery(@CurrentAdmin() { tenantId }: AdminSession, @Param('id') id: string) {
    return new AdminWebhookDeliveryDetailResponse(await this.deliveries.get(tenantId, id));
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
