import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Logger } from '../logging/logger';

const LOOK_EVERY_MS = 2_000;
/** The share of the time in which the event loop may be at work, of a process that has nothing to do. */
const QUIET = 0.1;

/** A process that is never quiet is held then: what it has to give back, it would keep for good. */
const PATIENCE_MS = 10_000;

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/**
 * Gives back what the start needed and nothing needs afterwards. Loading fills a heap of twice the size of what stays,
 * and V8 keeps the pages of an idle process: only its most thorough collection returns them, some 80 MiB. It holds the
 * event loop for a fifth of a second, once, and so waits some seconds for a moment in which there is nothing to do.
 */
export async function releaseStartMemory(logger: Logger, stopping: AbortSignal): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (let before = performance.eventLoopUtilization(); !stopping.aborted && performance.now() < end;) {
    await delay(LOOK_EVERY_MS, undefined, { signal: stopping, ref: false }).catch(() => undefined);
    const now = performance.eventLoopUtilization();
    if (performance.eventLoopUtilization(now, before).utilization < QUIET) break;
    before = now;
  }
  if (stopping.aborted) return;
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('globalThis.gc') as Collect | undefined;
  setFlagsFromString('--no-expose-gc');
  collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  logger.info({ resident_bytes: process.memoryUsage.rss() }, 'the memory of the start was released');
}
