/**
 * Expects what is left of so many seconds that began after `since`. What has passed meanwhile, on a machine that may be
 * slow, is allowed for.
 */
export function expectLeft(left: unknown, seconds: number, since: number): void {
  const passed = Math.ceil((Date.now() - since) / 1_000);
  expect(Number(left)).toBeLessThanOrEqual(seconds);
  expect(Number(left)).toBeGreaterThanOrEqual(Math.max(0, seconds - passed));
}

/** In a block of tests: what is left of so many seconds that began in the test that asks. */
export function leftInEach(): (left: unknown, seconds: number) => void {
  let since: number;
  beforeEach(() => {
    since = Date.now();
  });
  return (left, seconds) => expectLeft(left, seconds, since);
}
