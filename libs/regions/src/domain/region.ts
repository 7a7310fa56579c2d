import { field, only, type ValuesOf } from '@libs/kernel';

export const REGION_STATUSES = ['active', 'retired'] as const;

export type RegionStatus = (typeof REGION_STATUSES)[number];

export const MAX_LEVEL = 10;
export const MAX_CODE_LENGTH = 32;

/** A region as operators see it, hidden and retired ones included. */
export const region = {
  code: field.text(MAX_CODE_LENGTH).example('330100'),
  parentCode: field
    .text(MAX_CODE_LENGTH)
    .nullable()
    .about('Code of the parent region; null for a country')
    .example('330000'),
  /** 0 country, 1 first-level division or province, 2 city, 3 county, 4 town. A level may be skipped. */
  level: field.integer(0, MAX_LEVEL).example(2),
  names: field
    .localized()
    .about('Names in the data set, by locale; those equal to the name in zh-CN are left out')
    .example({ 'zh-CN': '杭州市', 'en-US': 'Hangzhou' }),
  nameOverride: field
    .localized(200, { pattern: /\S/, patternCode: 'required' })
    .nullable()
    .initially(null)
    .about('Names that replace those of the data set, by locale; null for none')
    .example({ 'en-US': 'Hangzhou' }),
  isPublic: field
    .flag()
    .initially(true)
    .about('Whether clients see the region, provided that they see its ancestors')
    .example(true),
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
  updatedBy: field.actor(),
};

export type ManagedRegion = ValuesOf<typeof region>;

/** What operators decide about a region. No import changes it. */
export const regionDecisions = only(region, 'nameOverride', 'isPublic');

export type RegionDecisions = ValuesOf<typeof regionDecisions>;

const datasetRegion = only(region, 'code', 'parentCode', 'level', 'names', 'status', 'successorCodes');

/** A region in a data set. */
export interface DatasetRegion extends ValuesOf<typeof datasetRegion> {
  /**
   * Spellings for the search, in lower case without tones, separated by a space, their syllables by an apostrophe.
   * Empty for names without Han.
   */
  readonly pinyin: string;
  readonly initials: string;
}

/** A stored region: the data set's, with the operators' decisions about it. */
export interface StoredRegion extends DatasetRegion, RegionDecisions {}

export interface DatasetIdentity {
  readonly version: string;
  readonly source: string;
}

export interface RegionDataset extends DatasetIdentity {
  /** A JSON array of DatasetRegion, as bytes, because nothing between its builder and the database reads it. */
  readonly regionsJson: Buffer;
}

/** What an import changed, as codes. A region can be both renamed and moved. */
export interface RegionDiff {
  /** New, or back after having been retired. */
  readonly added: readonly string[];
  readonly renamed: readonly string[];
  readonly moved: readonly string[];
  readonly retired: readonly string[];
  /** How many were unchanged. */
  readonly unchanged: number;
}

/** A region in lists. */
export const regionItem = {
  code: region.code.about(
    'ISO 3166-1 for countries, ISO 3166-2 for their divisions, digits of GB/T 2260 for those of China',
  ),
  parentCode: region.parentCode,
  level: region.level.about(
    '0 country, 1 province or first-level division, 2 city, 3 county, 4 town; a level may be skipped',
  ),
  name: field.text().about('Name in the locale of the response').example('杭州市'),
  fullName: field.text().about('The names from the top level down, as in an address').example('浙江省杭州市'),
  hasChildren: field.flag(),
  status: region.status,
};

export const regionDetail = { ...regionItem, successorCodes: region.successorCodes };

export type RegionItem = ValuesOf<typeof regionItem>;
export type RegionDetail = ValuesOf<typeof regionDetail>;
