const SHARE = process.env['TEST_LONG'] ? 1 : 1 / 5;

/** How often a race, a crash or a property is repeated: wholly before a release (`npm run test:long`), else in part. */
export function rounds(whole: number): number {
  return Math.ceil(whole * SHARE);
}
