/**
 * The timers of so many milliseconds that are set from now on and neither fire nor are cleared. Others need not be of
 * the suite: it shares its process, in which others may have left what sets timers.
 */
export function watchTimers(milliseconds: number): { count(): number; restore(): void } {
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  const pending = new Set<unknown>();
  const setting = jest.spyOn(globalThis, 'setTimeout').mockImplementation((run, delay, ...given: unknown[]) => {
    const timer = set(() => {
      pending.delete(timer);
      Reflect.apply(run, undefined, given);
    }, delay);
    if (delay === milliseconds) pending.add(timer);
    return timer;
  });
  const clearing = jest.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
    pending.delete(timer);
    clear(timer);
  });
  return {
    count: () => pending.size,
    restore: () => {
      setting.mockRestore();
      clearing.mockRestore();
    },
  };
}
