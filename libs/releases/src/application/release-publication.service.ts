import { Injectable } from '@nestjs/common';
import { FileUsages } from '@libs/files';
import { AuditTrail, Outbox, Transactions } from '@libs/kernel';
import type { Release, RolloutChanges } from '../domain/release';
import type { ReleasePlaces } from '../domain/release-settings';
import { ReleasePublished, ReleaseUnpublished } from '../domain/release.events';
import { ReleaseRepository } from '../domain/release.repository';
import { ReleaseNotReadyError } from '../domain/releases.errors';
import { ReleasePointers } from '../infrastructure/release-pointers';
import { type ReleaseDetails, ReleaseQueries } from '../infrastructure/release-queries';
import { recordOf } from './release-record';

/** Decides which release clients get: one publication after the other. */
@Injectable()
export class ReleasePublicationService {
  constructor(
    private readonly transactions: Transactions,
    private readonly releases: ReleaseRepository,
    private readonly pointers: ReleasePointers,
    private readonly files: FileUsages,
    private readonly queries: ReleaseQueries,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
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
    return this.move(tenantId, appId, id, lockVersion, async (release, { current }) => {
      release.publish(await this.transactions.now(), current);
      await this.expectCleanPackage(release);
      await this.pointers.pointTargetsTo(release);
      return ReleasePublished;
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
    return this.move(tenantId, appId, id, lockVersion, async (release, places) => {
      release.unpublish(places);
      await this.pointers.removeFrom(release);
      return ReleaseUnpublished;
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
    return this.transactions.run(tenantId, async () => {
      const release = await this.releases.getForUpdate(tenantId, appId, id);
      release.expectVersion(lockVersion);
      const before = rolloutOf(release);
      release.rollOut(changes);
      await this.releases.save(release);
      this.audit.record({ resourceType: 'release', resourceId: id, appId, before, after: rolloutOf(release) });
      return this.queries.get(tenantId, appId, id);
    });
  }

  private move(
    tenantId: string,
    appId: string,
    id: string,
    lockVersion: number,
    step: (release: Release, places: ReleasePlaces) => Promise<typeof ReleasePublished | typeof ReleaseUnpublished>,
  ): Promise<ReleaseDetails> {
    return this.transactions.run(tenantId, async () => {
      await this.pointers.lock(tenantId, appId);
      const release = await this.releases.getForUpdate(tenantId, appId, id);
      release.expectVersion(lockVersion);
      const places = await this.pointers.placesOf(release);
      const before = recordOf(release, places);
      const Happened = await step(release, places);
      await this.releases.save(release);
      const next = await this.pointers.placesOf(release);
      this.audit.record({ resourceType: 'release', resourceId: id, appId, before, after: recordOf(release, next) });
      await this.outbox.add(new Happened(release, next));
      return this.queries.get(tenantId, appId, id);
    });
  }

  private async expectCleanPackage({ tenantId, appId, fileId }: Release): Promise<void> {
    if (fileId === null) return;
    const fitness = await this.files.check(tenantId, [fileId], 'release_package', appId);
    if (fitness.get(fileId) !== 'ok') throw new ReleaseNotReadyError();
  }
}

function rolloutOf({ rolloutPercent, rolloutPaused }: Release): object {
  return { rollout_percent: rolloutPercent, rollout_paused: rolloutPaused };
}
