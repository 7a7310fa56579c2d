import { type HealthAction, type Platform, RELEASE_PLATFORMS, type PublishStatus } from '@libs/releases';
import { isInRollout } from '../../libs/releases/src/domain/rollout';

/** A release in the model, which has all the rules of releases and pointers. */
interface ModelRelease {
  readonly id: string;
  readonly targets: readonly Platform[];
  lockVersion: number;
  wasPublished: boolean;
  rolloutPercent: number;
  isPaused: boolean;
  /** What its health gate does, null if it has none. */
  gate: HealthAction | null;
  hasTripped: boolean;
  /** Whether too many devices have reported a failure since it was published. */
  isFailing: boolean;
}

type ModelPointers = Map<Platform, { current: string; fallback: string | null }>;

/** A publication step, a change of the rollout or the health gate, failures of devices, or a check of all gates. */
export type Move =
  | 'publish'
  | 'unpublish'
  | 'fail'
  | 'look'
  | { readonly rolloutPercent?: number; readonly paused?: boolean }
  | { readonly gate: HealthAction | null };

export class ReleaseModel {
  readonly pointers: ModelPointers = new Map();
  readonly releases: ModelRelease[] = [];

  add(id: string, targets: readonly Platform[], gate: HealthAction | null): void {
    this.releases.push({
      id,
      targets,
      lockVersion: 1,
      wasPublished: false,
      rolloutPercent: 100,
      isPaused: false,
      gate,
      hasTripped: false,
      isFailing: false,
    });
  }

  heldBy({ id }: ModelRelease): Platform[] {
    return RELEASE_PLATFORMS.filter((platform) => this.pointers.get(platform)?.current === id);
  }

  fallenBackTo({ id }: ModelRelease): Platform[] {
    return RELEASE_PLATFORMS.filter((platform) => this.pointers.get(platform)?.fallback === id);
  }

  isOutToEverybody(id: string): boolean {
    const { rolloutPercent, isPaused } = this.releaseOf(id);
    return rolloutPercent === 100 && !isPaused;
  }

  /** What a device gets that has neither release yet, null for nothing. */
  offeredTo(deviceKey: string | null, platform: Platform): string | null {
    const pointer = this.pointers.get(platform);
    if (!pointer) return null;
    const candidates = [pointer.current, ...(pointer.fallback ? [pointer.fallback] : [])];
    return candidates.find((id) => !this.releaseOf(id).isPaused && isInRollout(this.releaseOf(id), deviceKey)) ?? null;
  }

  statusOf(release: ModelRelease): PublishStatus {
    if (!release.wasPublished) return 'draft';
    const held = this.heldBy(release).length;
    if (held === 0) return 'offline';
    return held === release.targets.length ? 'online' : 'partial';
  }

  /** Makes the move. @returns whether it is possible; otherwise nothing changes. */
  follow(release: ModelRelease, move: Move): boolean {
    if (move === 'publish') return this.publish(release);
    if (move === 'unpublish') return this.unpublish(release);
    if (move === 'fail') return this.fail(release);
    if (move === 'look') return this.lookAt(this.releases);
    return 'gate' in move ? this.setGate(release, move.gate) : this.rollOut(release, move);
  }

  private releaseOf(id: string): ModelRelease {
    return this.releases.find((release) => release.id === id)!;
  }

  private publish(release: ModelRelease): boolean {
    if (this.statusOf(release) === 'online') return false;
    for (const platform of release.targets) {
      const present = this.pointers.get(platform);
      if (present?.current === release.id) continue;
      const last = present && this.isOutToEverybody(present.current) ? present.current : (present?.fallback ?? null);
      this.pointers.set(platform, { current: release.id, fallback: last === release.id ? null : last });
    }
    Object.assign(release, { wasPublished: true, hasTripped: false, isFailing: false });
    release.lockVersion++;
    return true;
  }

  private unpublish(release: ModelRelease): boolean {
    const [held, fallenBackTo] = [this.heldBy(release), this.fallenBackTo(release)];
    for (const platform of held) this.pointers.delete(platform);
    for (const platform of fallenBackTo) {
      this.pointers.set(platform, { current: this.pointers.get(platform)!.current, fallback: null });
    }
    const isPossible = held.length + fallenBackTo.length > 0;
    if (isPossible) release.lockVersion++;
    return isPossible;
  }

  private rollOut(
    release: ModelRelease,
    { rolloutPercent, paused }: { readonly rolloutPercent?: number; readonly paused?: boolean },
  ): boolean {
    release.rolloutPercent = rolloutPercent ?? release.rolloutPercent;
    release.isPaused = paused ?? release.isPaused;
    release.lockVersion++;
    return true;
  }

  /** A different gate can act again; setting the same one changes nothing. */
  private setGate(release: ModelRelease, gate: HealthAction | null): boolean {
    if (gate !== release.gate) release.hasTripped = false;
    release.gate = gate;
    release.lockVersion++;
    return true;
  }

  /** A release that was never published cannot be reported. */
  private fail(release: ModelRelease): boolean {
    if (!release.wasPublished) return false;
    release.isFailing = true;
    return this.lookAt([release]);
  }

  /** A gate acts once, and only while its release is current or a fallback. */
  private lookAt(releases: readonly ModelRelease[]): true {
    for (const release of releases) {
      const holdsPlace = this.heldBy(release).length + this.fallenBackTo(release).length > 0;
      if (release.gate === null || release.hasTripped || !release.isFailing || !holdsPlace) continue;
      release.hasTripped = true;
      if (release.gate === 'pause' && !release.isPaused) this.rollOut(release, { paused: true });
      if (release.gate === 'unpublish') this.unpublish(release);
    }
    return true;
  }
}
