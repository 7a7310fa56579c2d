export { RegionsModule } from './regions.module';
export { RegionImport } from './application/region-import';
export {
  REGION_STATUSES,
  type DatasetIdentity,
  type RegionDetail,
  type RegionDiff,
  type RegionItem,
  type RegionStatus,
} from './domain/region';
export { RegionQueries, type RegionList, type RegionListQuery } from './infrastructure/region-queries';
