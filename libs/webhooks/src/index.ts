export { DeliveriesService } from './application/deliveries/deliveries.service';
export { EndpointsService, type RevealedEndpoint } from './application/endpoints/endpoints.service';
export { DELIVERY_ERRORS, DELIVERY_KINDS, DELIVERY_STATUSES, type DeliveryStatus } from './domain/deliveries/delivery';
export { EndpointDisabledError, EndpointLimitError } from './domain/endpoints/endpoint.errors';
export {
  DISABLED_REASONS,
  type EndpointChanges,
  MAX_DESCRIPTION_LENGTH,
  MAX_ENDPOINTS,
  MAX_URL_LENGTH,
  type NewEndpoint,
} from './domain/endpoints/endpoint-settings';
export { EVENT_TYPES, SUBSCRIBABLE, TEST_EVENT } from './domain/events/catalogue';
export { DOCUMENTED_EVENTS, type DocumentedEvent } from './domain/events/documented-events';
export type { DeliveryPage, ManagedDelivery } from './infrastructure/deliveries/managed-deliveries';
export {
  type ManagedEndpoint,
  ManagedEndpoints,
  type ManagedSecret,
} from './infrastructure/endpoints/managed-endpoints';
export { WebhooksModule } from './webhooks.module';
