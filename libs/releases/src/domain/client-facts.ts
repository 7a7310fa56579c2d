import { compareVersionNames } from './version-name';

/** A version that a client runs, by its code or its name or both: not every client knows both. */
export interface ClientVersion {
  readonly code: number | null;
  readonly name: string | null;
}

/** What a client tells of itself. */
export interface ClientFacts {
  /** A uuid. */
  readonly deviceKey: string | null;
  /** What it runs of the package type that it asks for. */
  readonly version: ClientVersion | null;
  /** The native app that a wgt runs in. */
  readonly native: ClientVersion | null;
  readonly runtimeVersion: string | null;
}

/** Whether a client with this version has something older. Codes decide where both sides have one. */
export function isOlder(version: ClientVersion, than: { versionCode: number; versionName: string }): boolean {
  if (version.code !== null) return version.code < than.versionCode;
  return version.name !== null && compareVersionNames(version.name, than.versionName) < 0;
}

/** Whether one of the versions is on a list of codes and names. */
export function isListed(list: readonly string[], ...versions: readonly (ClientVersion | null)[]): boolean {
  // Most lists are empty.
  if (list.length === 0) return false;
  return versions.some((version) => version !== null && list.some((entry) => names(entry, version)));
}

function names(entry: string, { code, name }: ClientVersion): boolean {
  return (code !== null && entry === String(code)) || (name !== null && compareVersionNames(entry, name) === 0);
}
