import { Injectable } from '@nestjs/common';
import { Transactions } from '@libs/kernel';
import type { RegionDataset, RegionDiff } from '../domain/region';
import { RegionRepository } from '../domain/region.repository';
import { RegionSource } from '../domain/region-source';

/** Imports the shipped data set into the database. */
@Injectable()
export class RegionImport {
  /** Built and not imported yet: a start that loses the database meanwhile tries again, and building takes seconds. */
  private pending: Promise<RegionDataset> | null = null;

  constructor(
    private readonly transactions: Transactions,
    private readonly regions: RegionRepository,
    private readonly source: RegionSource,
  ) {}

  /** Imports the shipped data set, whatever was imported before. Repeating it has no effect. */
  async run(): Promise<RegionDiff> {
    const dataset = await this.source.build();
    return this.inTransaction(() => this.regions.replaceWith(dataset));
  }

  /**
   * Imports the shipped data set unless it was ever imported before: a process of an older version that starts beside
   * newer ones does not revert their regions.
   *
   * @returns null if there was nothing to do.
   */
  async ensureImported(): Promise<RegionDiff | null> {
    const { version } = this.source.identity;
    if (await this.transactions.runAsSystem(() => this.regions.hasImported(version))) {
      this.pending = null;
      return null;
    }
    const dataset = await this.built();
    const diff = await this.inTransaction(() => this.importUnlessDone(dataset));
    this.pending = null;
    return diff;
  }

  private built(): Promise<RegionDataset> {
    this.pending ??= this.source.build().catch((error: unknown) => {
      this.pending = null;
      throw error;
    });
    return this.pending;
  }

  /** Processes that start at the same time wait for the one that imports. */
  private async importUnlessDone(dataset: RegionDataset): Promise<RegionDiff | null> {
    return (await this.regions.hasImported(dataset.version)) ? null : this.regions.replaceWith(dataset);
  }

  private inTransaction<T>(work: () => Promise<T>): Promise<T> {
    return this.transactions.runAsSystem(async () => {
      await this.regions.lockForImport();
      return work();
    });
  }
}
