type Run = (...given: unknown[]) => void;

/**
 * The timers of so many milliseconds that are set from now on and neither fire nor are cleared. Others need not be of
 * the suite: it shares its process, in which others may have left what sets timers.
 *
 * Not by `jest.spyOn`: `jest.restoreAllMocks` of any later suite puts back what its spies once replaced, which are fake
 * timers where a suite has those.
 */
export function watchTimers(milliseconds: number): { count(): number; restore(): void } {
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  const pending = new Set<unknown>();
  const watched = (run: Run, delay?: number, ...given: unknown[]) => {
    const timer = set(() => {
      pending.delete(timer);
      run(...given);
    }, delay);
    if (delay === milliseconds) pending.add(timer);
    return timer;
  };
  globalThis.setTimeout = watched as typeof setTimeout;
  globalThis.clearTimeout = (timer) => {
    pending.delete(timer);
    clear(timer);
  };
  return {
    count: () => pending.size,
    restore: () => {
      [globalThis.setTimeout, globalThis.clearTimeout] = [set, clear];
    },
  };
}
