import type { Setting } from './setting';
import type { SettingUsage } from './setting-usage';

/** The settings of a tenant with its Apps, or the global ones, for which the tenant is null. */
export abstract class SettingRepository {
  /** What they take up. Until the end of the transaction nobody else adds or changes one there. */
  abstract lockPlace(tenantId: string | null): Promise<SettingUsage>;

  abstract usage(tenantId: string | null): Promise<SettingUsage>;

  /** @throws ResourceConflictError when another of its scope has the key. */
  abstract add(setting: Setting): Promise<void>;

  /** @throws ResourceNotFoundError */
  abstract getForUpdate(tenantId: string | null, id: string): Promise<Setting>;

  abstract save(setting: Setting): Promise<void>;

  abstract remove(setting: Setting): Promise<void>;

  abstract removeAllOfApp(tenantId: string, appId: string): Promise<void>;
}
