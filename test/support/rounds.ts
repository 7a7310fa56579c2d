const SHARE = process.env['TEST_LONG'] ? 1 : 1 / 5;

/** How often a race or a crash is repeated: as often as said before a release (`npm run test:long`), else a part of it. */
export function rounds(whole: number): number {
  return Math.ceil(whole * SHARE);
}
