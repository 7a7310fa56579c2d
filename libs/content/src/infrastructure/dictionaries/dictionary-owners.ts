import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { SupportedLocale } from '@libs/kernel';

/** To whom dictionaries belong. */
@Injectable()
export class DictionaryOwners {
  constructor(private readonly database: Database) {}

  /** The tenant of the global ones. */
  async platform(): Promise<string> {
    const [tenant] = await this.database.readAsSystem<{ id: string }>('SELECT id FROM tenants WHERE is_platform');
    if (!tenant) throw new Error('There is no platform tenant');
    return tenant.id;
  }

  /**
   * The default locale of the App; null if it is deleted, another tenant's or unknown. The App stays as it is until the
   * current transaction is over.
   */
  async defaultLocaleOf(tenantId: string, appId: string): Promise<SupportedLocale | null> {
    const [app] = await this.database.query<{ default_locale: SupportedLocale }>(
      'SELECT default_locale FROM apps WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL FOR SHARE',
      [tenantId, appId],
    );
    return app?.default_locale ?? null;
  }
}
