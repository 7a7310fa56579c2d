import { Module } from '@nestjs/common';
import { SealedColumns } from '@libs/foundation';
import type { EntitySchema } from 'typeorm';
import { DeliveriesService } from './application/deliveries/deliveries.service';
import { DeliveryHandler } from './application/deliveries/delivery.handler';
import { WebhookSweeps } from './application/deliveries/webhook-sweeps';
import { ClosedEndpointsHandler } from './application/endpoints/closed-endpoints.handler';
import { EndpointsService } from './application/endpoints/endpoints.service';
import { EventDispatchHandler } from './application/events/event-dispatch.handler';
import { EndpointRepository } from './domain/endpoints/endpoint.repository';
import { DeliveryStore } from './infrastructure/deliveries/delivery-store';
import { ManagedDeliveries } from './infrastructure/deliveries/managed-deliveries';
import { WebhookHttp } from './infrastructure/deliveries/webhook-http';
import { EndpointHealth } from './infrastructure/endpoints/endpoint-health';
import { EndpointSecrets, SEALED_WEBHOOK_SECRETS } from './infrastructure/endpoints/endpoint-secrets';
import { WebhookEndpointSchema } from './infrastructure/endpoints/endpoint.schema';
import { ManagedEndpoints } from './infrastructure/endpoints/managed-endpoints';
import { Subscriptions } from './infrastructure/endpoints/subscriptions';
import { TypeOrmEndpointRepository } from './infrastructure/endpoints/typeorm-endpoint.repository';

@Module({
  providers: [
    ClosedEndpointsHandler,
    DeliveriesService,
    DeliveryHandler,
    DeliveryStore,
    EndpointHealth,
    EndpointSecrets,
    EndpointsService,
    EventDispatchHandler,
    ManagedDeliveries,
    ManagedEndpoints,
    Subscriptions,
    WebhookHttp,
    WebhookSweeps,
    { provide: EndpointRepository, useClass: TypeOrmEndpointRepository },
  ],
  exports: [DeliveriesService, EndpointsService, ManagedEndpoints],
})
export class WebhooksModule {
  static readonly entities: EntitySchema[] = [WebhookEndpointSchema];

  constructor(sealed: SealedColumns) {
    sealed.register(SEALED_WEBHOOK_SECRETS);
  }
}
