import fc from 'fast-check';
import { aLine, refusal } from '../../../test/support/trees';
import { Tree, type TreeNode } from './tree';

const MAX_LEVELS = 5;

class Branches extends Tree {
  constructor(nodes: readonly TreeNode[]) {
    super(nodes, { maxLevels: MAX_LEVELS, unknownParent: 'unknown', belowItself: 'below_itself' });
  }
}

describe('Tree', () => {
  it('counts the levels below what is moved', () => {
    const tree = new Branches([...aLine(3), ...aLine(3, 'b'), { id: 'b2x', parentId: 'b1' }]);
    expect(refusal(tree, '2', 'b1')).toBeNull();
    expect(refusal(tree, '3', 'b1')).toBe('too_deep');
    expect(refusal(tree, '3', 'b2')).toBeNull();
    expect(refusal(tree, '3', 'b2x')).toBeNull();
    expect(refusal(tree, null, 'b2')).toBeNull();
  });

  it('does not let anything lie below itself', () => {
    const tree = new Branches(aLine(4));
    expect(['2', '3', '4'].map((parentId) => refusal(tree, parentId, '2'))).toEqual([
      'below_itself',
      'below_itself',
      'below_itself',
    ]);
    expect(refusal(tree, '1', '3')).toBeNull();
  });

  it('knows what lies directly below', () => {
    const tree = new Branches(aLine(2));
    expect([tree.hasChildren('1'), tree.hasChildren('2'), tree.hasChildren('3')]).toEqual([true, false, false]);
  });

  it('refuses what would make a circle or too many levels, and nothing else, whatever is tried', () => {
    const COUNT = 12;
    const names = Array.from({ length: COUNT }, (_, index) => `${index}`);
    const step = fc.record({ id: fc.constantFrom(...names), parentId: fc.constantFrom(...names, null) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const parents = new Map<string, string | null>();
        for (const { id, parentId } of steps) {
          const isNew = !parents.has(id);
          const tree = new Branches([...parents].map(([node, parent]) => ({ id: node, parentId: parent })));
          const isKnown = parentId === null || parents.has(parentId);
          const next = new Map(parents).set(id, parentId);
          const isRight = isKnown && deepest(next) <= MAX_LEVELS;
          expect(refusal(tree, parentId, isNew ? undefined : id) === null).toBe(isRight);
          if (isRight) parents.set(id, parentId);
        }
      }),
      { numRuns: 300 },
    );
  });
});

/** How many levels there are, counted from the top; infinitely many with a circle. */
function deepest(parents: ReadonlyMap<string, string | null>): number {
  let level = [...parents.keys()].filter((id) => parents.get(id) === null);
  let [levels, seen] = [0, 0];
  while (level.length > 0) {
    [levels, seen] = [levels + 1, seen + level.length];
    const above = new Set<string | null | undefined>(level);
    level = [...parents.keys()].filter((id) => above.has(parents.get(id) ?? undefined));
  }
  return seen === parents.size ? levels : Infinity;
}
