import type { App } from './app';

export abstract class AppRepository {
  abstract add(app: App): Promise<void>;

  /** The App that was made with the tenant, null before that. */
  abstract findDefault(tenantId: string): Promise<App | null>;
}
