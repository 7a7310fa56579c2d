import { Injectable } from '@nestjs/common';
import { AuditTrail, Transactions, VersionedChanges } from '@libs/kernel';
import type { Release } from '../domain/release';
import { ReleaseRepository } from '../domain/release.repository';
import { type ReleaseDetails, ReleaseQueries } from '../infrastructure/release-queries';
import { recordOf } from './release-record';

/** Changes of one release. */
@Injectable()
export class VersionedReleases {
  private readonly changes: VersionedChanges<Release, ReleaseDetails>;

  constructor(
    private readonly transactions: Transactions,
    private readonly releases: ReleaseRepository,
    queries: ReleaseQueries,
    audit: AuditTrail,
  ) {
    this.changes = new VersionedChanges(audit, {
      type: 'release',
      save: (release) => releases.save(release),
      see: ({ tenantId, appId, id }) => queries.get(tenantId, appId, id),
      record: recordOf,
    });
  }

  /** In the current transaction. @throws ReleaseVersionDuplicateError */
  async add(release: Release): Promise<ReleaseDetails> {
    await this.releases.save(release);
    return this.changes.added(release);
  }

  /** @throws ResourceNotFoundError, VersionConflictError, ReleaseVersionDuplicateError */
  change(
    tenantId: string,
    appId: string,
    id: string,
    lockVersion: number,
    work: (release: Release) => void | Promise<void>,
  ): Promise<ReleaseDetails> {
    return this.transactions.run(tenantId, async () => {
      const release = await this.releases.getForUpdate(tenantId, appId, id);
      return this.changes.change(release, lockVersion, () => work(release));
    });
  }

  /** Records what was done to a release beyond a change of its fields. */
  record(release: Release, before: object, after: object | null): void {
    this.changes.record(release, before, after);
  }
}
