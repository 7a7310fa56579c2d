const SHARE = process.env['TEST_LONG'] ? 1 : 1 / 5;

/** How often a race or a crash is repeated: in full before a release (`npm run test:long`), otherwise in part. */
export function rounds(whole: number): number {
  return Math.ceil(whole * SHARE);
}
