import { Injectable } from '@nestjs/common';
import {
  AuditTrail,
  changedBy,
  expectVersion,
  picked,
  type SettingsChanges,
  Transactions,
  withWireNames,
} from '@libs/kernel';
import { type RegionDecisions, UNDECIDED } from '../domain/region';
import { ManagedRegions, type ManagedRegion } from '../infrastructure/managed-regions';

const DECISIONS = ['nameOverride', 'isPublic'] as const;

/** What operators decide about regions. */
@Injectable()
export class RegionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly regions: ManagedRegions,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Undefined fields stay as they are, null resets to what holds before anything is decided. A name is replaced as a whole.
   *
   * @throws ResourceNotFoundError, VersionConflictError
   */
  update(code: string, lockVersion: number, changes: SettingsChanges<RegionDecisions>): Promise<ManagedRegion> {
    return this.transactions.runAsSystem(async () => {
      const present = await this.regions.getForUpdate(code);
      expectVersion(present, lockVersion);
      const decided = await this.regions.decide(
        code,
        changedBy<RegionDecisions>(changes, picked(present, DECISIONS), UNDECIDED),
      );
      const [before, after] = [present, decided].map((region) => withWireNames(region, DECISIONS));
      this.audit.record({ resourceType: 'region', resourceId: code, before: before ?? null, after: after ?? null });
      return decided;
    });
  }
}
