import { PACKAGE_TYPES, PLATFORMS, type PackageType, type Platform } from './release-kinds';

/** What is asked about one device; nothing typed is an empty text. */
export interface Question {
  platform: Platform;
  package_type: PackageType;
  version_code: string;
  native_version_code: string;
  runtime_version: string;
  channel: string;
  device_key: string;
}

export const CODES = ['version_code', 'native_version_code'] as const;
const TEXTS = ['runtime_version', 'channel', 'device_key'] as const;
const CODE = /^\d{1,10}$/;
const GREATEST = 2_147_483_647;
const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type Address = Readonly<Record<string, unknown>>;

/** What the address asks; what makes no sense in it is passed over. */
export function questionIn(address: Address, standard: Pick<Question, 'platform' | 'package_type'>): Question {
  const text = (name: string): string => (typeof address[name] === 'string' ? address[name] : '');
  const known = <Value extends string>(name: string, values: readonly Value[], otherwise: Value): Value =>
    values.find((value) => value === address[name]) ?? otherwise;
  return {
    platform: known('platform', PLATFORMS, standard.platform),
    package_type: known('package_type', PACKAGE_TYPES, standard.package_type),
    version_code: text('version_code'),
    native_version_code: text('native_version_code'),
    runtime_version: text('runtime_version'),
    channel: text('channel'),
    device_key: text('device_key'),
  };
}

/** The part of an address that asks this. */
export function addressOf(question: Question): Record<string, string> {
  return Object.fromEntries(Object.entries<string>({ ...question }).filter(([, value]) => value.trim() !== ''));
}

/** The fields that cannot be sent as they are typed. */
export function wrongIn(question: Question): (keyof Question)[] {
  const wrong = CODES.filter((name) => question[name].trim() !== '' && codeOf(question[name]) === undefined);
  const key = question.device_key.trim();
  return [...wrong, ...(key === '' || KEY.test(key) ? [] : (['device_key'] as const))];
}

interface Query {
  readonly platform: Platform;
  readonly package_type: PackageType;
  readonly version_code?: number;
  readonly native_version_code?: number;
  readonly runtime_version?: string;
  readonly channel?: string;
  readonly device_key?: string;
}

export function queryOf(question: Question): Query {
  const { platform, package_type } = question;
  // The native app around a wgt: a native app has none.
  const codes = package_type === 'wgt' ? CODES : (['version_code'] as const);
  const numbers = codes.flatMap((name) => {
    const code = codeOf(question[name]);
    return code === undefined ? [] : [[name, code] as const];
  });
  const texts = TEXTS.flatMap((name) => {
    const text = question[name].trim();
    return text === '' ? [] : [[name, text] as const];
  });
  return { platform, package_type, ...Object.fromEntries<number>(numbers), ...Object.fromEntries<string>(texts) };
}

function codeOf(text: string): number | undefined {
  const typed = text.trim();
  const code = Number(typed);
  return CODE.test(typed) && code <= GREATEST ? code : undefined;
}
