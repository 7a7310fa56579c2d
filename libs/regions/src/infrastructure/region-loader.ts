import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { DatasetIdentity, StoredRegion } from '../domain/region';
import type { RegionIndex } from '../domain/region-index';
import { RegionIndexBuilder } from '../domain/region-index-builder';

/** The state of the regions as a whole. The revision increases with every change. */
export interface RegionState {
  readonly revision: string;
  readonly dataset: DatasetIdentity;
}

/** Small enough for a short answer that does not block other requests while it is processed. */
const CHUNK_SIZE = 1_024;

/** Regions rarely change: two changes during one load are a coincidence, more are a fault. */
const MAX_ATTEMPTS = 5;

const SELECT_STATE = `
  SELECT r.revision::text, coalesce(d.version, 'none') AS version, coalesce(d.source, '') AS source
    FROM region_revision r
    LEFT JOIN LATERAL (
      SELECT version, source FROM region_datasets ORDER BY imported_at DESC, version DESC LIMIT 1
    ) d ON true`;

const SELECT_CHUNK = `
  SELECT code, parent_code AS "parentCode", level, names, pinyin, initials, status,
         successor_codes AS "successorCodes", name_override AS "nameOverride", is_public AS "isPublic"
    FROM regions WHERE code > $1 ORDER BY code LIMIT $2`;

/** Reads the regions into an index. */
@Injectable()
export class RegionLoader {
  constructor(private readonly database: Database) {}

  async readState(): Promise<RegionState> {
    const [row] = await this.database.readAsSystem<{ revision: string; version: string; source: string }>(SELECT_STATE);
    if (!row) throw new Error('The revision of the regions is missing');
    const { revision, version, source } = row;
    return { revision, dataset: { version, source } };
  }

  /** Other requests are served between the chunks: a load takes some hundred milliseconds of work in all. */
  async load(stopping: AbortSignal): Promise<RegionIndex> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const { revision, dataset } = await this.readState();
      const builder = await this.readRegions(stopping);
      // The chunks are separate transactions. Changes made between them must not be mixed into one index.
      if ((await this.readState()).revision === revision) return this.build(builder, { revision, dataset }, stopping);
    }
    throw new Error('The regions changed during each attempt to load them');
  }

  private async readRegions(stopping: AbortSignal): Promise<RegionIndexBuilder> {
    const builder = new RegionIndexBuilder();
    let last = '';
    for (;;) {
      stopping.throwIfAborted();
      const chunk = await this.database.readAsSystem<StoredRegion>(SELECT_CHUNK, [last, CHUNK_SIZE]);
      for (const region of chunk) builder.add(region);
      if (chunk.length < CHUNK_SIZE) return builder;
      last = chunk.at(-1)?.code ?? last;
    }
  }

  private async build(
    builder: RegionIndexBuilder,
    { revision, dataset }: RegionState,
    stopping: AbortSignal,
  ): Promise<RegionIndex> {
    const steps = builder.build(dataset, revision);
    for (;;) {
      stopping.throwIfAborted();
      const step = steps.next();
      if (step.done) return step.value;
      await nextTurn();
    }
  }
}
