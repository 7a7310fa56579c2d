import {
  MAX_CODE_LENGTH,
  MAX_LEVEL,
  region,
  REGION_STATUSES,
  regionDecisions,
  type RegionStatus,
  ManagedRegions,
} from '@libs/regions';
import { updatedBy } from '../../http/answers/actor-response.dto';
import { answer } from '../../http/answers/answer';
import { OneOf, QueryInteger, Text } from '../../http/fields/fields';
import { changeRequest } from '../../http/fields/request';
import { SearchQuery, Sort } from '../common/admin-requests.dto';
import { pageOf } from '../common/admin-responses.dto';

export class AdminRegionListQuery extends SearchQuery {
  @Sort(ManagedRegions.order)
  override readonly sort?: string;

  @Text({ max: MAX_CODE_LENGTH }, { optional: true, description: 'Only the children of this region', example: 'CN' })
  readonly parent_code?: string;

  @QueryInteger(0, MAX_LEVEL, { description: 'Only regions of this level', example: 1 })
  readonly level?: number;

  @OneOf('RegionStatus', REGION_STATUSES, { optional: true })
  readonly status?: RegionStatus;

  @OneOf('RegionVisibilityFilter', ['true', 'false'], {
    optional: true,
    description: '`false`: only regions that are hidden themselves, not through an ancestor',
  })
  readonly is_public?: 'true' | 'false';

  filter() {
    const { q, parent_code: parentCode, level, status, is_public } = this;
    return { q, parentCode, level, status, isPublic: is_public && is_public === 'true' };
  }
}

export class AdminRegionUpdateRequest extends changeRequest(regionDecisions) {}

export class AdminRegionResponse extends answer({ ...region, updatedBy }) {}

export class AdminRegionListResponse extends pageOf(AdminRegionResponse) {}
