import { type Platform, PLATFORMS, type PublishStatus } from '@libs/releases';

/** What a release is known to be, and what the pointers of its App are known to say: the whole of the rules. */
interface ModelRelease {
  readonly id: string;
  readonly targets: readonly Platform[];
  lockVersion: number;
  wasPublished: boolean;
  rolloutPercent: number;
  isPaused: boolean;
}

type ModelPointers = Map<Platform, { current: string; fallback: string | null }>;

/** A verb, or a change of the rollout. */
export type Move = 'publish' | 'unpublish' | { readonly rolloutPercent?: number; readonly paused?: boolean };

export class ReleaseModel {
  readonly pointers: ModelPointers = new Map();
  readonly releases: ModelRelease[] = [];

  heldBy({ id }: ModelRelease): Platform[] {
    return PLATFORMS.filter((platform) => this.pointers.get(platform)?.current === id);
  }

  fallenBackTo({ id }: ModelRelease): Platform[] {
    return PLATFORMS.filter((platform) => this.pointers.get(platform)?.fallback === id);
  }

  isOutToEverybody(id: string): boolean {
    const { rolloutPercent, isPaused } = this.releases.find((release) => release.id === id)!;
    return rolloutPercent === 100 && !isPaused;
  }

  statusOf(release: ModelRelease): PublishStatus {
    if (!release.wasPublished) return 'draft';
    const held = this.heldBy(release).length;
    if (held === 0) return 'offline';
    return held === release.targets.length ? 'online' : 'partial';
  }

  /** Whether it is possible; nothing changes where it is not. */
  follow(release: ModelRelease, move: Move): boolean {
    if (move === 'publish') return this.publish(release);
    return move === 'unpublish' ? this.unpublish(release) : this.rollOut(release, move);
  }

  private publish(release: ModelRelease): boolean {
    if (this.statusOf(release) === 'online') return false;
    for (const platform of release.targets) {
      const present = this.pointers.get(platform);
      if (present?.current === release.id) continue;
      const last = present && this.isOutToEverybody(present.current) ? present.current : (present?.fallback ?? null);
      this.pointers.set(platform, { current: release.id, fallback: last === release.id ? null : last });
    }
    release.wasPublished = true;
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

  private rollOut(release: ModelRelease, { rolloutPercent, paused }: Exclude<Move, string>): boolean {
    release.rolloutPercent = rolloutPercent ?? release.rolloutPercent;
    release.isPaused = paused ?? release.isPaused;
    release.lockVersion++;
    return true;
  }
}
