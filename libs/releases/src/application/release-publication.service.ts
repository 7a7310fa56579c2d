import { Injectable } from '@nestjs/common';
import { FileUsages } from '@libs/files';
import { Outbox, Transactions } from '@libs/kernel';
import type { Release, RolloutChanges } from '../domain/release';
import type { ReleasePlaces } from '../domain/release-settings';
import { ReleasePublished, ReleaseUnpublished } from '../domain/release.events';
import { ReleaseNotReadyError } from '../domain/releases.errors';
import { ReleasePointers } from '../infrastructure/release-pointers';
import type { ReleaseDetails } from '../infrastructure/release-queries';
import { VersionedReleases } from './versioned-releases';

/** Decides which release clients get: one publication after the other. */
@Injectable()
export class ReleasePublicationService {
  constructor(
    private readonly transactions: Transactions,
    private readonly versioned: VersionedReleases,
    private readonly pointers: ReleasePointers,
    private readonly files: FileUsages,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Makes the release current on all its target platforms, or on none. What was current there becomes partial or
   * offline, and the fallback of the rollout if every client got it. Publishing a formerly current release is the
   * rollback.
   *
   * @throws ResourceNotFoundError, VersionConflictError
   * @throws ReleaseStateError when it is already current on all of them.
   * @throws ReleaseNotReadyError without an external address and a package, or with a package that is not clean.
   */
  publish(tenantId: string, appId: string, id: string, lockVersion: number): Promise<ReleaseDetails> {
    return this.move(tenantId, appId, id, lockVersion, ReleasePublished, async (release, { current }) => {
      release.publish(await this.transactions.now(), current);
      await this.expectCleanPackage(release);
      await this.pointers.pointTargetsTo(release);
    });
  }

  /**
   * Withdraws the release from every platform where it is current, and from every rollout that falls back to it.
   * Nothing replaces it before the next publication.
   *
   * @throws ResourceNotFoundError, VersionConflictError
   * @throws ReleaseStateError when it is neither current nor a fallback anywhere.
   */
  unpublish(tenantId: string, appId: string, id: string, lockVersion: number): Promise<ReleaseDetails> {
    return this.move(tenantId, appId, id, lockVersion, ReleaseUnpublished, async (release, places) => {
      release.unpublish(places);
      await this.pointers.removeFrom(release);
    });
  }

  /**
   * Changes the share of devices that get the release.
   *
   * @throws ResourceNotFoundError, VersionConflictError
   */
  rollOut(
    tenantId: string,
    appId: string,
    id: string,
    lockVersion: number,
    changes: RolloutChanges,
  ): Promise<ReleaseDetails> {
    return this.versioned.change(tenantId, appId, id, lockVersion, (release) => release.rollOut(changes));
  }

  private move(
    tenantId: string,
    appId: string,
    id: string,
    lockVersion: number,
    Happened: typeof ReleasePublished | typeof ReleaseUnpublished,
    step: (release: Release, places: ReleasePlaces) => Promise<void>,
  ): Promise<ReleaseDetails> {
    return this.transactions.run(tenantId, async () => {
      await this.pointers.lock(tenantId, appId);
      return this.versioned.change(tenantId, appId, id, lockVersion, async (release) => {
        await step(release, await this.pointers.placesOf(release));
        await this.outbox.add(new Happened(release, await this.pointers.placesOf(release)));
      });
    });
  }

  private async expectCleanPackage({ tenantId, appId, fileId }: Release): Promise<void> {
    if (fileId === null) return;
    const fitness = await this.files.check(tenantId, [fileId], 'release_package', appId);
    if (fitness.get(fileId) !== 'ok') throw new ReleaseNotReadyError();
  }
}
