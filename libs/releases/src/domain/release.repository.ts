import type { Release } from './release';

/** The releases of an App that are not deleted. */
export abstract class ReleaseRepository {
  /** @throws ReleaseVersionDuplicateError */
  abstract add(release: Release): Promise<void>;

  /** @throws ReleaseVersionDuplicateError */
  abstract save(release: Release): Promise<void>;

  /** @throws ResourceNotFoundError when the App has no such release. */
  abstract getForUpdate(tenantId: string, appId: string, id: string): Promise<Release>;

  /** Those that the App has, locked in an order that is the same for everybody. */
  abstract findAllForUpdate(tenantId: string, appId: string, ids: readonly string[]): Promise<Release[]>;

  /** None of the App's releases names a package any more, deleted or not. */
  abstract forgetPackages(tenantId: string, appId: string): Promise<void>;
}
