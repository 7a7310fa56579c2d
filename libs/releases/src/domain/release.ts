import { isDeepStrictEqual } from 'node:util';
import {
  having,
  newId,
  picked,
  ResourceImmutableFieldError,
  type SupportedLocale,
  ValidationFailedError,
  wireNameOf,
} from '@libs/kernel';
import {
  type ChangedSettings,
  changedFrozenFields,
  changedSettings,
  missingTexts,
  NEEDED,
  type NewRelease,
  type ReleaseChanges,
  settingsErrors,
} from './release-changes';
import {
  type Platform,
  type PublishStatus,
  release,
  type ReleasePlaces,
  type ReleaseSettings,
} from './release-settings';
import { ReleaseFrozenError, ReleaseNotReadyError, ReleaseStateError } from './releases.errors';

/** The App of a release, as far as its rules need it. */
export interface ReleaseApp {
  readonly id: string;
  readonly tenantId: string;
  readonly defaultLocale: SupportedLocale;
}

const IMMUTABLE_FIELDS = ['platform', 'packageType'] as const;

/** One version of an App for its clients to upgrade to. The pointers decide on which platforms it is current. */
export class Release extends having(release) {
  /** @throws ValidationFailedError for contradictory settings, or if a text is missing in the default locale. */
  constructor(app: ReleaseApp, input: NewRelease, createdBy: string | null) {
    super({ tenantId: app.tenantId, id: newId(), appId: app.id, ...picked(input, NEEDED), createdBy });
    Object.assign(this, this.agreeing(app, changedSettings(this.platform, this, input), input));
  }

  /**
   * @throws ResourceImmutableFieldError for another platform or package type.
   * @throws ReleaseFrozenError when it was published and a field would change on which clients rely.
   * @throws ValidationFailedError as the constructor.
   */
  update(app: ReleaseApp, changes: ReleaseChanges): void {
    const other = IMMUTABLE_FIELDS.find((field) => (changes[field] ?? this[field]) !== this[field]);
    if (other) throw new ResourceImmutableFieldError({ extra: { field: wireNameOf(other) } });
    const next = changedSettings(this.platform, this, changes);
    const frozen = this.wasPublished ? changedFrozenFields(this, next) : [];
    if (frozen.length > 0) throw new ReleaseFrozenError({ extra: { fields: frozen } });
    const isSameGate = isDeepStrictEqual(next.healthGate, this.healthGate);
    this.change({
      ...this.agreeing(app, next, changes),
      healthTrippedAt: isSameGate ? this.healthTrippedAt : null,
    });
  }

  rollOut({ rolloutPercent = this.rolloutPercent, paused = this.rolloutPaused }: RolloutChanges): void {
    this.change({ rolloutPercent, rolloutPaused: paused });
  }

  get wasPublished(): boolean {
    return this.firstPublishedAt !== null;
  }

  /**
   * @param current where it is current now.
   * @throws ReleaseStateError when it is already current on all its targets.
   * @throws ReleaseNotReadyError when there is nothing that a client could install.
   */
  publish(now: Date, current: readonly Platform[]): void {
    if (this.statusOn(current) === 'online') throw new ReleaseStateError();
    if (this.fileId === null && this.externalUrl === null) throw new ReleaseNotReadyError();
    this.change({ firstPublishedAt: this.firstPublishedAt ?? now, publishedAt: now, healthTrippedAt: null });
  }

  /** @throws ReleaseStateError when it is neither current nor a fallback anywhere. */
  unpublish({ current, fallback }: ReleasePlaces): void {
    if (current.length + fallback.length === 0) throw new ReleaseStateError();
    this.change({});
  }

  /** The health gate acts no more. The effect of its action on the release is a separate change. */
  tripHealthGate(now: Date): void {
    Object.assign(this, { healthTrippedAt: now });
  }

  /** Its status while it is current on these platforms. */
  statusOn(current: readonly Platform[]): PublishStatus {
    if (!this.wasPublished) return 'draft';
    if (current.length === 0) return 'offline';
    return this.targetPlatforms.every((platform) => current.includes(platform)) ? 'online' : 'partial';
  }

  /** @throws ReleaseStateError when it was ever published. */
  delete(now: Date): void {
    if (this.wasPublished) throw new ReleaseStateError();
    // A file that only a deleted release uses can be deleted.
    this.change({ deletedAt: now, fileId: null });
  }

  private agreeing(app: ReleaseApp, settings: ChangedSettings, changes: ReleaseChanges): ReleaseSettings {
    const errors = [...settingsErrors(this, settings), ...missingTexts(changes, app.defaultLocale)];
    if (errors.length > 0) throw new ValidationFailedError(errors);
    return settings as ReleaseSettings;
  }

  private change(changes: Partial<Omit<Release, 'change' | 'lockVersion'>>): void {
    Object.assign(this, changes, { lockVersion: this.lockVersion + 1 });
  }
}

/** Undefined fields stay as they are. */
export interface RolloutChanges {
  readonly rolloutPercent?: number;
  readonly paused?: boolean;
}
