import { Injectable } from '@nestjs/common';
import { columnsIn, Database, type SealedColumn, Secrets } from '@libs/foundation';
import type { NotificationScope } from '../../domain/notification-scope';
import {
  type ManagedPushProvider,
  managedPushProvider,
  type PushTestResult,
} from '../../domain/push/managed-push-provider';
import type { PushProviderName } from '../../domain/push/push-provider';
import type { CheckedConfig } from '../../domain/push/push-config';

interface Row extends ManagedPushProvider {
  readonly secrets: string | null;
  readonly probeAt: Date | null;
}

/** How an App reaches devices through one provider. The configuration is without its secrets. */
export interface StoredPushProvider extends Omit<Row, 'secrets'> {
  /** By their path in the configuration. Null if they cannot be opened: their key is no longer configured. */
  readonly secrets: Readonly<Record<string, string>> | null;
}

/** What an administrator writes. */
export interface WrittenPushProvider extends CheckedConfig {
  readonly enabled: boolean;
}

const COLUMNS = `${columnsIn(managedPushProvider)}, secrets, probe_at AS "probeAt"`;

export const SEALED_PUSH_CREDENTIALS: SealedColumn = {
  table: 'notification_push_providers',
  column: 'secrets',
  purpose: 'push-credentials',
  key: ['tenant_id', 'app_id', 'provider'],
  contextOf: (row) =>
    contextOf(
      { tenantId: String(row['tenant_id']), appId: String(row['app_id']) },
      row['provider'] as PushProviderName,
    ),
};

/** The push providers of Apps. Their secrets are encrypted, each for its tenant, App and provider. */
@Injectable()
export class PushProviderStore {
  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
  ) {}

  async list(scope: NotificationScope): Promise<StoredPushProvider[]> {
    const rows = await this.database.read<Row>(
      scope.tenantId,
      `SELECT ${COLUMNS} FROM notification_push_providers WHERE tenant_id = $1 AND app_id = $2 ORDER BY provider`,
      [scope.tenantId, scope.appId],
    );
    return rows.map((row) => this.opened(scope, row));
  }

  async find(scope: NotificationScope, provider: PushProviderName): Promise<StoredPushProvider | null> {
    const all = await this.list(scope);
    return all.find((stored) => stored.provider === provider) ?? null;
  }

  async findForUpdate(scope: NotificationScope, provider: PushProviderName): Promise<StoredPushProvider | null> {
    const [row] = await this.database.query<Row>(
      `SELECT ${COLUMNS} FROM notification_push_providers
        WHERE tenant_id = $1 AND app_id = $2 AND provider = $3 FOR UPDATE`,
      [scope.tenantId, scope.appId, provider],
    );
    return row ? this.opened(scope, row) : null;
  }

  /** Creates or replaces it. What was paused starts again. Null if somebody else created it meanwhile. */
  async write(
    scope: NotificationScope,
    provider: PushProviderName,
    { enabled, config, secrets }: WrittenPushProvider,
    expectedVersion: number | null,
  ): Promise<StoredPushProvider | null> {
    const sealed = Object.keys(secrets).length > 0 ? this.seal(scope, provider, secrets) : null;
    const values = [scope.tenantId, scope.appId, provider, enabled, JSON.stringify(config), sealed];
    const [row] =
      expectedVersion === null
        ? await this.database.query<Row>(
            `INSERT INTO notification_push_providers (tenant_id, app_id, provider, enabled, config, secrets)
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
            values,
          )
        : await this.database.query<Row>(
            `UPDATE notification_push_providers
                SET enabled = $4, config = $5, secrets = $6, paused_at = NULL, pause_reason = NULL, probe_at = NULL,
                    lock_version = lock_version + 1, updated_at = now()
              WHERE tenant_id = $1 AND app_id = $2 AND provider = $3 AND lock_version = $7 RETURNING ${COLUMNS}`,
            [...values, expectedVersion],
          );
    return row ? this.opened(scope, row) : null;
  }

  /** Forgets what was counted of a provider, so that a corrected key starts anew. */
  async forgetResults({ tenantId, appId }: NotificationScope, provider: PushProviderName): Promise<void> {
    await this.database.query(
      'DELETE FROM notification_push_results WHERE tenant_id = $1 AND app_id = $2 AND provider = $3',
      [tenantId, appId, provider],
    );
  }

  async recordTest({ tenantId, appId }: NotificationScope, provider: PushProviderName, result: PushTestResult) {
    await this.database.write(
      tenantId,
      'UPDATE notification_push_providers SET last_test = $4 WHERE tenant_id = $1 AND app_id = $2 AND provider = $3',
      [tenantId, appId, provider, JSON.stringify(result)],
    );
  }

  async deleteAllOfApp({ tenantId, appId }: NotificationScope): Promise<void> {
    const where = 'tenant_id = $1 AND app_id = $2';
    await this.database.query(`DELETE FROM notification_push_providers WHERE ${where}`, [tenantId, appId]);
  }

  async delete({ tenantId, appId }: NotificationScope, provider: PushProviderName): Promise<void> {
    await this.database.query(
      'DELETE FROM notification_push_providers WHERE tenant_id = $1 AND app_id = $2 AND provider = $3',
      [tenantId, appId, provider],
    );
  }

  private opened(scope: NotificationScope, { secrets: sealed, ...row }: Row): StoredPushProvider {
    const text = sealed === null ? '{}' : this.secrets.open('push-credentials', sealed, contextOf(scope, row.provider));
    return { ...row, secrets: text === null ? null : (JSON.parse(text) as Record<string, string>) };
  }

  private seal(scope: NotificationScope, provider: PushProviderName, secrets: object): string {
    return this.secrets.seal('push-credentials', JSON.stringify(secrets), contextOf(scope, provider));
  }
}

function contextOf({ tenantId, appId }: NotificationScope, provider: PushProviderName): Buffer {
  return Buffer.from(`${tenantId}/${appId}/${provider}`);
}
