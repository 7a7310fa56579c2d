import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { anyCharacter } from './any-text';
import { canonicalHash, canonicalJson } from './canonical-json';

/** The number with these bits. */
function fromBits(hex: string): number {
  return Buffer.from(hex, 'hex').readDoubleBE();
}

describe('canonicalJson', () => {
  it('gives the example of RFC 8785', () => {
    const given = {
      numbers: [333333333.33333329, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000f\nA\'B"\\\\"/',
      literals: [null, true, false],
    };
    expect(canonicalJson(given)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('sorts keys by their code units', () => {
    const keys = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6', '', 'a', 'aa', 'B'];
    expect(Object.keys(JSON.parse(canonicalJson(Object.fromEntries(keys.map((key) => [key, 0])))) as object)).toEqual([
      // As a property it comes first, whatever the order of the text.
      '1',
      ...['', '\r', 'B', 'a', 'aa', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33'],
    ]);
    expect(canonicalJson({ '\ufb33': 1, '\u{1f600}': 2, '1': 3, '\r': 4 })).toBe(
      '{"\\r":4,"1":3,"\u{1f600}":2,"\ufb33":1}',
    );
  });

  it.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
  ])('writes the number of the bits %s as %s', (bits, text) => expect(canonicalJson(fromBits(bits))).toBe(text));

  it.each([NaN, Infinity, '\ud800', 'a\udc00b', undefined, 1n, { a: '\udfff' }])('refuses %p', (value) => {
    expect(() => canonicalJson(value)).toThrow();
  });

  it('agrees with the library about any value', () => {
    const values = fc.jsonValue({ stringUnit: anyCharacter });
    fc.assert(fc.property(values, (value) => expect(canonicalJson(value)).toBe(canonicalize(value))));
  });

  it('is the same whatever the order of the keys', () => {
    const [a, b] = [
      { x: { b: 1, a: [2] }, é: null },
      { é: null, x: { a: [2], b: 1 } },
    ];
    expect(canonicalHash(a)).toBe(canonicalHash(b));
    expect(canonicalHash({ a: '' })).toBe('258555fe010df3da34b3920945d0fbc59cebbcff1878bfc2e9206f0f495d81b9');
  });
});
