import { ValidationFailedError } from '@libs/kernel';
import type { Platform } from '@libs/releases';
import { isPlainText } from '../../http/request/json-shape';

/** What a client of uni-upgrade-center reports about itself. */
export interface UniUpgradeRequest {
  /** DCloud's id of the App; null if it is not given. */
  readonly appid: string | null;
  /** The version names that it runs: of the native app, and of the resources in it. */
  readonly appVersion: string;
  readonly wgtVersion: string;
  /** Whether it can install a wgt. */
  readonly takesWgt: boolean;
  readonly platform: Platform;
  readonly runtimeVersion: string | null;
}

type Body = Readonly<Record<string, unknown>>;

const ACTION = 'checkVersion';
const MAX_LENGTH = 64;

/** The fields in which a client may name its platform, the most reliable first. */
const PLATFORM_FIELDS = ['platform', 'osName', 'uniPlatform', 'uni_platform'] as const;

const PLATFORM_NAMES: ReadonlyMap<string, Platform> = new Map([
  ['android', 'android'],
  ['app-android', 'android'],
  ['ios', 'ios'],
  ['ipados', 'ios'],
  ['app-ios', 'ios'],
  ['harmony', 'harmony'],
  ['harmonyos', 'harmony'],
  ['app-harmony', 'harmony'],
]);

/** Older HarmonyOS runs Android apps and names Android, too. */
const USER_AGENTS: readonly (readonly [RegExp, Platform])[] = [
  [/iPhone|iPad|iPod|Macintosh|Darwin/i, 'ios'],
  [/Android/i, 'android'],
  [/Harmony/i, 'harmony'],
];

/**
 * Reads the request of the protocol. Fields that are not part of it are ignored.
 *
 * @param needsAppid whether nothing else names the App.
 * @returns null when something is missing or unusable, for which the protocol has an answer of its own.
 * @throws ValidationFailedError when the body is not an object.
 */
export function readUniUpgradeRequest(
  json: unknown,
  userAgent: string | undefined,
  needsAppid: boolean,
): UniUpgradeRequest | null {
  const body = bodyOf(json);
  const [appid, appVersion, wgtVersion] = [
    textOf(body['appid']),
    versionOf(body['appVersion']),
    versionOf(body['wgtVersion']),
  ];
  if ((body['action'] ?? ACTION) !== ACTION || appVersion === null || wgtVersion === null) return null;
  if (appid === null && (needsAppid || isGiven(body['appid']))) return null;
  const platform = platformOf(body, userAgent ?? '');
  return {
    appid,
    appVersion,
    wgtVersion,
    takesWgt: takesWgt(body, platform),
    platform,
    runtimeVersion: textOf(body['uniRuntimeVersion']),
  };
}

function bodyOf(json: unknown): Body {
  if (json === undefined) return {};
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw ValidationFailedError.of('', 'not_object');
  return json as Body;
}

/** An app of uni-app x for Android is compiled as a whole; one in vapor mode takes packages other than wgts. */
function takesWgt(body: Body, platform: Platform): boolean {
  return body['is_vapor'] !== true && !(body['is_uniapp_x'] === true && platform === 'android');
}

function platformOf(body: Body, userAgent: string): Platform {
  for (const field of PLATFORM_FIELDS) {
    const name = textOf(body[field]);
    const platform = name === null ? undefined : PLATFORM_NAMES.get(name.toLowerCase());
    if (platform) return platform;
  }
  return USER_AGENTS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'android';
}

/** Some clients send their version as a number. */
function versionOf(value: unknown): string | null {
  return textOf(typeof value === 'number' && Number.isFinite(value) ? String(value) : value);
}

function textOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_LENGTH || !isPlainText(value)) return null;
  return value.trim() || null;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
