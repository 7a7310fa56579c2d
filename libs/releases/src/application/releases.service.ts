import { Injectable } from '@nestjs/common';
import { FILE_PROBLEMS, FileUsages } from '@libs/files';
import { AuditTrail, expectAll, Outbox, Transactions, ValidationFailedError } from '@libs/kernel';
import { Release, type ReleaseApp } from '../domain/release';
import type { NewRelease, ReleaseChanges } from '../domain/release-changes';
import { ReleaseCreated, ReleaseDeleted } from '../domain/release.events';
import { ReleaseRepository } from '../domain/release.repository';
import type { ReleaseDetails } from '../infrastructure/release-queries';
import { briefOf } from './release-record';
import { VersionedReleases } from './versioned-releases';

/** Creates and changes releases, before and after their publication. */
@Injectable()
export class ReleasesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly releases: ReleaseRepository,
    private readonly versioned: VersionedReleases,
    private readonly files: FileUsages,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Creates a draft.
   *
   * @param createdBy the user; null if there is none.
   * @throws ValidationFailedError for contradictory settings or an unusable package.
   * @throws ReleaseVersionDuplicateError
   */
  create(app: ReleaseApp, input: NewRelease, createdBy: string | null): Promise<ReleaseDetails> {
    return this.transactions.run(app.tenantId, async () => {
      const release = new Release(app, input, createdBy);
      if (release.fileId) await this.expectUsable(release, release.fileId);
      const added = await this.versioned.add(release);
      await this.usePackage(release);
      await this.outbox.add(new ReleaseCreated(release));
      return added;
    });
  }

  /**
   * @throws ResourceNotFoundError, VersionConflictError
   * @throws ResourceImmutableFieldError for another platform or package type.
   * @throws ReleaseFrozenError for changes of fields that publication has fixed.
   * @throws ValidationFailedError, ReleaseVersionDuplicateError as `create`.
   */
  update(app: ReleaseApp, id: string, lockVersion: number, changes: ReleaseChanges): Promise<ReleaseDetails> {
    return this.versioned.change(app.tenantId, app.id, id, lockVersion, async (release) => {
      const { fileId } = release;
      release.update(app, changes);
      if (release.fileId === fileId) return;
      if (release.fileId) await this.expectUsable(release, release.fileId);
      await this.usePackage(release);
    });
  }

  /** @throws ResourceNotFoundError, ReleaseStateError when it was ever published. */
  async delete(tenantId: string, appId: string, id: string): Promise<void> {
    await this.transactions.run(tenantId, async () => {
      const release = await this.releases.getForUpdate(tenantId, appId, id);
      const before = briefOf(release);
      await this.deleteOne(release, await this.transactions.now());
      this.versioned.record(release, before, null);
    });
  }

  /**
   * All of them, or none.
   *
   * @param ids in lower case; duplicates count once.
   * @throws ResourceConflictError naming in `ids` those that are unknown or were ever published.
   */
  async deleteAll(tenantId: string, appId: string, ids: readonly string[]): Promise<void> {
    await this.transactions.run(tenantId, async () => {
      const releases = await this.releases.findAllForUpdate(tenantId, appId, ids);
      expectAll(
        ids,
        releases.filter((release) => !release.wasPublished),
      );
      const now = await this.transactions.now();
      for (const release of releases) await this.deleteOne(release, now);
      const before = { releases: releases.map(briefOf) };
      this.audit.record({ resourceType: 'release', resourceId: null, appId, before, after: null });
    });
  }

  private async deleteOne(release: Release, now: Date): Promise<void> {
    release.delete(now);
    await this.releases.save(release);
    await this.usePackage(release);
    await this.outbox.add(new ReleaseDeleted(release));
  }

  private async expectUsable({ tenantId, appId }: Release, fileId: string): Promise<void> {
    const [fitness] = (await this.files.check(tenantId, [fileId], 'release_package', appId)).values();
    const problem = fitness && FILE_PROBLEMS[fitness];
    if (problem) throw ValidationFailedError.of('file_id', problem);
  }

  private async usePackage({ tenantId, appId, id, fileId }: Release): Promise<void> {
    await this.files.replace(tenantId, { type: 'release', id, appId }, fileId ? [fileId] : []);
  }
}
