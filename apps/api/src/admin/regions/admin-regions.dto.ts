import { field, type LocalizedText } from '@libs/kernel';
import { REGION_STATUSES, type RegionStatus } from '@libs/regions';
import { answer } from '../../http/answers/answer';
import { Flag, Localized, LockVersion, OneOf, QueryInteger, Text } from '../../http/fields/fields';
import { SearchQuery } from '../common/admin-requests.dto';
import { pageOf } from '../common/admin-responses.dto';

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

export class AdminRegionResponse extends answer({
  code: field.text(MAX_CODE_LENGTH).example('330100'),
  parentCode: field
    .text(MAX_CODE_LENGTH)
    .nullable()
    .about('Code of the parent region; null for a country')
    .example('330000'),
  level: field.integer(0, MAX_LEVEL).example(2),
  names: field
    .localized()
    .about('Names in the data set, by locale; those equal to the name in zh-CN are left out')
    .example({ 'zh-CN': '杭州市', 'en-US': 'Hangzhou' }),
  nameOverride: field
    .localized()
    .nullable()
    .about('Names that replace those of the data set, by locale; null for none')
    .example(null),
  isPublic: field.flag().about('Whether clients see the region, provided that they see its ancestors'),
  status: field.one('RegionStatus', REGION_STATUSES),
  successorCodes: field
    .texts()
    .about('Codes of the regions that replaced a retired region; empty if none is known')
    .example([]),
  datasetVersion: field
    .text()
    .about('Version of the data set that last changed the region')
    .example('gbt2260-8.5.8+iso3166-4.4.0+cldr-48.0+r1'),
  lockVersion: field.lockVersion().about('Also increases with imports that change the region'),
  createdAt: field.instant(),
  updatedAt: field.instant(),
}) {}

export class AdminRegionListResponse extends pageOf(AdminRegionResponse) {}
