import fc from 'fast-check';
import { findJsonExcess } from './json-size';
import { anyText } from '../../../../../test/support/any-text';

const excessOf = (text: string) => findJsonExcess(Buffer.from(text), 1_000);

/** The size of parsed JSON, counted value by value. */
interface Size {
  readonly depth: number;
  readonly keys: number;
  readonly longest: number;
  readonly items: number;
}

function sizeOf(value: unknown): Size {
  if (typeof value !== 'object' || value === null) return { depth: 0, keys: 0, longest: 0, items: 0 };
  const inner = Object.values(value).map(sizeOf);
  const own = Array.isArray(value) ? value.length : 0;
  const lists = Array.isArray(value) ? value.filter((item) => Array.isArray(item)).length : 0;
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    keys: inner.reduce((sum, { keys }) => sum + keys, Array.isArray(value) ? 0 : Object.keys(value).length),
    longest: Math.max(own, ...inner.map(({ longest }) => longest)),
    // A list in a list counts as five items.
    items: inner.reduce((sum, { items }) => sum + items, own + 4 * lists),
  };
}

function isExcessive({ depth, keys, longest, items }: Size): boolean {
  return depth > 32 || keys > 1_000 || longest > 1_000 || items > 10_000;
}

/** Texts that look like JSON structure. */
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'[]{}",:\\\n é😀\u0000'), maxLength: 30 }),
  anyText({ maxLength: 10 }),
);
const plain = fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null));

/** A value about as deep, wide and long as may be. */
const large: fc.Arbitrary<unknown> = fc.oneof(
  fc.tuple(fc.integer({ min: 28, max: 36 }), plain, fc.infiniteStream(fc.boolean())).map(([levels, leaf, kinds]) => {
    let value: unknown = leaf;
    for (let level = 0; level < levels; level++) value = kinds.next().value ? [value] : { a: value };
    return value;
  }),
  fc
    .tuple(fc.integer({ min: 990, max: 1_010 }), plain)
    .map(([count, item]) => ({ list: Array<unknown>(count).fill(item) })),
  fc
    .tuple(fc.integer({ min: 480, max: 520 }), plain)
    .map(([count, leaf]) => Array.from({ length: count }, (_, at) => ({ [`k${at}`]: { inner: leaf } }))),
  fc.integer({ min: 980, max: 1_010 }).map((count) => Array.from({ length: 10 }, () => Array<number>(count).fill(0))),
  fc.integer({ min: 490, max: 510 }).map((count) => Array.from({ length: 4 }, () => Array<unknown>(count).fill([]))),
);

/** The same JSON, with blanks where they are allowed and characters as escapes. */
function written(value: unknown, indent: number): string {
  const json = JSON.stringify(value, null, indent);
  return indent % 2 === 0
    ? json
    : json.replaceAll(/[^\x20-\x7e\n]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

describe('findJsonExcess', () => {
  it.each(['', 'null', '1', '"text"', '{}', '[]', ' [ ] ', '{"a":[{"b":"c"},null,1,true],"d":{}}', '\ufeff{"a":1}'])(
    'finds nothing in what is small: %s',
    (json) => expect(excessOf(json)).toBeNull(),
  );

  it('counts keys up to the limit that it is given', () => {
    const wide = Buffer.from(`[${Array<string>(1_000).fill('{"a":1,"b":{"c":2}}').join()}]`);
    expect(findJsonExcess(wide, 3_000)).toBeNull();
    expect(findJsonExcess(wide, 2_999)).toEqual({ field: '999', code: 'too_many_keys', params: { max: 2_999 } });
  });

  it('finds what counting in the parsed value finds, before it is parsed', () => {
    fc.assert(
      fc.property(fc.oneof(large, fc.jsonValue({ maxDepth: 40 })), fc.integer({ min: 0, max: 3 }), (value, indent) => {
        const json = written(value, indent);
        expect(excessOf(json) !== null).toBe(isExcessive(sizeOf(JSON.parse(json))));
      }),
      { numRuns: 500 },
    );
  });

  it('takes what stands in strings for text, however it is escaped', () => {
    const nothing = [
      '['.repeat(2_000),
      ',:{}[]'.repeat(500),
      '\\"'.repeat(2_000),
      '\\\\'.repeat(1_001),
      '\\u005b'.repeat(500),
    ];
    for (const inside of nothing) {
      expect(excessOf(`{"a":"${inside}","${inside}":["${inside}"]}`)).toBeNull();
      expect(excessOf(`["\\\\","${inside}",${'['.repeat(32)}`)).toMatchObject({ code: 'too_deep' });
    }
  });

  it.each([
    ['{"a":'.repeat(33), 'a', 'too_deep', 32],
    ['['.repeat(33), '0', 'too_deep', 32],
    [`[1,2,${'['.repeat(32)}`, '2', 'too_deep', 32],
    [`{"a":[${'0,'.repeat(1_000)}0]}`, 'a', 'too_many_items', 1_000],
    [`{"a":{"b":[1,[${'0,'.repeat(1_000)}0]]}}`, 'a.b.1', 'too_many_items', 1_000],
    [`[${'0,'.repeat(1_000)}0]`, '', 'too_many_items', 1_000],
    [`{"a":[${`[${'0,'.repeat(999)}0],`.repeat(10)}0]}`, 'a.9', 'too_many_items', 10_000],
    [`{"a":[${`[${'[],'.repeat(999)}[]],`.repeat(3)}0]}`, 'a.1', 'too_many_items', 10_000],
    [`{${'"k":1,'.repeat(1_000)}"k":1}`, '', 'too_many_keys', 1_000],
    [`{"a":[{${'"k":1,'.repeat(1_000)}"k":1}]}`, 'a', 'too_many_keys', 1_000],
  ])('names the place: %.40s…', (json, field, code, max) => {
    expect(excessOf(json)).toEqual({ field, code, params: { max } });
  });

  it('counts a key as often as it stands there', () => {
    expect(excessOf(`{${'"k":1,'.repeat(999)}"k":1}`)).toBeNull();
    expect(excessOf(`[{${'"k":1,'.repeat(499)}"k":1},{${'"k":1,'.repeat(500)}"k":1}]`)).toMatchObject({
      code: 'too_many_keys',
    });
  });

  it('names of a key no more than its beginning', () => {
    const { field = '' } = excessOf(`{"${'k'.repeat(100_000)}":${'['.repeat(32)}`) ?? {};
    expect(field).toBe('k'.repeat(200));
  });

  it('ends with whatever is no JSON', () => {
    for (const noise of [
      ']'.repeat(5_000),
      '"'.repeat(5_001),
      '"\\',
      ','.repeat(5_000),
      ':'.repeat(5_000),
      '}{'.repeat(5_000),
    ])
      expect(excessOf(noise)).toBeNull();
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void findJsonExcess(bytes, 1_000)));
  });
});
