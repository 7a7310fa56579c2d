import type { RegionDataset, RegionDiff } from './region';

/** Where regions are kept, as far as an import is concerned. */
export abstract class RegionRepository {
  /** Whether the data set was imported at any time. */
  abstract hasImported(version: string): Promise<boolean>;

  /** Makes other imports wait until the transaction under way ends. */
  abstract lockForImport(): Promise<void>;

  /**
   * Makes the regions those of the data set: new ones are added, changed ones follow it, vanished ones are retired, in
   * the transaction under way. What operators decided stays.
   */
  abstract replaceWith(dataset: RegionDataset): Promise<RegionDiff>;
}
