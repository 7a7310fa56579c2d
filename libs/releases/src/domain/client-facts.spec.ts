import fc from 'fast-check';
import { codeOf, isListed, isOlder, versionNamed } from './client-facts';

const KNOWN = new Map([
  [100, '1.0.0'],
  [120, '1.2'],
  [121, '1.2.0'],
  [130, '1.10.0'],
]);

describe('A version that a client sends by its name', () => {
  it.each([
    ['0.9', [], 0],
    ['1.0', [100], 100],
    ['1.1', [], 100],
    ['1.2.0', [120, 121], 121],
    ['1.9.9', [], 121],
    ['1.10', [130], 130],
    ['2.0', [], 130],
  ])('%s stands among those that are known', (name, namesakes, leastCode) => {
    expect(versionNamed(name, KNOWN)).toEqual({ code: null, name, namesakes, leastCode });
  });

  it('is at least 0 if nothing is known, so that it meets no minimum', () => {
    expect(codeOf(versionNamed('1.0.0', new Map()))).toBe(0);
    expect(codeOf({ code: null, name: '1.0.0' })).toBeNull();
  });

  it('is compared by its name: a release with the same name and a greater code is not newer', () => {
    const version = versionNamed('1.2.0', KNOWN);
    expect(isOlder(version, { versionCode: 122, versionName: '1.2.0' })).toBe(false);
    expect(isOlder(version, { versionCode: 1, versionName: '1.2.1' })).toBe(true);
  });

  it('is on a list with its name or the code of a release with its name, not on one with an older code', () => {
    expect(isListed(['1.2'], versionNamed('1.2.0', KNOWN))).toBe(true);
    expect(isListed(['120'], versionNamed('1.2.0', KNOWN))).toBe(true);
    expect(isListed(['100'], versionNamed('1.1', KNOWN))).toBe(false);
    expect(isListed(['0'], versionNamed('0.5', KNOWN))).toBe(false);
  });

  it('is never taken for newer than it is, if codes rise with names', () => {
    const names = fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(names, fc.integer({ min: 1, max: 500 }), (minors, minor) => {
        const known = new Map(minors.map((each) => [each, `1.${each}`]));
        const version = versionNamed(`1.${minor}`, known);
        expect(version.leastCode).toBe(Math.max(0, ...minors.filter((each) => each <= minor)));
      }),
    );
  });
});
