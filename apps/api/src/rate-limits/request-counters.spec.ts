import { RequestCounters } from './request-counters';

const WINDOW_MS = 60_000;
/** As many buckets as keys share that find no room. */
const BUCKETS = 4_096;

describe('RequestCounters', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const spend = (counters: RequestCounters, key: string, times: number) =>
    Array.from({ length: times }, () => counters.count(key)).at(-1)!.used;

  it('counts each key by itself, from its first request to the end of its window', () => {
    const counters = new RequestCounters(WINDOW_MS, 10);
    expect(spend(counters, 'one', 3)).toBe(3);
    jest.advanceTimersByTime(40_000);
    expect(counters.count('one')).toEqual({ used: 4, msLeft: 20_000 });
    expect(counters.count('two')).toEqual({ used: 1, msLeft: 60_000 });
    jest.advanceTimersByTime(20_000);
    expect(counters.count('one')).toEqual({ used: 1, msLeft: 60_000 });
    expect(counters.count('two')).toEqual({ used: 2, msLeft: 40_000 });
  });

  it('remembers only so many, however many keys are made up, and forgets nobody for them', () => {
    const counters = new RequestCounters(WINDOW_MS, 100);
    spend(counters, 'attacker', 50);
    for (let made = 0; made < 200_000; made++) counters.count(`made up ${made}`);
    expect(counters.size).toBeLessThanOrEqual(100 + BUCKETS);
    expect(counters.count('attacker').used).toBe(51);
  });

  it('never leaves a key uncounted for which there is no room', () => {
    const counters = new RequestCounters(WINDOW_MS, 1);
    counters.count('first');
    expect(spend(counters, 'second', 301)).toBeGreaterThanOrEqual(301);
    // Ten times as many keys as buckets: however the hash spreads them, some bucket has ten requests or more.
    const counts = Array.from({ length: 10 * BUCKETS }, (_, made) => counters.count(`made up ${made}`).used);
    expect(Math.max(...counts)).toBeGreaterThanOrEqual(10);
    expect(counters.size).toBeLessThanOrEqual(1 + BUCKETS);
  });

  it('has room again when windows have ended', () => {
    const counters = new RequestCounters(WINDOW_MS, 100);
    for (let made = 0; made < 1_000; made++) counters.count(`made up ${made}`);
    jest.advanceTimersByTime(WINDOW_MS);
    expect(spend(counters, 'later', 7)).toBe(7);
    expect(spend(counters, 'another', 3)).toBe(3);
    // And after the clock was set back.
    jest.setSystemTime(0);
    expect(spend(counters, 'later', 2)).toBe(2);
  });
});
