import { ACCOUNT_WAITS, ACCOUNT_WINDOW_SECONDS, ADDRESS_FAILURES, FIRST_WAITING_FAILURE } from './sign-in-throttle';

describe('The throttle of sign-ins', () => {
  it.each([
    [1, 0],
    [2, 0],
    [3, 0],
    [4, 0],
    [5, 60],
    [6, 120],
    [7, 240],
    [8, 480],
    [9, 900],
    [10, undefined],
  ])('has who failed %i times in a row wait for %p seconds, later for as long as before', (failures, seconds) =>
    expect(ACCOUNT_WAITS[failures - 1]).toBe(seconds),
  );

  it('begins with the fifth failure, and never forgets within a wait', () => {
    expect(FIRST_WAITING_FAILURE).toBe(5);
    expect(Math.max(...ACCOUNT_WAITS)).toBeLessThanOrEqual(ACCOUNT_WINDOW_SECONDS);
  });

  it('leaves an address 30 failures a minute and 300 an hour', () =>
    expect(ADDRESS_FAILURES).toEqual({ perMinute: 30, perHour: 300 }));
});
