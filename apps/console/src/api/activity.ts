const NOTED_EVERY_MS = 15_000;
/** Shared by all tabs: whoever works in one of them is there. */
const ACTIVE_AT = 'ak-active';

/** Null where nobody has been here since the last sign-out. */
export function lastActive(): number | null {
  const at = localStorage.getItem(ACTIVE_AT);
  return at === null ? null : Number(at);
}

export function noteActivity(): void {
  const now = Date.now();
  if (now - (lastActive() ?? 0) > NOTED_EVERY_MS) localStorage.setItem(ACTIVE_AT, String(now));
}

export function forgetActivity(): void {
  localStorage.removeItem(ACTIVE_AT);
}
