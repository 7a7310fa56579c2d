import { askedDelaySeconds, MAX_TURNS, retryDelaySeconds } from './schedule';

const NOW = new Date('2026-11-21T09:00:00Z');

describe('The schedule of attempts', () => {
  it('has ten of them, with up to a fifth of jitter', () => {
    const delays = (random: number) =>
      Array.from({ length: MAX_TURNS }, (_, turn) => retryDelaySeconds(turn, null, random));
    const bases = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400, null];
    expect(delays(0)).toEqual(bases);
    expect(delays(1).map((delay) => delay && Math.round(delay))).toEqual(
      bases.map((base) => base && Math.round(base * 1.2)),
    );
  });

  it('waits longer when asked to, never shorter and for no more than a day', () => {
    expect(retryDelaySeconds(0, 60, 0)).toBe(60);
    expect(retryDelaySeconds(1, 60, 0)).toBe(300);
    expect(retryDelaySeconds(0, 1e9, 0)).toBe(86_400);
    expect(retryDelaySeconds(9, 60, 0)).toBeNull();
  });

  it.each([
    ['120', 120],
    ['0', 0],
    ['Sat, 21 Nov 2026 09:01:00 GMT', 60],
    ['Sat, 21 Nov 2026 08:00:00 GMT', 0],
    ['-5', null],
    ['1e3', null],
    ['soon', null],
    ['2026', 2_026],
    ['Sat, nonsense', null],
    ['9999999999', null],
    [undefined, null],
  ])('reads Retry-After: %s as %p', (header, seconds) => expect(askedDelaySeconds(header, NOW)).toBe(seconds));
});
