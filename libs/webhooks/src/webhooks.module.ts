import { Module } from '@nestjs/common';
import { SealedColumns } from '@libs/foundation';
import type { EntitySchema } from 'typeorm';
import { ClosedEndpointsHandler } from './application/deliveries/closed-endpoints.handler';
import { DeliveriesService } from './application/deliveries/deliveries.service';
import { DeliveryHandler } from './application/deliveries/delivery.handler';
import { ErasedUsersHandler } from './application/deliveries/erased-users.handler';
import { EventDispatchHandler } from './application/deliveries/event-dispatch.handler';
import { ReplaysHandler } from './application/deliveries/replays.handler';
import { ReplaysService } from './application/deliveries/replays.service';
import { WebhookSweeps } from './application/deliveries/webhook-sweeps';
import { EndpointFailures } from './application/deliveries/endpoint-failures';
import { DisabledEndpointsHandler } from './application/endpoints/disabled-endpoints.handler';
import { EndpointsService } from './application/endpoints/endpoints.service';
import { DeliveryStore } from './infrastructure/deliveries/delivery-store';
import { ManagedDeliveries } from './infrastructure/deliveries/managed-deliveries';
import { Replays } from './infrastructure/deliveries/replays';
import { SignedRequests } from './infrastructure/deliveries/signed-requests';
import { EndpointHealth } from './infrastructure/endpoints/endpoint-health';
import { EndpointSecrets, SEALED_WEBHOOK_SECRETS } from './infrastructure/endpoints/endpoint-secrets';
import { WebhookEndpointSchema } from './infrastructure/endpoints/endpoint.schema';
import { ManagedEndpoints } from './infrastructure/endpoints/managed-endpoints';
import { Subscriptions } from './infrastructure/endpoints/subscriptions';
import { EndpointStore } from './infrastructure/endpoints/endpoint-store';
import { WebhookHttp } from './infrastructure/endpoints/webhook-http';

@Module({
  providers: [
    ClosedEndpointsHandler,
    DeliveriesService,
    DeliveryHandler,
    DeliveryStore,
    DisabledEndpointsHandler,
    EndpointFailures,
    EndpointHealth,
    EndpointSecrets,
    EndpointsService,
    EndpointStore,
    ErasedUsersHandler,
    EventDispatchHandler,
    ManagedDeliveries,
    ManagedEndpoints,
    Replays,
    ReplaysHandler,
    ReplaysService,
    SignedRequests,
    Subscriptions,
    WebhookHttp,
    WebhookSweeps,
  ],
  exports: [DeliveriesService, EndpointsService, ManagedEndpoints, ReplaysService],
})
export class WebhooksModule {
  static readonly entities: EntitySchema[] = [WebhookEndpointSchema];

  constructor(sealed: SealedColumns) {
    sealed.register(SEALED_WEBHOOK_SECRETS);
  }
}
