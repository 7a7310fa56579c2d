import { DAYS, rangeOf } from './chart-range';

describe('The axis of times', () => {
  it('shows a single time in the midst of its day, and nothing of other years', () => {
    expect(rangeOf([1_000_000], false)).toEqual([956_800, 1_043_200]);
    expect(rangeOf([1_000_000], true)).toEqual([956_800, 1_043_200]);
  });

  it('ends with its times, or with whole bars', () => {
    expect(rangeOf([0, 100, 200], false)).toEqual([0, 200]);
    expect(rangeOf([0, 100, 200], true)).toEqual([-50, 250]);
  });

  it('has a range where there is no time at all', () => expect(rangeOf([], true)).toEqual([-43_200, 43_200]));

  it('marks whole days', () => expect(DAYS.every((step) => step % 86_400 === 0)).toBe(true));
});
