import type { Release } from './release';

/** The releases of an App that are not deleted. */
export abstract class ReleaseRepository {
  /** A new one, or the state of one that was changed. @throws ReleaseVersionDuplicateError */
  abstract save(release: Release): Promise<void>;

  /** @throws ResourceNotFoundError when the App has no such release. */
  abstract getForUpdate(tenantId: string, appId: string, id: string): Promise<Release>;

  /** Those of the releases that exist, locked in an order that is the same for all callers. */
  abstract findAllForUpdate(tenantId: string, appId: string, ids: readonly string[]): Promise<Release[]>;

  /** Removes the packages from all of the App's releases, deleted or not. */
  abstract forgetPackages(tenantId: string, appId: string): Promise<void>;
}
