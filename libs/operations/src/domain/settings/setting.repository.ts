import type { Setting } from './setting';
import type { SettingUsage } from './setting-usage';

/** The settings of a tenant and its Apps; a null tenant stands for the global settings. */
export abstract class SettingRepository {
  /** Blocks other writers of these settings until the transaction ends. @returns the space in use. */
  abstract lockPlace(tenantId: string | null): Promise<SettingUsage>;

  abstract usage(tenantId: string | null): Promise<SettingUsage>;

  /** @throws ResourceConflictError when the key exists in the scope. */
  abstract add(setting: Setting): Promise<void>;

  /** @throws ResourceNotFoundError */
  abstract getForUpdate(tenantId: string | null, id: string): Promise<Setting>;

  abstract save(setting: Setting): Promise<void>;

  abstract remove(setting: Setting): Promise<void>;

  abstract removeAllOfApp(tenantId: string, appId: string): Promise<void>;
}
