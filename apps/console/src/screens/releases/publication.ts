import { isForEverybody, type Considered, type Platform, type Release } from './release-kinds';

/** What the clients of a platform get now. */
export interface Place {
  readonly platform: Platform;
  readonly current: Considered | null;
  readonly fallback: Considered | null;
}

/** What a publication does to one platform. */
export interface Handover {
  readonly platform: Platform;
  /** Null where nothing is published. */
  readonly before: Considered | null;
  /** It is current there already: nothing changes hands. */
  readonly stays: boolean;
  /** What is current there is newer: devices that run it keep it. */
  readonly isRollback: boolean;
  /** What devices outside of the rollout get afterwards; null for nothing. */
  readonly rest: Considered | null;
}

type Published = Pick<Release, 'id' | 'version_code'>;

/** A release that is out to everybody becomes the fallback; one that is held back leaves the fallback that it had. */
export function handoversOf({ id, version_code }: Published, places: readonly Place[]): Handover[] {
  return places.map(({ platform, current, fallback }) => {
    const stays = current?.id === id;
    const kept = !stays && current !== null && isForEverybody(current) ? current : fallback;
    return {
      ...{ platform, before: current, stays },
      isRollback: current !== null && !stays && current.version_code > version_code,
      rest: kept?.id === id ? null : kept,
    };
  });
}

/** What withdrawing a release leaves on one platform. */
export interface Withdrawal {
  readonly platform: Platform;
  /** `current`: nothing is left. `fallback`: what is current stays, and devices outside of its rollout get nothing. */
  readonly held: 'current' | 'fallback';
  /** What is current there and stays. */
  readonly current: Considered | null;
  /** What could be published again instead. */
  readonly previous: Considered | null;
}

export function withdrawalsOf(id: string, places: readonly Place[]): Withdrawal[] {
  return places.flatMap(({ platform, current, fallback }): Withdrawal[] => {
    if (current?.id === id) return [{ platform, held: 'current', current: null, previous: fallback }];
    return fallback?.id === id ? [{ platform, held: 'fallback', current, previous: null }] : [];
  });
}

/** Whether a publication is asked for by name: it cannot be taken back from the devices that it reaches. */
export function needsName(release: Pick<Release, 'upgrade_mode' | 'rollout_percent' | 'rollout_paused'>): boolean {
  return release.upgrade_mode === 'forced' || isForEverybody(release);
}
