import { ValidationFailedError } from '@libs/kernel';
import type { Platform } from '@libs/releases';
import { isPlainText } from '../../http/request/json-shape';

/** What the client of uni-upgrade-center tells of itself. */
export interface UniUpgradeRequest {
  /** By which DCloud knows the App; null where it does not say. */
  readonly appid: string | null;
  /** The names of the versions that it runs: of the native app, and of the resources in it. */
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

/** Under these a client may say where it runs, the most telling first. */
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

/** Older HarmonyOS runs Android's apps, and says so. */
const USER_AGENTS: readonly (readonly [RegExp, Platform])[] = [
  [/iPhone|iPad|iPod|Macintosh|Darwin/i, 'ios'],
  [/Android/i, 'android'],
  [/Harmony/i, 'harmony'],
];

/**
 * Reads the request as the protocol has it: what is not part of it is ignored.
 *
 * @param needsAppid whether nothing else names the App.
 * @returns null where something is missing or of no use, for which the protocol has an answer of its own.
 * @throws ValidationFailedError where the body is no object.
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

/** An app of uni-app x for Android is compiled as a whole; one in vapor mode takes other packages than wgts. */
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

/** Clients that take their version for a number send one. */
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
