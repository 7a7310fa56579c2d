import { Injectable } from '@nestjs/common';
import { ManagedApps } from '@libs/apps';
import { AuditTrail, Outbox, Transactions, ValidationFailedError, VersionedChanges, wireOf } from '@libs/kernel';
import {
  ApiClient,
  apiClient,
  type ApiClientChanges,
  apiClientSettings,
  MAX_API_CLIENTS,
  type NewApiClient,
} from '../../domain/api-clients/api-client';
import { ApiClientLimitError } from '../../domain/api-clients/api-client.errors';
import { ApiClientCreated, ApiClientRotated } from '../../domain/api-clients/api-client.events';
import { type ApiClientScope, permissionsOf } from '../../domain/api-clients/api-client-scopes';
import { newClientSecret } from '../../domain/api-clients/client-secret';
import { expectHeld } from '../../domain/roles/grants';
import { expectOfTenant } from '../../domain/roles/role';
import { TenantStore } from '../../infrastructure/accounts/tenant-store';
import { ApiClientStore, type ApiClientView } from '../../infrastructure/api-clients/api-client-store';
import type { Administrator } from '../roles/administrator';

/** The administrator who acts. */
export interface ApiClientEditor extends Administrator {
  readonly userId: string;
}

/** A client with a secret that is shown this once. */
export interface ApiClientCredentials {
  readonly client: ApiClientView;
  readonly secret: string;
}

const RECORDED = { ...apiClientSettings, status: apiClient.status };

/** The API clients of a tenant, as administrators manage them. */
@Injectable()
export class ApiClientsService {
  private readonly changes: VersionedChanges<ApiClient, ApiClientView>;

  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    audit: AuditTrail,
    private readonly clients: ApiClientStore,
    private readonly tenants: TenantStore,
    private readonly apps: ManagedApps,
  ) {
    this.changes = new VersionedChanges(audit, {
      type: 'api_client',
      save: (client) => clients.save(client),
      see: ({ tenantId, id }) => clients.get(tenantId, id),
      record: recordOf,
    });
  }

  /**
   * @throws PermissionDeniedError for a scope that is more than the administrator may do.
   * @throws ApiClientLimitError, ValidationFailedError
   */
  create(editor: ApiClientEditor, input: NewApiClient): Promise<ApiClientCredentials> {
    expectScopes(editor, input.scopes);
    const { tenantId, userId } = editor;
    return this.transactions.run(tenantId, async () => {
      await this.expectPossible(tenantId, input, []);
      if ((await this.clients.lockPlace(tenantId)) >= MAX_API_CLIENTS) throw new ApiClientLimitError();
      const client = new ApiClient(tenantId, input, userId, await this.transactions.now());
      const { secret, stored } = newClientSecret();
      await this.clients.add(client);
      await this.clients.addSecret(client, stored);
      await this.outbox.add(new ApiClientCreated(client));
      return { client: await this.changes.added(client), secret };
    });
  }

  /**
   * @throws ResourceNotFoundError, VersionConflictError, ValidationFailedError
   * @throws PermissionDeniedError when it may then do more than the administrator.
   */
  update(editor: ApiClientEditor, id: string, lockVersion: number, changes: ApiClientChanges): Promise<ApiClientView> {
    return this.change(editor, id, lockVersion, async (client, now) => {
      expectScopes(editor, changes.scopes ?? client.scopes);
      // An App may have been deleted since: what does not change is no problem.
      await this.expectPossible(editor.tenantId, changes, client.appIds ?? []);
      client.update(changes, now);
    });
  }

  /**
   * @throws ResourceNotFoundError, VersionConflictError, IamStateError when it is active already.
   * @throws PermissionDeniedError when it may do more than the administrator, who may have its secret.
   */
  enable(editor: ApiClientEditor, id: string, lockVersion: number): Promise<ApiClientView> {
    return this.change(editor, id, lockVersion, (client, now) => {
      expectScopes(editor, client.scopes);
      client.enable(now);
    });
  }

  /** @throws ResourceNotFoundError, VersionConflictError, IamStateError when it is disabled already. */
  disable(editor: ApiClientEditor, id: string, lockVersion: number): Promise<ApiClientView> {
    return this.change(editor, id, lockVersion, (client, now) => client.disable(now));
  }

  /**
   * Gives the client another secret. The present one ends after the overlap, without one at once, with all tokens; of
   * an earlier overlap nothing is left.
   *
   * @throws ResourceNotFoundError, VersionConflictError
   * @throws PermissionDeniedError when it may do more than the administrator, who would hold its secret.
   */
  async rotate(
    editor: ApiClientEditor,
    id: string,
    lockVersion: number | null,
    overlapSeconds: number,
  ): Promise<ApiClientCredentials> {
    const { secret, stored } = newClientSecret();
    const client = await this.change(editor, id, lockVersion, async (client, now) => {
      expectScopes(editor, client.scopes);
      client.rotate(overlapSeconds, now);
      await this.clients.replaceSecrets(client, overlapSeconds);
      await this.clients.addSecret(client, stored);
      await this.outbox.add(new ApiClientRotated(client));
    });
    return { client, secret };
  }

  /** With its secrets and tokens. @throws ResourceNotFoundError, VersionConflictError */
  async delete({ tenantId }: ApiClientEditor, id: string, lockVersion: number | null): Promise<void> {
    await this.transactions.run(tenantId, async () => {
      const client = await this.clients.getForUpdate(tenantId, id);
      await this.changes.delete(client, lockVersion, () => this.clients.delete(tenantId, id));
    });
  }

  /** @throws ValidationFailedError for a scope that no client of the tenant may have, and an App that it does not have. */
  private async expectPossible(
    tenantId: string,
    { scopes, appIds }: ApiClientChanges,
    present: readonly string[],
  ): Promise<void> {
    if (scopes && !(await this.tenants.isPlatform(tenantId))) expectOfTenant('scopes', scopes);
    if (!appIds) return;
    const known = await this.apps.existing(tenantId, appIds);
    const errors = appIds.flatMap((id, index) =>
      known.has(id) || present.includes(id) ? [] : [{ field: `app_ids.${index}`, code: 'unknown_app' }],
    );
    if (errors.length > 0) throw new ValidationFailedError(errors);
  }

  private change(
    { tenantId }: ApiClientEditor,
    id: string,
    lockVersion: number | null,
    happen: (client: ApiClient, now: Date) => void | Promise<void>,
  ): Promise<ApiClientView> {
    return this.transactions.run(tenantId, async () => {
      const client = await this.clients.getForUpdate(tenantId, id);
      const now = await this.transactions.now();
      return this.changes.change(client, lockVersion, () => happen(client, now));
    });
  }
}

function expectScopes({ permissions }: ApiClientEditor, scopes: readonly ApiClientScope[]): void {
  expectHeld(permissions, permissionsOf(scopes));
}

/** That the secrets are others is told, and nothing of them. */
function recordOf(client: ApiClientView): object {
  return { ...wireOf(RECORDED, client), secrets: client.secrets.map(({ id }) => id) };
}
