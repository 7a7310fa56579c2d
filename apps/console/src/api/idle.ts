import { lastActive, noteActivity } from './activity';
import { lock, session } from './session';

const LOCKED_AFTER_MS = 30 * 60 * 1000;

/** Ends the session of somebody who has gone away, with what they typed kept behind the question for the password. */
function lockIfIdle(): void {
  const idle = Date.now() - (lastActive() ?? Date.now());
  if (session.state.value === 'in' && idle > LOCKED_AFTER_MS) void lock();
}

/** Before anything counts as presence, it is asked how long nobody was there: a laptop may have slept. */
function beHere(): void {
  lockIfIdle();
  if (session.state.value === 'in') noteActivity();
}

/** @returns what ends it. */
export function watchIdleness(): () => void {
  const events = ['pointerdown', 'keydown', 'wheel'];
  const options = { capture: true, passive: true };
  beHere();
  for (const event of events) addEventListener(event, beHere, options);
  document.addEventListener('visibilitychange', lockIfIdle);
  const timer = setInterval(lockIfIdle, 30_000);
  return () => {
    for (const event of events) removeEventListener(event, beHere, options);
    document.removeEventListener('visibilitychange', lockIfIdle);
    clearInterval(timer);
  };
}
