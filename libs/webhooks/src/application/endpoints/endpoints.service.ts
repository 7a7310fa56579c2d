import { Injectable } from '@nestjs/common';
import { SlowLanes } from '@libs/foundation';
import { AuditTrail, but, Outbox, Transactions, ValidationFailedError, VersionedChanges, wireOf } from '@libs/kernel';
import { WebhookEndpoint, webhookEndpoint } from '../../domain/endpoints/endpoint';
import { EndpointLimitError } from '../../domain/endpoints/endpoint.errors';
import { EndpointClosed, restingLanesOf } from '../../domain/endpoints/endpoint.events';
import { EndpointStore } from '../../infrastructure/endpoints/endpoint-store';
import { type EndpointChanges, MAX_ENDPOINTS, type NewEndpoint } from '../../domain/endpoints/endpoint-settings';
import { EndpointSecrets } from '../../infrastructure/endpoints/endpoint-secrets';
import { type ManagedEndpoint, ManagedEndpoints } from '../../infrastructure/endpoints/managed-endpoints';
import { WebhookHttp } from '../../infrastructure/endpoints/webhook-http';

/** Without what deliveries say of it; a deletion is a record of its own. */
const RECORDED = but(
  webhookEndpoint,
  ...([
    'tenantId',
    'id',
    'failingSince',
    'createdBy',
    'deletedAt',
    'lockVersion',
    'createdAt',
    'updatedAt',
    'updatedBy',
  ] as const),
);

/** An endpoint with the secret that is shown now and never again. */
export interface RevealedEndpoint {
  readonly endpoint: ManagedEndpoint;
  readonly secret: string;
}

/** What administrators do with endpoints. */
@Injectable()
export class EndpointsService {
  private readonly changes: VersionedChanges<WebhookEndpoint>;

  constructor(
    private readonly transactions: Transactions,
    private readonly endpoints: EndpointStore,
    private readonly managed: ManagedEndpoints,
    private readonly secrets: EndpointSecrets,
    private readonly http: WebhookHttp,
    private readonly slowLanes: SlowLanes,
    private readonly outbox: Outbox,
    audit: AuditTrail,
  ) {
    this.changes = new VersionedChanges(audit, {
      type: 'webhook_endpoint',
      save: (endpoint) => endpoints.save(endpoint),
      see: (endpoint) => endpoint,
      // Of its secrets which there are, without what they are.
      record: (endpoint) => ({
        ...wireOf(RECORDED, endpoint),
        signed_by: endpoint.secrets.map(({ id, expiresAt }) => ({ id, expires_at: expiresAt })),
      }),
    });
  }

  /**
   * @throws ValidationFailedError for an address to which nothing may be sent.
   * @throws EndpointLimitError
   */
  async create(tenantId: string, input: NewEndpoint, createdBy: string): Promise<RevealedEndpoint> {
    await this.expectReachable(input.url);
    return this.transactions.run(tenantId, async () => {
      const endpoint = new WebhookEndpoint(tenantId, input, createdBy);
      const secret = this.secrets.make(endpoint);
      endpoint.takeSecret(secret.id, secret.sealed, await this.transactions.now());
      if ((await this.endpoints.lockTenant(tenantId)) >= MAX_ENDPOINTS) throw new EndpointLimitError();
      await this.endpoints.add(endpoint);
      await this.changes.added(endpoint);
      return { endpoint: await this.managed.get(tenantId, endpoint.id), secret: secret.plain };
    });
  }

  /**
   * @throws ResourceNotFoundError, VersionConflictError
   * @throws ValidationFailedError for an address to which nothing may be sent.
   */
  async update(tenantId: string, id: string, lockVersion: number, changes: EndpointChanges): Promise<ManagedEndpoint> {
    if (changes.url !== undefined) await this.expectReachable(changes.url);
    return this.transactions.run(tenantId, async () => {
      const endpoint = await this.endpoints.getForUpdate(tenantId, id);
      const { url, enabled: wasEnabled } = endpoint;
      await this.changes.change(endpoint, lockVersion, () => endpoint.update(changes));
      if (wasEnabled && !endpoint.enabled) await this.close(endpoint);
      if (url !== endpoint.url || !wasEnabled) {
        for (const lane of restingLanesOf(id)) await this.slowLanes.answered(tenantId, lane);
      }
      return this.managed.get(tenantId, id);
    });
  }

  /** @throws ResourceNotFoundError, VersionConflictError */
  async delete(tenantId: string, id: string, lockVersion: number): Promise<void> {
    await this.transactions.run(tenantId, async () => {
      const endpoint = await this.endpoints.getForUpdate(tenantId, id);
      await this.changes.delete(endpoint, lockVersion, async () => {
        endpoint.delete(await this.transactions.now());
        await this.endpoints.save(endpoint);
        await this.close(endpoint);
      });
    });
  }

  /** The new secret signs at once, the one before beside it for a day. @throws ResourceNotFoundError */
  rotateSecret(tenantId: string, id: string): Promise<RevealedEndpoint> {
    return this.transactions.run(tenantId, async () => {
      const endpoint = await this.endpoints.getForUpdate(tenantId, id);
      const secret = this.secrets.make(endpoint);
      const now = await this.transactions.now();
      await this.changes.change(endpoint, null, () => endpoint.takeSecret(secret.id, secret.sealed, now));
      return { endpoint: await this.managed.get(tenantId, id), secret: secret.plain };
    });
  }

  /** What can never be reached is refused now, rather than tried for days. */
  private async expectReachable(url: string): Promise<void> {
    const refusal = await this.http.refusalOf(url);
    if (refusal !== null) throw ValidationFailedError.of('url', refusal);
  }

  private async close(endpoint: WebhookEndpoint): Promise<void> {
    await this.outbox.add(new EndpointClosed(endpoint, await this.transactions.now()));
  }
}
