import { watchTimers } from './pending-timers';

describe('Timers that were watched', () => {
  it('are real again, and stay so when a later suite restores all that was spied on', () => {
    const { setTimeout: set, clearTimeout: clear } = globalThis;
    jest.useFakeTimers();
    watchTimers(1_000).restore();
    jest.useRealTimers();
    jest.restoreAllMocks();
    const left = [globalThis.setTimeout, globalThis.clearTimeout];
    [globalThis.setTimeout, globalThis.clearTimeout] = [set, clear];
    expect(left[0]).toBe(set);
    expect(left[1]).toBe(clear);
  });

  it('count while they are set, and no more once they have fired or are cleared', () => {
    jest.useFakeTimers();
    const timers = watchTimers(1_000);
    try {
      const told: string[] = [];
      const one = setTimeout(() => undefined, 1_000);
      setTimeout((name: string) => told.push(name), 1_000, 'other');
      setTimeout(() => undefined, 2_000);
      expect(timers.count()).toBe(2);
      clearTimeout(one);
      expect(timers.count()).toBe(1);
      jest.advanceTimersByTime(1_000);
      expect([timers.count(), told]).toEqual([0, ['other']]);
    } finally {
      timers.restore();
      jest.useRealTimers();
    }
  });
});
