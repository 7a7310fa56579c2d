export { RegionsModule } from './regions.module';
export { RegionImport } from './application/region-import';
export { RegionsService } from './application/regions.service';
export {
  MAX_CODE_LENGTH,
  MAX_LEVEL,
  region,
  REGION_STATUSES,
  regionDecisions,
  regionDetail,
  type RegionDetail,
  type RegionDiff,
  regionItem,
  type RegionStatus,
} from './domain/region';
export { ManagedRegions } from './infrastructure/managed-regions';
export { RegionQueries, type RegionListQuery } from './infrastructure/region-queries';
export { RegionCodes, regionsWithin } from './infrastructure/region-codes';
export { RegionCodesModule } from './region-codes.module';
