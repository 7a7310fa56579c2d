import { lock, session } from './session';

const LOCKED_AFTER_MS = 30 * 60 * 1000;
const NOTED_EVERY_MS = 15_000;
/** Shared by all tabs: whoever works in one of them is there. */
const ACTIVE_AT = 'ak-active';

function lastActive(): number {
  return Number(localStorage.getItem(ACTIVE_AT) ?? 0);
}

function noteActivity(): void {
  const now = Date.now();
  if (session.state.value === 'in' && now - lastActive() > NOTED_EVERY_MS) localStorage.setItem(ACTIVE_AT, String(now));
}

function lockIfIdle(): void {
  if (session.state.value === 'in' && Date.now() - lastActive() > LOCKED_AFTER_MS) void lock();
}

/** Ends the session of somebody who has gone away, with what they typed kept behind the question for the password. */
export function watchIdleness(): void {
  noteActivity();
  for (const event of ['pointerdown', 'keydown', 'wheel']) {
    // Before what happens counts as presence, it is asked how long nobody was: a laptop may have slept.
    addEventListener(
      event,
      () => {
        lockIfIdle();
        noteActivity();
      },
      { capture: true, passive: true },
    );
  }
  document.addEventListener('visibilitychange', lockIfIdle);
  setInterval(lockIfIdle, 30_000);
}
