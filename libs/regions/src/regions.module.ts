import { Module } from '@nestjs/common';
import { RegionImport } from './application/region-import';
import { RegionRepository } from './domain/region.repository';
import { RegionSource } from './domain/region-source';
import { ShippedRegions } from './infrastructure/dataset/shipped-regions';
import { LiveRegionIndex } from './infrastructure/live-region-index';
import { PostgresRegionRepository } from './infrastructure/postgres-region.repository';
import { RegionLoader } from './infrastructure/region-loader';
import { RegionQueries } from './infrastructure/region-queries';

@Module({
  providers: [
    RegionImport,
    RegionQueries,
    RegionLoader,
    LiveRegionIndex,
    { provide: RegionRepository, useClass: PostgresRegionRepository },
    { provide: RegionSource, useClass: ShippedRegions },
  ],
  exports: [RegionImport, RegionQueries],
})
export class RegionsModule {}
