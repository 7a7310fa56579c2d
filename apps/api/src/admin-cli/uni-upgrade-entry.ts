import { type Platform, RELEASE_PLATFORMS, type PackageType, PACKAGE_TYPES, versionCodeOf } from '@libs/releases';
import { isPlainText } from '../http/request/json-shape';

/** A problem with a field of an entry. */
export interface EntryProblem {
  readonly field: string;
  readonly message: string;
}

/** A version as `opendb-app-versions` has it. */
export interface UniUpgradeEntry {
  readonly appid: string;
  readonly platforms: readonly Platform[];
  readonly type: PackageType;
  readonly version: string;
  readonly versionCode: number;
  readonly minUniVersion: string | null;
  /** Whether clients get it. */
  readonly isStable: boolean;
  readonly createdAt: number;
  /** The fields that only need the names of the administrators' interface. */
  readonly fields: Readonly<Record<string, unknown>> & { readonly title: string; readonly release_notes: string };
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a release, each with the field of an entry from which it is made. */
export const ENTRY_FIELDS: Readonly<Record<string, string>> = {
  version_name: 'version',
  version_code: 'version_code',
  external_url: 'url',
  release_notes: 'contents',
  store_links: 'store_list',
  min_native_version_code: 'min_uni_version',
  target_platforms: 'platform',
};

/** Entries that uni-stat wrote about versions that clients ran are not packages. */
export function isStatistics(value: object): boolean {
  return (value as Fields)['create_env'] === 'uni-stat';
}

/** The id of the entry for reports; null if it has none. */
export function idOf(value: object): string | null {
  const id = (value as Fields)['_id'];
  const text = typeof id === 'object' && id !== null ? (id as Fields)['$oid'] : id;
  return typeof text === 'string' && isPlainText(text) ? text.slice(0, 64) : null;
}

export function readEntry(value: object): { entry: UniUpgradeEntry } | { problems: EntryProblem[] } {
  const fields = value as Fields;
  const type = PACKAGE_TYPES.find((one) => one === fields['type']);
  const platforms = platformsOf(fields['platform'] ?? fields['uni_platform']);
  const [appid, version, minUniVersion] = [
    text(fields['appid']),
    text(fields['version']),
    text(fields['min_uni_version']),
  ];
  const versionCode = codeOf(fields['version_code'], version);
  const problems = [
    ...problem(appid === '', 'appid', 'is missing'),
    ...problem(!type, 'type', `must be ${PACKAGE_TYPES.join(' or ')}`),
    ...problem(!platforms, 'platform', 'must be Android, iOS or Harmony, or a list of them'),
    ...problem(version === '', 'version', 'is missing'),
    ...problem(version !== '' && versionCode === null, 'version', NO_CODE),
    ...problem(!/^https:\/\//i.test(text(fields['url'])), 'url', NO_ADDRESS),
    ...problem(
      type === 'wgt' && minUniVersion === '',
      'min_uni_version',
      'is missing: without it no client gets the wgt',
    ),
    ...problem(
      fields['is_vapor'] === true || fields['isVapor'] === true,
      'is_vapor',
      'such packages are not supported',
    ),
  ];
  if (problems.length > 0 || !type || !platforms || versionCode === null) return { problems };
  return {
    entry: {
      appid,
      platforms,
      type,
      version,
      versionCode,
      minUniVersion: type === 'wgt' ? minUniVersion : null,
      isStable: fields['stable_publish'] === true,
      createdAt: timeOf(fields['create_date']),
      fields: fieldsOf(fields, type, version),
    },
  };
}

const NO_CODE =
  'has no version_code: one is derived only from up to three numbers, at most 2146.999.999; give others a field version_code';
const NO_ADDRESS = 'must begin with https://; upload a file that is kept elsewhere as the package of a release';

function fieldsOf(fields: Fields, type: PackageType, version: string): UniUpgradeEntry['fields'] {
  const title = text(fields['title']) || version;
  return {
    upgrade_mode: modeOf(fields, type),
    external_url: text(fields['url']),
    title,
    release_notes: text(fields['contents']) || title,
    store_links: storesOf(fields['store_list']),
  };
}

/** Silent goes before forced, as in the client; a native app cannot be silent. */
function modeOf(fields: Fields, type: PackageType): string {
  if (type === 'wgt' && fields['is_silently'] === true) return 'silent';
  return fields['is_mandatory'] === true ? 'forced' : 'recommended';
}

/** Stores without an address are left out. */
function storesOf(value: unknown): object[] {
  if (!Array.isArray(value)) return [];
  return (value as unknown[]).flatMap((store) => {
    const { name, scheme, enable, priority } = (store ?? {}) as Fields;
    const address = text(scheme);
    if (address === '') return [];
    const number = Number(priority ?? 0);
    return [
      { name: text(name), scheme: address, url: address, enabled: enable === true, priority: Math.trunc(number) },
    ];
  });
}

/** In our order, without duplicates; null if one is unknown. */
function platformsOf(value: unknown): Platform[] | null {
  const names = (Array.isArray(value) ? (value as unknown[]) : [value]).map((name) => text(name).toLowerCase());
  const isKnown = names.length > 0 && names.every((name) => RELEASE_PLATFORMS.some((platform) => platform === name));
  return isKnown ? RELEASE_PLATFORMS.filter((platform) => names.includes(platform)) : null;
}

function codeOf(given: unknown, version: string): number | null {
  if (given === undefined || given === null) return versionCodeOf(version);
  return typeof given === 'number' ? given : null;
}

/** Milliseconds since 1970, from any of the forms in which databases export them; 0 if there are none. */
function timeOf(value: unknown): number {
  if (typeof value === 'object' && value !== null) {
    const { $date, $numberLong } = value as Fields;
    return timeOf($date ?? $numberLong ?? 0);
  }
  const time = typeof value === 'string' && !/^\d+$/.test(value) ? Date.parse(value) : Number(value);
  return Number.isFinite(time) ? time : 0;
}

function problem(isOne: boolean, field: string, message: string): EntryProblem[] {
  return isOne ? [{ field, message }] : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
