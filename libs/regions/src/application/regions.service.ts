import { Injectable } from '@nestjs/common';
import { AuditTrail, type ChangesOf, changesIn, expectVersion, Transactions, wireOf } from '@libs/kernel';
import { type ManagedRegion, regionDecisions } from '../domain/region';
import { ManagedRegions } from '../infrastructure/managed-regions';

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
  update(code: string, lockVersion: number, changes: ChangesOf<typeof regionDecisions>): Promise<ManagedRegion> {
    return this.transactions.runAsSystem(async () => {
      const present = await this.regions.getForUpdate(code);
      expectVersion(present, lockVersion);
      const decided = await this.regions.decide(code, { ...present, ...changesIn(regionDecisions, changes) });
      const [before, after] = [wireOf(regionDecisions, present), wireOf(regionDecisions, decided)];
      this.audit.record({ resourceType: 'region', resourceId: code, before, after });
      return decided;
    });
  }
}
