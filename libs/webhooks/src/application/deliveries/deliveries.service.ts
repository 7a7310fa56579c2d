import { Injectable } from '@nestjs/common';
import { AuditTrail, newId, Outbox, Transactions } from '@libs/kernel';
import type { DeliveryDetail, DeliveryKind } from '../../domain/deliveries/delivery';
import { DeliveryDue } from '../../domain/deliveries/delivery.events';
import { EndpointStore } from '../../infrastructure/endpoints/endpoint-store';
import { TEST_EVENT } from '../../domain/events/catalogue';
import { DeliveryStore } from '../../infrastructure/deliveries/delivery-store';
import {
  type DeliveryFilter,
  type DeliveryPage,
  ManagedDeliveries,
} from '../../infrastructure/deliveries/managed-deliveries';
import { ManagedEndpoints } from '../../infrastructure/endpoints/managed-endpoints';

/** What administrators see of deliveries, and what they have sent. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly endpoints: EndpointStore,
    private readonly managedEndpoints: ManagedEndpoints,
    private readonly managed: ManagedDeliveries,
    private readonly deliveries: DeliveryStore,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
  ) {}

  /** @throws ResourceNotFoundError; ValidationFailedError if the cursor is not from this list. */
  async list(
    tenantId: string,
    endpointId: string,
    filter: DeliveryFilter,
    request: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<DeliveryPage> {
    await this.managedEndpoints.get(tenantId, endpointId);
    return this.managed.page(tenantId, endpointId, filter, request);
  }

  /** With what was sent and answered. @throws ResourceNotFoundError */
  get(tenantId: string, id: string): Promise<DeliveryDetail> {
    return this.managed.get(tenantId, id);
  }

  /**
   * Sends an event that says nothing, in one attempt, to see whether it arrives.
   *
   * @returns the id of the delivery.
   * @throws ResourceNotFoundError, EndpointDisabledError
   */
  test(tenantId: string, endpointId: string): Promise<string> {
    return this.toEnabled(tenantId, endpointId, 'test', async () => {
      const occurredAt = await this.transactions.now();
      const data = { endpoint_id: endpointId };
      const event = { id: newId(), type: TEST_EVENT, occurredAt, tenantId, appId: null, data };
      const [added] = await this.deliveries.add(event, [endpointId], 'test');
      if (!added) throw new Error('The endpoint is locked and enabled, and yet nothing was added');
      return added.id;
    });
  }

  /**
   * Sends the same event once more, in one attempt, signed by the secrets of now.
   *
   * @returns the id of the new delivery.
   * @throws ResourceNotFoundError, EndpointDisabledError
   */
  async redeliver(tenantId: string, id: string): Promise<string> {
    const endpointId = await this.deliveries.endpointOf(tenantId, id);
    return this.toEnabled(tenantId, endpointId, 'redelivery', () => this.deliveries.repeat(tenantId, id));
  }

  private toEnabled(
    tenantId: string,
    endpointId: string,
    kind: DeliveryKind,
    add: () => Promise<string>,
  ): Promise<string> {
    return this.transactions.run(tenantId, async () => {
      const endpoint = await this.endpoints.getForUpdate(tenantId, endpointId);
      endpoint.expectEnabled();
      const id = await add();
      await this.outbox.add(new DeliveryDue({ tenantId, id, endpointId, kind, turn: 0 }));
      const after = { endpoint_id: endpointId, kind };
      this.audit.record({ resourceType: 'webhook_delivery', resourceId: id, before: null, after });
      return id;
    });
  }
}
