import { isMainThread } from 'node:worker_threads';

/**
 * Loaded before the api (`node --require`): watches how long its main thread works at a stretch. Between two ticks of a
 * timer the loop turned at least once, so that the processor time in between is that of one turn, and at most a tick
 * more. Waiting for others on a busy machine, and what other threads do, does not count.
 */
const TICK_MS = 1;

/** What was seen since it was asked for the last time. */
export interface Stretch {
  readonly longestMs: number;
  readonly usedMs: number;
}

let before = usedMicroseconds();
let longest = 0;
let total = 0;

function look(): void {
  const now = usedMicroseconds();
  longest = Math.max(longest, now - before);
  total += now - before;
  before = now;
}

function usedMicroseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

if (isMainThread && process.send) {
  setInterval(look, TICK_MS).unref();
  process.on('message', (message) => {
    if (message !== 'stretch') return;
    look();
    process.send?.({ longestMs: longest / 1_000, usedMs: total / 1_000 } satisfies Stretch);
    longest = 0;
    total = 0;
    before = usedMicroseconds();
  });
  process.channel?.unref();
}
