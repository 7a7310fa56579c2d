import { asKind, flagsOf, keyFault, toFlags } from './flags';

describe('flagsOf', () => {
  it('lists flags by their keys, and back', () => {
    const flags = { zebra: 'b', apple: true, limit: 3 };
    expect(flagsOf(flags)).toEqual([
      { key: 'apple', value: true },
      { key: 'limit', value: 3 },
      { key: 'zebra', value: 'b' },
    ]);
    expect(toFlags(flagsOf(flags))).toEqual(flags);
  });
});

describe('keyFault', () => {
  const flags = ['checkout', '', 'new checkout', 'checkout', 'a.b:c-d_1'].map((key) => ({ key, value: true }));

  it.each([
    [0, null],
    [1, 'empty'],
    [2, 'malformed'],
    [3, 'doubled'],
    [4, null],
  ])('of the flag at %i is %s', (place, fault) => expect(keyFault(flags, place)).toBe(fault));
});

describe('asKind', () => {
  it.each([
    [true, 'string', ''],
    [3.5, 'string', '3.5'],
    ['b', 'boolean', false],
    ['true', 'boolean', true],
    [1, 'boolean', true],
    ['12', 'number', 12],
    ['b', 'number', 0],
    ['', 'number', 0],
    [true, 'number', 0],
  ] as const)('makes of %p a %s: %p', (value, kind, made) => expect(asKind(value, kind)).toBe(made));
});
