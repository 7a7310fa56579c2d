import fc from 'fast-check';
import { parseQuery, REPEATED } from './query';

describe('parseQuery', () => {
  it.each([
    ['', {}],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a', { a: '' }],
    ['a=', { a: '' }],
    ['a=1=2', { a: '1=2' }],
    ['&&a=1&', { a: '1' }],
    ['a=b+c%20d%2B', { a: 'b c d+' }],
    ['%E5%85%B3=%E4%BA%8E', { 关: '于' }],
    ['a=%00', { a: '\0' }],
    ['a=1&a=2', { a: REPEATED }],
    ['a=1&%61=2&a=3', { a: REPEATED }],
    ['a[]=1&a[b]=2', { 'a[]': '1', 'a[b]': '2' }],
    ['a=%', { a: null }],
    ['a=%zz', { a: null }],
    ['a=%ff', { a: null }],
    ['a=%ED%A0%80', { a: null }],
    ['a=%C0%80', { a: null }],
    ['%ff=1', { '%ff': null }],
    ['%=1&%=2', { '%': REPEATED }],
  ])('reads %s', (text, expected) => expect({ ...parseQuery(text) }).toEqual(expected));

  it('reads nothing where there is no query', () => {
    expect({ ...parseQuery(undefined) }).toEqual({});
    expect({ ...parseQuery(null) }).toEqual({});
  });

  it('knows no prototype', () => {
    const query = parseQuery('__proto__=1&constructor=2&toString=3');
    expect(Object.getPrototypeOf(query)).toBeNull();
    expect(Object.entries(query)).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
      ['toString', '3'],
    ]);
  });

  it('gives back what was encoded', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(fc.dictionary(text, text, { noNullPrototype: false }), (parameters) => {
        const query = new URLSearchParams(parameters).toString();
        expect({ ...parseQuery(query) }).toEqual({ ...parameters });
      }),
    );
  });

  it('never throws and never replaces anything', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'a1=&%+[]fF0\ud800\u0000é') }), (text) => {
        for (const value of Object.values(parseQuery(text))) {
          if (typeof value === 'string') expect(value.includes('\ufffd')).toBe(false);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
