import { changesFor, destinationOf, dropped, flatten, isAllowed, lastOrder, matching, treeOf } from './tree';

const KIND = { levels: 5, tie: ({ slug }: { readonly slug: string }) => slug };

const record = (id: string, parent_id: string | null, sort_order: number) => ({
  id,
  parent_id,
  sort_order,
  slug: id,
});

/** news > (local, world > europe), shop */
const ALL = [
  record('shop', null, 20),
  record('europe', 'world', 0),
  record('news', null, 10),
  record('world', 'news', 11),
  record('local', 'news', 10),
];
const TREE = treeOf(ALL, KIND);
const outline = (nodes: ReturnType<typeof treeOf<(typeof ALL)[number]>>) =>
  flatten(nodes).map(({ record: { id }, level }) => [id, level]);

/** The records as they are once everything is written. */
function moved(all: typeof ALL, id: string, destination: Parameters<typeof changesFor>[2]) {
  const changes = new Map(changesFor(all, id, destination, KIND).map((change) => [change.id, change]));
  return all.map((each) => ({ ...each, ...changes.get(each.id) }));
}

describe('A tree of records', () => {
  it('has them below their parents, in their order, then by what tells them apart', () => {
    expect(outline(TREE)).toEqual([
      ['news', 1],
      ['local', 2],
      ['world', 2],
      ['europe', 3],
      ['shop', 1],
    ]);
    expect(outline(treeOf([record('b', null, 0), record('a', null, 0)], KIND))).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
  });

  it('shows one whose parent is gone', () => {
    expect(outline(treeOf([record('lost', 'gone', 0)], KIND))).toEqual([['lost', 1]]);
  });

  it('hides what is below closed ones', () => {
    expect(flatten(TREE, (id) => id !== 'news').map(({ record: { id } }) => id)).toEqual(['news', 'shop']);
  });

  it('keeps what a match is below', () => {
    expect(outline(matching(TREE, ({ slug }) => slug === 'europe'))).toEqual([
      ['news', 1],
      ['world', 2],
      ['europe', 3],
    ]);
  });
});

describe('A step in the tree', () => {
  it.each([
    ['shop', 'up', { parent_id: null, place: 0 }],
    ['news', 'up', null],
    ['local', 'down', { parent_id: 'news', place: 1 }],
    ['world', 'down', null],
    ['shop', 'in', { parent_id: 'news', place: 2 }],
    ['news', 'in', null],
    ['europe', 'out', { parent_id: 'news', place: 2 }],
    ['shop', 'out', null],
  ] as const)('of %s %s leads to %j', (id, step, destination) => {
    expect(destinationOf(TREE, id, step, KIND)).toEqual(destination);
  });

  it('leads into nothing of itself, nor deeper than five levels', () => {
    expect(isAllowed(TREE, 'news', 'europe', KIND)).toBe(false);
    expect(isAllowed(TREE, 'news', 'news', KIND)).toBe(false);
    expect(isAllowed(TREE, 'news', 'shop', KIND)).toBe(true);
    const deep = [1, 2, 3, 4, 5].map((level) => record(`l${level}`, level === 1 ? null : `l${level - 1}`, 0));
    const tree = treeOf([...deep, record('other', null, 1), record('child', 'other', 0)], KIND);
    expect(isAllowed(tree, 'other', 'l3', KIND)).toBe(true);
    expect(isAllowed(tree, 'other', 'l4', KIND)).toBe(false);
    expect(isAllowed(tree, null, 'l4', KIND)).toBe(true);
    expect(isAllowed(tree, null, 'l5', KIND)).toBe(false);
    expect(isAllowed(tree, null, 'gone', KIND)).toBe(false);
  });
});

describe('A drop upon a row', () => {
  it.each([
    ['shop', 'news', 'before', { parent_id: null, place: 0 }],
    ['shop', 'news', 'in', { parent_id: 'news', place: 2 }],
    ['news', 'shop', 'after', { parent_id: null, place: 1 }],
    ['local', 'world', 'after', { parent_id: 'news', place: 1 }],
    ['world', 'local', 'before', { parent_id: 'news', place: 0 }],
    ['local', 'news', 'in', { parent_id: 'news', place: 1 }],
    ['europe', 'local', 'after', { parent_id: 'news', place: 1 }],
    ['news', 'europe', 'before', null],
    ['news', 'world', 'in', null],
    ['news', 'news', 'in', null],
  ] as const)('of %s at %s (%s) leads to %j', (id, target, zone, destination) => {
    const node = flatten(TREE).find(({ record: each }) => each.id === target);
    expect(node && dropped(TREE, id, node, zone, KIND)).toEqual(destination);
  });
});

describe('What is written for a move', () => {
  it('is one record where there is room', () => {
    expect(changesFor(ALL, 'shop', { parent_id: null, place: 0 }, KIND)).toEqual([{ id: 'shop', sort_order: 4 }]);
    expect(changesFor(ALL, 'europe', { parent_id: null, place: 1 }, KIND)).toEqual([
      { id: 'europe', parent_id: null, sort_order: 15 },
    ]);
    expect(changesFor(ALL, 'shop', { parent_id: 'europe', place: 0 }, KIND)).toEqual([
      { id: 'shop', parent_id: 'europe', sort_order: 10 },
    ]);
  });

  it('is all of the siblings where there is none, the last first', () => {
    expect(changesFor(ALL, 'shop', { parent_id: 'news', place: 1 }, KIND)).toEqual([
      { id: 'world', sort_order: 30 },
      { id: 'shop', parent_id: 'news', sort_order: 20 },
    ]);
    const even = ['a', 'b', 'c'].map((id) => record(id, null, 0));
    expect(changesFor(even, 'c', { parent_id: null, place: 1 }, KIND)).toEqual([
      { id: 'b', sort_order: 30 },
      { id: 'c', sort_order: 20 },
      { id: 'a', sort_order: 10 },
    ]);
  });

  it('brings each record to each place', () => {
    for (const { id } of ALL) {
      for (const parent of [null, ...ALL.map((each) => each.id)]) {
        if (!isAllowed(TREE, id, parent, KIND)) continue;
        const siblings = flatten(TREE).filter(({ record: each }) => each.parent_id === parent && each.id !== id).length;
        for (let place = 0; place <= siblings; place += 1) {
          const after = flatten(treeOf(moved(ALL, id, { parent_id: parent, place }), KIND));
          const node = after.find(({ record: each }) => each.id === id);
          expect({ id, parent: node?.record.parent_id, place: node?.place }).toEqual({ id, parent, place });
        }
      }
    }
  });

  it('never passes the last order', () => {
    const full = [record('a', null, 1_000_000), record('b', 'a', 0)];
    expect(changesFor(full, 'b', { parent_id: null, place: 1 }, KIND)).toEqual([
      { id: 'b', parent_id: null, sort_order: 20 },
      { id: 'a', sort_order: 10 },
    ]);
    expect(lastOrder(full, null)).toBe(1_000_000);
    expect(lastOrder(full, 'a')).toBe(10);
  });
});
