import type { DatasetIdentity, RegionDataset } from './region';

/** Where the data set comes from that this version of the program ships. */
export abstract class RegionSource {
  /** Known without building the data set. */
  abstract readonly identity: DatasetIdentity;

  abstract build(): Promise<RegionDataset>;
}
