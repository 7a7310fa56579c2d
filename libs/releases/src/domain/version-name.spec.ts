import fc from 'fast-check';
import { compareVersionNames } from './version-name';

const names = fc.oneof(
  fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.')),
  fc.stringMatching(/^[0-9]{0,2}(?:\.[0-9]{0,2}[a-b-]{0,2}){0,3}(?:\+[a-b]{0,2})?$/),
  fc.string({ maxLength: 8 }),
);

describe('Version names', () => {
  it.each([
    ['1.2.9', '1.2.10'],
    ['1.9', '1.10'],
    ['9', '10.0.0'],
    ['1.2', '1.2.1'],
    ['1.2.0-beta', '1.2.0'],
    ['1.2.0-beta', '1.2'],
    ['1.2.0-alpha', '1.2.0-beta'],
    ['1.2.0-rc.9', '1.2.0-rc.10'],
    ['1.99999999999999999998', '1.99999999999999999999'],
    ['', '0.1'],
  ])('%s is older than %s', (older, newer) => {
    expect(compareVersionNames(older, newer)).toBeLessThan(0);
    expect(compareVersionNames(newer, older)).toBeGreaterThan(0);
  });

  it.each([
    ['1.2', '1.2.0'],
    ['1.02', '1.2'],
    ['1.2.3+17', '1.2.3+18'],
    [' 1.2 ', '1.2'],
  ])('%s equals %s', (a, b) => {
    expect(compareVersionNames(a, b)).toBe(0);
  });

  it('compare like their numbers', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(), fc.nat(), (a, b, c, d) => {
        const expected = Math.sign(a - c) || Math.sign(b - d);
        expect(Math.sign(compareVersionNames(`${a}.${b}`, `${c}.${d}`)) + 0).toBe(expected + 0);
      }),
    );
  });

  it('are totally ordered, whatever they look like', () => {
    fc.assert(
      fc.property(names, names, names, (a, b, c) => {
        expect(compareVersionNames(a, a)).toBe(0);
        expect(Math.sign(compareVersionNames(a, b)) + Math.sign(compareVersionNames(b, a))).toBe(0);
        const [first, second, third] = [a, b, c].sort(compareVersionNames);
        expect(compareVersionNames(first!, third!)).toBeLessThanOrEqual(0);
        expect(compareVersionNames(first!, second!)).toBeLessThanOrEqual(0);
        expect(compareVersionNames(second!, third!)).toBeLessThanOrEqual(0);
      }),
      { numRuns: 500 },
    );
  });
});
