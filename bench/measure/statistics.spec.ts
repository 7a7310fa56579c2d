import { median, ratios, spread } from './statistics';

describe('median', () => {
  it('is the value in the middle, however they stand', () => expect(median([9, 1, 5])).toBe(5));

  it('is the mean of the two in the middle', () => expect(median([4, 1, 3, 2])).toBe(2.5));

  it('is zero of none', () => expect(median([])).toBe(0));

  it('leaves its values as they stand', () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });
});

describe('spread', () => {
  it('tells the median and the range', () => expect(spread([5, 1, 3])).toEqual({ median: 3, min: 1, max: 5 }));

  it('is zero of none', () => expect(spread([])).toEqual({ median: 0, min: 0, max: 0 }));
});

describe('ratios', () => {
  it('compares round by round, so that a slow round counts for both', () => {
    expect(ratios([10, 100, 12], [20, 200, 24])).toEqual({ median: 0.5, min: 0.5, max: 0.5 });
  });

  it('leaves out a round in which nothing was counted below the line', () => {
    expect(ratios([10, 30], [0, 60])).toEqual({ median: 0.5, min: 0.5, max: 0.5 });
  });
});
