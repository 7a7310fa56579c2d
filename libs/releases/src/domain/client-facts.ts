import { compareVersionNames } from './version-name';

/** The version that a client runs, by its code, its name or both: not every client knows both. */
export interface ClientVersion {
  readonly code: number | null;
  readonly name: string | null;
  /** If the code is unknown, the codes of the releases with the name, … */
  readonly namesakes?: readonly number[];
  /**
   * … and the code of the newest release that is not newer: the client's is this or a greater one. 0 if there is none.
   */
  readonly leastCode?: number;
}

/** What a client sends about itself. */
export interface ClientFacts {
  /** A uuid. */
  readonly deviceKey: string | null;
  /** The version that it runs of the requested package type. */
  readonly version: ClientVersion | null;
  /** The native app that a wgt runs in. */
  readonly native: ClientVersion | null;
  readonly runtimeVersion: string | null;
  /** The release that the device reported to have. Only looked up if one that it might get is paused. */
  readonly reportedReleaseId?: string | null;
}

/** Whether a client with this version has something older. Codes decide if both sides have one. */
export function isOlder(version: ClientVersion, than: { versionCode: number; versionName: string }): boolean {
  if (version.code !== null) return version.code < than.versionCode;
  return version.name !== null && compareVersionNames(version.name, than.versionName) < 0;
}

/**
 * A version sent by its name only, placed among the known ones.
 *
 * @param known the names of releases of the platform and package type, by their codes.
 */
export function versionNamed(name: string, known: ReadonlyMap<number, string>): ClientVersion {
  const orders = [...known].map(([code, other]) => ({ code, order: compareVersionNames(other, name) }));
  const namesakes = orders.filter(({ order }) => order === 0).map(({ code }) => code);
  const leastCode = Math.max(0, ...orders.filter(({ order }) => order <= 0).map(({ code }) => code));
  return { code: null, name, namesakes, leastCode };
}

/** The code that is compared with a minimum; null if nothing is known about it. */
export function codeOf({ code, leastCode }: ClientVersion): number | null {
  return code ?? leastCode ?? null;
}

/** Whether one of the versions is on a list of codes and names. */
export function isListed(list: readonly string[], ...versions: readonly (ClientVersion | null)[]): boolean {
  // Most lists are empty.
  if (list.length === 0) return false;
  return versions.some((version) => version !== null && list.some((entry) => names(entry, version)));
}

function names(entry: string, { code, name, namesakes = [] }: ClientVersion): boolean {
  const codes = code === null ? namesakes : [code];
  return codes.some((one) => entry === String(one)) || (name !== null && compareVersionNames(entry, name) === 0);
}
