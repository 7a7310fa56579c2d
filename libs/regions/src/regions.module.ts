import { Module } from '@nestjs/common';
import { RegionImport } from './application/region-import';
import { RegionsService } from './application/regions.service';
import { RegionRepository } from './domain/region.repository';
import { RegionSource } from './domain/region-source';
import { ShippedRegions } from './infrastructure/dataset/shipped-regions';
import { LiveRegionIndex } from './infrastructure/live-region-index';
import { ManagedRegions } from './infrastructure/managed-regions';
import { PostgresRegionRepository } from './infrastructure/postgres-region.repository';
import { RegionLoader } from './infrastructure/region-loader';
import { RegionQueries } from './infrastructure/region-queries';

@Module({
  providers: [
    ManagedRegions,
    RegionImport,
    RegionsService,
    RegionQueries,
    RegionLoader,
    LiveRegionIndex,
    { provide: RegionRepository, useClass: PostgresRegionRepository },
    { provide: RegionSource, useClass: ShippedRegions },
  ],
  exports: [ManagedRegions, RegionImport, RegionQueries, RegionsService],
})
export class RegionsModule {}
