import { Module } from '@nestjs/common';
import { WebhooksModule } from '@libs/webhooks';
import { AdminWebhookEndpointsController } from './admin-webhook-endpoints.controller';
import { AdminWebhooksController } from './admin-webhooks.controller';

@Module({ imports: [WebhooksModule], controllers: [AdminWebhookEndpointsController, AdminWebhooksController] })
export class AdminWebhooksModule {}
