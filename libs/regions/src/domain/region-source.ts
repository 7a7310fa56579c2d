import type { DatasetIdentity, RegionDataset } from './region';

/** The data set that this version of the program ships. */
export abstract class RegionSource {
  /** Known without building the data set. */
  abstract readonly identity: DatasetIdentity;

  abstract build(): Promise<RegionDataset>;
}
