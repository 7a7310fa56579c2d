/** Whether this is what precedes a release (`npm run test:long`). */
export const isLong = Boolean(process.env['TEST_LONG']);

const SHARE = isLong ? 1 : 1 / 5;

/** How often a race, a crash or a property is repeated: wholly before a release, else in part. */
export function rounds(whole: number): number {
  return Math.ceil(whole * SHARE);
}
