import fc from 'fast-check';
import { versionCodeOf } from './version-code';
import { compareVersionNames } from './version-name';

describe('The code of a version by its name', () => {
  it.each([
    ['1.2.10', 1_002_010],
    ['1.2', 1_002_000],
    ['1.2.0.0', 1_002_000],
    ['01.002.3', 1_002_003],
    ['0.0.1', 1],
    ['2024.11.21', 2_024_011_021],
    ['2146.999.999', 2_146_999_999],
  ])('%s is %i', (name, code) => {
    expect(versionCodeOf(name)).toBe(code);
  });

  it.each(['0', '0.0.0', '2147.0.0', '1.1000', '1.2.3.4', '1.2.3-beta', 'v1', '1..2', '', ' 1', '1e3', '9'.repeat(64)])(
    'does not exist for %p',
    (name) => {
      expect(versionCodeOf(name)).toBeNull();
    },
  );

  it('increases with the names, and is equal for equal ones', () => {
    const small = fc.integer({ min: 0, max: 999 });
    const name = fc
      .tuple(fc.integer({ min: 1, max: 2_146 }), fc.array(small, { maxLength: 2 }), fc.nat({ max: 3 }))
      .map(([major, rest, zeros]) => [major, ...rest, ...Array.from({ length: zeros }, () => 0)].join('.'));
    fc.assert(
      fc.property(name, name, (a, b) => {
        expect(Math.sign(versionCodeOf(a)! - versionCodeOf(b)!)).toBe(compareVersionNames(a, b));
      }),
    );
  });
});
