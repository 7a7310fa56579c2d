import { ResourceNotFoundError } from '@libs/kernel';
import { AppsLimitedError } from './sessions.errors';

/** Who may be limited to some Apps of the tenant: API clients, if their administrators decided so. */
export interface LimitedToApps {
  /** Null for all, and for what belongs to no App. */
  readonly appIds: readonly string[] | null;
}

/** What belongs to another App, or to none, does not exist for a caller that is limited. @throws ResourceNotFoundError */
export function expectOfApps({ appIds }: LimitedToApps, appId: string | null): void {
  if (appIds !== null && (appId === null || !appIds.includes(appId))) throw new ResourceNotFoundError();
}

/**
 * The same for a request that chooses the App: a caller that is limited has to name one of its own.
 *
 * @throws AppsLimitedError where none is named, ResourceNotFoundError for another.
 */
export function expectNamedApp(caller: LimitedToApps, appId: string | null | undefined): void {
  if (caller.appIds !== null && (appId ?? null) === null) throw new AppsLimitedError();
  expectOfApps(caller, appId ?? null);
}
