export { RegionsModule } from './regions.module';
export { RegionImport } from './application/region-import';
export { RegionsService } from './application/regions.service';
export {
  REGION_STATUSES,
  type DatasetIdentity,
  type RegionDecisions,
  type RegionDetail,
  type RegionDiff,
  type RegionItem,
  type RegionStatus,
} from './domain/region';
export { ManagedRegions, type ManagedRegion } from './infrastructure/managed-regions';
export { RegionQueries, type RegionList, type RegionListQuery } from './infrastructure/region-queries';
