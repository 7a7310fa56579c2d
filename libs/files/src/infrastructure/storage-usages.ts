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

  /** In a transaction that has added a file it holds the lock of the tenant's count: nobody else adds one meanwhile. */
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
