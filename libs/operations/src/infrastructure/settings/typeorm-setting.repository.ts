import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { found } from '@libs/kernel';
import { IsNull } from 'typeorm';
import { Setting } from '../../domain/settings/setting';
import type { SettingRepository } from '../../domain/settings/setting.repository';
import type { SettingUsage } from '../../domain/settings/setting-usage';

const LOCK_PLACE = `SELECT pg_advisory_xact_lock(hashtextextended('settings ' || $1, 0))`;

/** Sizes in bytes of the texts that the database returns: a number like 1e300 is long there. */
const usageWhere = (place: string) => `
  SELECT count(*)::integer AS count, coalesce(sum(bytes), 0)::float8 AS bytes,
         coalesce(sum(length(key) + bytes) FILTER (WHERE is_public AND NOT is_secret AND status = 'active'), 0)::float8
           AS "publicBytes"
    FROM (SELECT key, is_public, is_secret, status,
                 coalesce(octet_length(secret_value), octet_length(value::text), 0) AS bytes
            FROM settings WHERE ${place}) s`;
const USAGE_OF_TENANT = usageWhere('tenant_id = $1');
const USAGE_OF_GLOBAL = usageWhere('tenant_id IS NULL');

@Injectable()
export class TypeOrmSettingRepository implements SettingRepository {
  constructor(private readonly database: Database) {}

  async lockPlace(tenantId: string | null): Promise<SettingUsage> {
    await this.database.query(LOCK_PLACE, [tenantId ?? 'global']);
    // A separate statement, which sees what the previous holder of the lock has committed.
    return this.usage(tenantId);
  }

  async usage(tenantId: string | null): Promise<SettingUsage> {
    const [usage] =
      tenantId === null
        ? await this.database.query<SettingUsage>(USAGE_OF_GLOBAL)
        : await this.database.query<SettingUsage>(USAGE_OF_TENANT, [tenantId]);
    if (!usage) throw new Error('The database did not count the settings');
    // Clients read no settings of tenants.
    return tenantId === null ? usage : { ...usage, publicBytes: 0 };
  }

  async add(setting: Setting): Promise<void> {
    await this.database.manager.insert(Setting, setting);
  }

  async getForUpdate(tenantId: string | null, id: string): Promise<Setting> {
    const setting = await this.database.manager.findOne(Setting, {
      where: { tenantId: tenantId ?? IsNull(), id },
      lock: { mode: 'pessimistic_write' },
    });
    return found(setting);
  }

  async save(setting: Setting): Promise<void> {
    await this.database.manager.save(Setting, setting);
  }

  async remove({ id }: Setting): Promise<void> {
    await this.database.manager.delete(Setting, { id });
  }

  async removeAllOfApp(tenantId: string, appId: string): Promise<void> {
    await this.database.manager.delete(Setting, { tenantId, appId });
  }
}
