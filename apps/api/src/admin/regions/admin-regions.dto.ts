import type { LocalizedText, ListPage } from '@libs/kernel';
import { type ManagedRegion, REGION_STATUSES, type RegionStatus } from '@libs/regions';
import { Answer } from '../../http/answers/answer-fields';
import { Flag, Localized, LockVersion, OneOf, QueryInteger, Text } from '../../http/fields/fields';
import { type PageQuery, SearchQuery } from '../common/admin-requests.dto';
import { AdminListResponse } from '../common/admin-responses.dto';

const MAX_LEVEL = 10;
const MAX_CODE_LENGTH = 32;
const MAX_NAME_LENGTH = 200;

export class AdminRegionListQuery extends SearchQuery {
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

export class AdminRegionUpdateRequest {
  @Localized(
    { max: MAX_NAME_LENGTH, pattern: /\S/, patternCode: 'required' },
    {
      optional: true,
      nullable: true,
      description: 'Names that replace those of the data set, by locale; null for none. Replaced as a whole',
      example: { 'en-US': 'Hangzhou' },
    },
  )
  readonly name_override?: LocalizedText | null;

  @Flag({
    optional: true,
    nullable: true,
    description: 'Whether clients see the region, provided that they see its ancestors; null means true',
    example: true,
  })
  readonly is_public?: boolean | null;

  @LockVersion()
  readonly lock_version!: number;
}

export class AdminRegionResponse {
  @Answer.Text({ max: MAX_CODE_LENGTH, example: '330100' })
  readonly code: string;

  @Answer.Text({
    nullable: true,
    max: MAX_CODE_LENGTH,
    description: 'Code of the parent region; null for a country',
    example: '330000',
  })
  readonly parent_code: string | null;

  @Answer.Integer({ min: 0, max: MAX_LEVEL, example: 2 })
  readonly level: number;

  @Answer.Localized({
    description: 'Names in the data set, by locale; those equal to the name in zh-CN are left out',
    example: { 'zh-CN': '杭州市', 'en-US': 'Hangzhou' },
  })
  readonly names: LocalizedText;

  @Answer.Localized({
    nullable: true,
    description: 'Names that replace those of the data set, by locale; null for none',
    example: null,
  })
  readonly name_override: LocalizedText | null;

  @Answer.Flag({ description: 'Whether clients see the region, provided that they see its ancestors' })
  readonly is_public: boolean;

  @Answer.OneOf('RegionStatus', REGION_STATUSES)
  readonly status: RegionStatus;

  @Answer.Texts({
    description: 'Codes of the regions that replaced a retired region; empty if none is known',
    example: [],
  })
  readonly successor_codes: readonly string[];

  @Answer.Text({
    description: 'Version of the data set that last changed the region',
    example: 'gbt2260-8.5.8+iso3166-4.4.0+cldr-48.0+r1',
  })
  readonly dataset_version: string;

  @Answer.LockVersion({ description: 'Also increases with imports that change the region' })
  readonly lock_version: number;

  @Answer.Instant()
  readonly created_at: string;

  @Answer.Instant()
  readonly updated_at: string;

  constructor(region: ManagedRegion) {
    this.code = region.code;
    this.parent_code = region.parentCode;
    this.level = region.level;
    this.names = region.names;
    this.name_override = region.nameOverride;
    this.is_public = region.isPublic;
    this.status = region.status;
    this.successor_codes = region.successorCodes;
    this.dataset_version = region.datasetVersion;
    this.lock_version = region.lockVersion;
    this.created_at = region.createdAt.toISOString();
    this.updated_at = region.updatedAt.toISOString();
  }
}

export class AdminRegionListResponse extends AdminListResponse {
  @Answer.ListOf(() => AdminRegionResponse)
  readonly items: readonly AdminRegionResponse[];

  constructor(query: PageQuery, { items, total }: ListPage<ManagedRegion>) {
    super(query, total);
    this.items = items.map((region) => new AdminRegionResponse(region));
  }
}
