import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { isTimeZone } from '@libs/kernel';
import type { Setting } from '../../domain/settings/setting';
import { SettingSecrets } from './setting-secrets';

const TIME_ZONE = 'tenant.time_zone';
const DEFAULT_TIME_ZONE = 'UTC';

/** The settings that the service itself reads (see `known-settings.ts`). */
@Injectable()
export class TenantSettings {
  constructor(
    private readonly database: Database,
    private readonly secrets: SettingSecrets,
  ) {}

  /**
   * The value of an active setting (any JSON, also of a secret): that of the App, else of its tenant, else the global
   * one. Null if there is none, or the key of a secret is no longer configured.
   */
  async valueFor({ tenantId, appId }: { tenantId: string; appId: string | null }, key: string): Promise<unknown> {
    const [row] = await this.database.read<Pick<Setting, 'id' | 'value' | 'secretValue'>>(
      tenantId,
      `SELECT id, value, secret_value AS "secretValue" FROM settings
        WHERE key = $3 AND status = 'active'
          AND (scope = 'global' OR (tenant_id = $1 AND (scope = 'tenant' OR app_id = $2)))
        ORDER BY app_id IS NULL, tenant_id IS NULL LIMIT 1`,
      [tenantId, appId, key],
    );
    return row ? this.secrets.valueOf(row) : null;
  }

  /** The IANA name of the time zone in which the days of the tenant's statistics begin. */
  async timeZoneOf(tenantId: string): Promise<string> {
    return asTimeZone(await this.valueFor({ tenantId, appId: null }, TIME_ZONE));
  }

  /** `timeZoneOf` for all tenants, by one statement. */
  async timeZones(): Promise<(tenantId: string) => string> {
    const values = await this.valuesByTenant(TIME_ZONE);
    const known = new Map([...values].map(([tenantId, name]) => [tenantId, asTimeZone(name)]));
    const others = known.get(null) ?? DEFAULT_TIME_ZONE;
    return (tenantId) => known.get(tenantId) ?? others;
  }

  /** The values of tenants with a value of their own, by tenant; the global one under null. */
  async valuesByTenant(key: string): Promise<ReadonlyMap<string | null, unknown>> {
    const rows = await this.database.readAsSystem<{ tenant_id: string | null; value: unknown }>(
      `SELECT tenant_id, value FROM settings WHERE key = $1 AND status = 'active' AND scope IN ('global', 'tenant')`,
      [key],
    );
    return new Map(rows.map(({ tenant_id, value }) => [tenant_id, value]));
  }
}

/** Guards against a value that was written by SQL, unchecked. */
function asTimeZone(name: unknown): string {
  return typeof name === 'string' && isTimeZone(name) ? name : DEFAULT_TIME_ZONE;
}
