/**
 * What somebody has typed and not saved yet, kept in this tab until it is saved or thrown away, so that neither a reload
 * nor an ended session loses it. Never for passwords and other secrets.
 */
const PREFIX = 'ak-draft:';
const KEPT_MS = 24 * 60 * 60 * 1000;

export interface Draft<T> {
  readonly value: T;
  readonly at: string;
}

/** @param key whose and of what, as `<user id>:<operation>:<record id>`. */
export function readDraft<T>(key: string): Draft<T> | null {
  const text = sessionStorage.getItem(PREFIX + key);
  if (text === null) return null;
  try {
    const draft = JSON.parse(text) as Draft<T>;
    if (Date.now() - Date.parse(draft.at) < KEPT_MS) return draft;
  } catch {
    // Written by another version of the console.
  }
  dropDraft(key);
  return null;
}

/** @returns false where the browser keeps no more. */
export function keepDraft(key: string, value: unknown): boolean {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify({ value, at: new Date().toISOString() }));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(key: string): void {
  sessionStorage.removeItem(PREFIX + key);
}

export function dropAllDrafts(): void {
  for (const name of Object.keys(sessionStorage)) {
    if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
  }
}
