import fc from 'fast-check';
import { rounds } from '../../../../../test/support/rounds';
import { turnsDuring } from '../../../../../test/support/turns';
import { isLongJson, jsonInSlices, SLICE_LENGTH } from './json-in-slices';

const text = async (value: unknown): Promise<string> => Buffer.concat(await jsonInSlices(value)).toString();

/** What answers are made of, and what JSON leaves out or converts. */
const leaf = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.boolean(),
  fc.constantFrom<unknown>(null, undefined, Symbol('x'), Object('boxed'), Object(7), new Map([[1, 2]]), () => 1),
  fc.date({ noInvalidDate: false }),
  fc.string().map((value) => ({ toJSON: (key: string) => (value === '' ? undefined : { key, value, toJSON: 1 }) })),
  fc.constantFrom('long', 'ä漢"\\\u0001\ud800').map((part) => part.repeat(SLICE_LENGTH / 3)),
);
const { value: anything } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 8 }),
    fc.dictionary(fc.string({ unit: 'binary' }), tie('value'), { maxKeys: 8 }),
    tie('value').map((inner) => ({ toJSON: () => inner })),
  ),
}));

describe('JSON in slices', () => {
  it('is that of JSON.stringify, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (value) => {
        const expected = JSON.stringify([value, { value }]);
        expect(await text([value, { value }])).toBe(Buffer.from(expected).toString());
      }),
      { numRuns: rounds(60) },
    );
    expect(await jsonInSlices(undefined)).toEqual([]);
  });

  it('is made in as many turns of the event loop as it has slices, none of which is much longer than one', async () => {
    const items = Array.from({ length: 3_000 }, (_, at) => ({ at, text: 'x'.repeat(300), list: [1, 2, 3] }));
    let slices: Buffer[] = [];
    const turns = await turnsDuring(async () => (slices = await jsonInSlices({ data: { items } })));
    expect(slices.length).toBeGreaterThan(12);
    expect(turns).toBeGreaterThanOrEqual(slices.length - 1);
    expect(Math.max(...slices.map(({ length }) => length))).toBeLessThan(SLICE_LENGTH + 500);
    const keyed = Object.fromEntries(items.map((item) => [`key-${item.at}`, item]));
    expect(await turnsDuring(() => jsonInSlices(keyed))).toBeGreaterThan(12);
  });

  it('tells what is long without going through it, and what contains itself from what is deep', async () => {
    expect(
      [{}, [], null, 'x', { list: Array.from({ length: 100 }, () => 'text') }].map((one) => isLongJson(one)),
    ).toEqual([false, false, false, false, false]);
    const seen: number[] = [];
    const watched = Array.from({ length: 100 }, (_, at) => ({
      get text() {
        seen.push(at);
        return 'x'.repeat(1_000);
      },
    }));
    expect(isLongJson(watched)).toBe(true);
    expect(seen.length).toBeLessThan(70);
    const endless: Record<string, unknown> = { text: 'x'.repeat(SLICE_LENGTH) };
    endless['itself'] = endless;
    await expect(jsonInSlices(endless)).rejects.toThrow(TypeError);
  });
});
