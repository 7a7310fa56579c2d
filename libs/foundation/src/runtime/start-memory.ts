import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Logger } from '../logging/logger';

const LOOK_EVERY_MS = 2_000;
/** The utilization of the event loop below which a process is idle. */
const QUIET = 0.1;

/** After this time a busy process is blocked nevertheless: it would never release the memory otherwise. */
const PATIENCE_MS = 10_000;

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/**
 * Releases memory that only the start needed. Loading fills a heap of twice the size of what stays, and V8 keeps the pages
 * of an idle process: only a last-resort collection returns them, some 80 MiB. It blocks the event loop once for a fifth
 * of a second, and so waits some seconds for an idle moment.
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
