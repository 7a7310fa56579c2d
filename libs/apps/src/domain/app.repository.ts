import type { App } from './app';
import type { OnboardingRevision } from './onboarding-revision';

export abstract class AppRepository {
  /** @throws ValidationFailedError when the dcloud_appid is another App's. */
  abstract add(app: App): Promise<void>;

  /** @throws ValidationFailedError when the dcloud_appid is another App's. */
  abstract save(app: App): Promise<void>;

  /** @throws ResourceNotFoundError when the tenant has no such App. */
  abstract getForUpdate(tenantId: string, id: string): Promise<App>;

  /** Those of the Apps that exist, locked in an order that is the same for all callers. */
  abstract findAllForUpdate(tenantId: string, ids: readonly string[]): Promise<App[]>;

  /** The App that was created with the tenant, null before that. */
  abstract findDefault(tenantId: string): Promise<App | null>;

  abstract addRevision(revision: OnboardingRevision): Promise<void>;

  /** The published revision, null before the first. */
  abstract findPublishedRevision(app: App): Promise<OnboardingRevision | null>;
}
