import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { TenantSettings } from '@libs/operations';
import { QUOTA_SETTING, quotaOf, StorageRoom } from '../domain/storage-room';

/** The storage that the files of each tenant use, counted by a trigger. */
@Injectable()
export class StorageUsages {
  constructor(
    private readonly database: Database,
    private readonly settings: TenantSettings,
  ) {}

  /** The rooms of several tenants, by id. */
  async roomsOf(tenantIds: readonly string[]): Promise<ReadonlyMap<string, StorageRoom>> {
    const rows = await this.database.readAsSystem<{ tenant_id: string; used_bytes: string }>(
      'SELECT tenant_id, used_bytes FROM storage_usages WHERE tenant_id = ANY ($1::uuid[])',
      [tenantIds],
    );
    const used = new Map(rows.map(({ tenant_id, used_bytes }) => [tenant_id, Number(used_bytes)]));
    const quotas = await this.settings.valuesByTenant(QUOTA_SETTING);
    const quotaFor = (id: string) => quotaOf(quotas.get(id) ?? quotas.get(null) ?? null);
    return new Map(tenantIds.map((id) => [id, new StorageRoom(used.get(id) ?? 0, quotaFor(id))]));
  }

  /** A transaction that has added a file holds the lock of the tenant's count: no other adds one meanwhile. */
  async roomOf(tenantId: string): Promise<StorageRoom> {
    const [usage] = await this.database.read<{ used_bytes: string }>(
      tenantId,
      'SELECT used_bytes FROM storage_usages WHERE tenant_id = $1',
      [tenantId],
    );
    const quota = await this.settings.valueFor({ tenantId, appId: null }, QUOTA_SETTING);
    return new StorageRoom(Number(usage?.used_bytes ?? 0), quotaOf(quota));
  }
}
