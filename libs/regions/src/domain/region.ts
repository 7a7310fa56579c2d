import type { LocalizedText } from '@libs/kernel';

export const REGION_STATUSES = ['active', 'retired'] as const;

export type RegionStatus = (typeof REGION_STATUSES)[number];

/** A region in a data set. */
export interface DatasetRegion {
  readonly code: string;
  readonly parentCode: string | null;
  /** 0 country, 1 first-level division or province, 2 city, 3 county, 4 town. A level may be skipped. */
  readonly level: number;
  /** Locales whose name equals the zh-CN one are left out. */
  readonly names: LocalizedText;
  /**
   * Spellings for the search, in lower case without tones, separated by a space, their syllables by an apostrophe.
   * Empty for names without Han.
   */
  readonly pinyin: string;
  readonly initials: string;
  readonly status: RegionStatus;
  readonly successorCodes: readonly string[];
}

export interface DatasetIdentity {
  readonly version: string;
  readonly source: string;
}

export interface RegionDataset extends DatasetIdentity {
  /** A JSON array of DatasetRegion, as bytes, because nothing between its builder and the database reads it. */
  readonly regionsJson: Buffer;
}

/** What operators decide about a region. No import changes it. */
export interface RegionDecisions {
  /** Replaces the data set's name in the locales it contains. */
  readonly nameOverride: LocalizedText | null;
  /** Clients do not see another one, and nothing below it. */
  readonly isPublic: boolean;
}

/** What holds before anything is decided. */
export const UNDECIDED: RegionDecisions = { nameOverride: null, isPublic: true };

/** A stored region: the data set's, with the operators' decisions about it. */
export interface StoredRegion extends DatasetRegion, RegionDecisions {}

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

/** A region in lists; the fields have their names on the wire. */
export interface RegionItem {
  readonly code: string;
  readonly parent_code: string | null;
  readonly level: number;
  readonly name: string;
  readonly full_name: string;
  readonly has_children: boolean;
  readonly status: RegionStatus;
}

export interface RegionDetail extends RegionItem {
  /** The regions that replaced a retired one; may be empty. */
  readonly successor_codes: readonly string[];
}
