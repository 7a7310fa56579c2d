import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 300;

/** Whether it comes about in time. Looked at now and then: looking costs those something who are at work on it. */
export async function until(ask: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const end = performance.now() + withinMs;
  for (;;) {
    if (await ask()) return true;
    if (performance.now() > end) return false;
    await delay(LOOK_EVERY_MS);
  }
}
