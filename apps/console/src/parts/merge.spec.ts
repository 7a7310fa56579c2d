import fc from 'fast-check';
import { changesOf, isEqual } from './equality';
import { type Choice, merge, ORDER, pathKey } from './merge';

const ROWS = { items: 'key' };

function row(key: string, label = key): object {
  return { key, label: { 'en-US': label } };
}

/** Records with a value, a text in languages and rows, small enough that two changes often meet. */
const record = fc.record({
  status: fc.constantFrom('active', 'disabled'),
  name: fc.dictionary(fc.constantFrom('zh-CN', 'en-US', '__proto__'), fc.constantFrom('a', 'b'), {
    noNullPrototype: true,
  }),
  items: fc
    .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'))
    .chain((keys) => fc.tuple(...keys.map((key) => fc.constantFrom('x', 'y').map((label) => row(key, label))))),
});

describe('merge', () => {
  it('takes over what only somebody else changed and keeps what only I did', () => {
    const base = { status: 'active', name: { 'zh-CN': '订单', 'en-US': 'Order' } };
    const { value, taken, conflicts } = merge({
      base,
      mine: { ...base, name: { ...base.name, 'zh-CN': '订单状态' } },
      theirs: { status: 'disabled', name: { ...base.name, 'en-US': 'Order status' } },
    });

    expect(value).toEqual({ status: 'disabled', name: { 'zh-CN': '订单状态', 'en-US': 'Order status' } });
    expect(taken.map(({ path }) => path)).toEqual([['status'], ['name', 'en-US']]);
    expect(conflicts).toEqual([]);
  });

  it.each<[Choice, string | undefined]>([
    ['mine', 'B'],
    ['theirs', 'C'],
    ['base', 'A'],
  ])('keeps %s of what both changed', (choice, expected) => {
    const versions = {
      base: { name: { 'en-US': 'A' } },
      mine: { name: { 'en-US': 'B' } },
      theirs: { name: { 'en-US': 'C' } },
    };
    const { value, conflicts } = merge(versions, {}, new Map([[pathKey(['name', 'en-US']), choice]]));

    expect(conflicts).toEqual([{ path: ['name', 'en-US'], base: 'A', mine: 'B', theirs: 'C' }]);
    expect(value.name['en-US']).toBe(expected);
  });

  it('keeps what was typed here until something is chosen', () => {
    expect(merge({ base: { n: 1 }, mine: { n: 2 }, theirs: { n: 3 } }).value).toEqual({ n: 2 });
  });

  it('merges rows by their keys, whatever their places', () => {
    const { value, conflicts } = merge(
      {
        base: { items: [row('a'), row('b'), row('c')] },
        mine: { items: [row('a', 'mine'), row('b'), row('c'), row('d')] },
        theirs: { items: [row('c'), row('a'), row('e'), row('b', 'theirs')] },
      },
      ROWS,
    );

    expect(conflicts).toEqual([]);
    expect(value.items).toEqual([row('c'), row('d'), row('a', 'mine'), row('e'), row('b', 'theirs')]);
  });

  it('asks about a row that one removed and the other changed', () => {
    const versions = {
      base: { items: [row('a')] },
      mine: { items: [] as object[] },
      theirs: { items: [row('a', 'new')] },
    };

    expect(merge(versions, ROWS)).toMatchObject({ value: { items: [] }, conflicts: [{ path: ['items', 'a'] }] });
    const { value } = merge(versions, ROWS, new Map([[pathKey(['items', 'a']), 'theirs']]));
    expect(value.items).toEqual([row('a', 'new')]);
  });

  it('asks about an order that both changed', () => {
    const versions = {
      base: { items: [row('a'), row('b'), row('c')] },
      mine: { items: [row('b'), row('a'), row('c')] },
      theirs: { items: [row('a'), row('c'), row('b')] },
    };

    expect(merge(versions, ROWS).conflicts.map(({ path }) => path)).toEqual([['items', ORDER]]);
    const { value } = merge(versions, ROWS, new Map([[pathKey(['items', ORDER]), 'theirs']]));
    expect(value.items).toEqual(versions.theirs.items);
  });

  it('takes rows without keys, or with the same, for one value', () => {
    const versions = {
      base: { items: [row('a')] },
      mine: { items: [row('a'), row('a')] },
      theirs: { items: [] as object[] },
    };
    expect(merge(versions, ROWS).conflicts.map(({ path }) => path)).toEqual([['items']]);
  });

  it('gives theirs where nothing was typed, and mine where nobody else saved', () => {
    fc.assert(
      fc.property(record, record, (base, other) => {
        const mineOnly = merge({ base, mine: other, theirs: base }, ROWS);
        expect(isEqual(mineOnly.value, other) && mineOnly.conflicts.length === 0 && mineOnly.taken.length === 0).toBe(
          true,
        );
        const theirsOnly = merge({ base, mine: base, theirs: other }, ROWS);
        expect(isEqual(theirsOnly.value, other) && theirsOnly.conflicts.length === 0).toBe(true);
        const same = merge({ base, mine: other, theirs: other }, ROWS);
        expect(isEqual(same.value, other) && same.conflicts.length === 0).toBe(true);
      }),
    );
  });

  it('finds the same conflicts from either side, and loses no row and doubles none', () => {
    fc.assert(
      fc.property(record, record, record, (base, mine, theirs) => {
        const here = merge({ base, mine, theirs }, ROWS);
        const there = merge({ base, mine: theirs, theirs: mine }, ROWS);
        const paths = ({ conflicts }: typeof here): string[] => conflicts.map(({ path }) => pathKey(path)).sort();
        expect(paths(here)).toEqual(paths(there));

        const keys = here.value.items.map((item) => (item as { key: string }).key);
        expect(new Set(keys).size).toBe(keys.length);
        const keysOf = (items: object[]): string[] => items.map((item) => (item as { key: string }).key);
        for (const key of keysOf(mine.items)) if (!keysOf(base.items).includes(key)) expect(keys).toContain(key);
        for (const key of keysOf(theirs.items)) if (!keysOf(base.items).includes(key)) expect(keys).toContain(key);
      }),
    );
  });
});

describe('changesOf', () => {
  it('names the fields that differ, and nothing where members only stand in another order', () => {
    const before = { name: { 'zh-CN': '订单', 'en-US': 'Order' }, status: 'active', tags: ['a', 'b'] };
    expect(changesOf(before, { ...before, name: { 'en-US': 'Order', 'zh-CN': '订单' } })).toEqual({});
    expect(changesOf(before, { ...before, tags: ['b', 'a'] })).toEqual({ tags: ['b', 'a'] });
  });
});
