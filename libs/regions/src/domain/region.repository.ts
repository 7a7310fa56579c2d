import type { RegionDataset, RegionDiff } from './region';

/** The stored regions, as far as an import is concerned. */
export abstract class RegionRepository {
  /** Whether the data set was imported at any time. */
  abstract hasImported(version: string): Promise<boolean>;

  /** Makes other imports wait until the current transaction ends. */
  abstract lockForImport(): Promise<void>;

  /**
   * Replaces the regions by those of the data set, in the current transaction: new ones are added, changed ones
   * updated, missing ones retired. Operators' decisions are kept.
   */
  abstract replaceWith(dataset: RegionDataset): Promise<RegionDiff>;
}
