import fc from 'fast-check';

/** The halves of pairs, which stand for nothing alone, are left out of the count. */
const [FIRST_HALF, HALVES, LAST] = [0xd800, 0x800, 0x10ffff];

/** As the unit `binary`, for whose list of all characters each process would calculate for a second. */
export const anyCharacter = fc
  .integer({ min: 0, max: LAST - HALVES })
  .map((place) => String.fromCodePoint(place < FIRST_HALF ? place : place + HALVES), placeOf);

/** As `fc.string({ unit: 'binary' })`. */
export function anyText(constraints: Pick<fc.StringConstraints, 'minLength' | 'maxLength'> = {}): fc.Arbitrary<string> {
  return fc.string({ ...constraints, unit: anyCharacter });
}

/** The way back, by which names that mean something in JavaScript are among the texts. */
function placeOf(character: unknown): number {
  const [first, ...others] = typeof character === 'string' ? character : '';
  const point = first?.codePointAt(0);
  if (point === undefined || others.length > 0) throw new Error('This is not one character');
  return point < FIRST_HALF ? point : point - HALVES;
}
