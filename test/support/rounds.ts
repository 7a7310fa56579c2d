/** Whether this is what precedes a release (`npm run test:long`). */
export const isLong = Boolean(process.env['TEST_LONG']);

/** How often a race, a crash or a property is repeated: wholly before a release, else one of so many times. */
export function rounds(whole: number, oneOf = 5): number {
  return isLong ? whole : Math.ceil(whole / oneOf);
}
