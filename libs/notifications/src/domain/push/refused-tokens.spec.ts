import { refusesTooMany } from './refused-tokens';

describe('Refused tokens', () => {
  it.each([
    [49, 49, false],
    [50, 10, false],
    [50, 11, true],
    [1_000, 200, false],
    [1_000, 201, true],
  ])('of %i results %i are too many: %s', (results, refusedTokens, isTooMany) => {
    expect(refusesTooMany({ results, refusedTokens })).toBe(isTooMany);
  });
});
