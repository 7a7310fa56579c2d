import { suggestedCode } from './version-codes';

const latest = (version_name: string, version_code: number) => ({ version_name, version_code });

describe('The code suggested for a version', () => {
  it.each([
    { name: '1.2.10', before: null, expected: 1_002_010 },
    { name: '2', before: null, expected: 2_000_000 },
    { name: '1.2.3-beta', before: null, expected: null },
    { name: '1.2.3.4', before: null, expected: null },
    { name: '0.0.0', before: null, expected: null },
    { name: '1.1000', before: null, expected: null },
    { name: '', before: null, expected: null },
    { name: '1.3.0', before: latest('1.2.10', 1_002_010), expected: 1_003_000 },
    { name: '1.3.0', before: latest('1.2.10', 120), expected: 121 },
    { name: 'spring', before: latest('1.2.10', 1_002_010), expected: 1_002_011 },
    { name: '1.1.0', before: latest('1.2.10', 1_002_010), expected: 1_002_011 },
    { name: '1.3.0', before: latest('9', 2_147_483_647), expected: null },
  ])('follows the latest one, by the name where that one did (%o)', ({ name, before, expected }) => {
    expect(suggestedCode(name, before)).toBe(expected);
  });
});
