import { newId, ValidationFailedError } from '@libs/kernel';
import fc from 'fast-check';
import { CategoryLimitError } from './category.errors';
import { type CategoryNode, CategoryTree, MAX_CATEGORIES, MAX_CATEGORY_LEVELS } from './category-tree';

/** One below the other: the first has no parent. */
function aLine(length: number, prefix = ''): CategoryNode[] {
  return Array.from({ length }, (_, index) => ({
    id: `${prefix}${index + 1}`,
    parentId: index === 0 ? null : `${prefix}${index}`,
  }));
}

/** Why a category cannot lie there; null if it can. */
function refusal(tree: CategoryTree, parentId: string | null, id?: string): string | null {
  try {
    tree.expectPlace(parentId, id);
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(ValidationFailedError);
    const [{ field, code } = { field: '', code: '' }, ...others] = (error as ValidationFailedError).fields;
    expect([field, others]).toEqual(['parent_id', []]);
    return code;
  }
}

describe('The tree of categories', () => {
  it('takes a new category on each of five levels, and none on the sixth', () => {
    const tree = new CategoryTree(aLine(MAX_CATEGORY_LEVELS));
    expect([null, '1', '2', '3', '4', '5'].map((parentId) => refusal(tree, parentId))).toEqual([
      ...[null, null, null, null, null],
      'too_deep',
    ]);
  });

  it('counts the levels below a category that is moved', () => {
    const tree = new CategoryTree([...aLine(3), ...aLine(3, 'b'), { id: 'b2x', parentId: 'b1' }]);
    expect(refusal(tree, '2', 'b1')).toBeNull();
    expect(refusal(tree, '3', 'b1')).toBe('too_deep');
    expect(refusal(tree, '3', 'b2')).toBeNull();
    expect(refusal(tree, '3', 'b2x')).toBeNull();
    expect(refusal(tree, null, 'b2')).toBeNull();
  });

  it('does not let a category lie below itself', () => {
    const tree = new CategoryTree(aLine(4));
    expect(['2', '3', '4'].map((parentId) => refusal(tree, parentId, '2'))).toEqual([
      'below_itself',
      'below_itself',
      'below_itself',
    ]);
    expect(refusal(tree, '1', '3')).toBeNull();
  });

  it('knows the categories of the App only', () => {
    expect(refusal(new CategoryTree(aLine(2)), newId())).toBe('unknown_category');
    expect(refusal(new CategoryTree([]), newId(), newId())).toBe('unknown_category');
  });

  it('has a limited number of them', () => {
    const nodes = Array.from({ length: MAX_CATEGORIES }, () => ({ id: newId(), parentId: null }));
    expect(() => new CategoryTree(nodes.slice(1)).expectRoom()).not.toThrow();
    expect(() => new CategoryTree(nodes).expectRoom()).toThrow(CategoryLimitError);
  });

  it('refuses what would make a circle or a sixth level, and nothing else, whatever is tried', () => {
    const COUNT = 12;
    const names = Array.from({ length: COUNT }, (_, index) => `${index}`);
    const step = fc.record({ id: fc.constantFrom(...names), parentId: fc.constantFrom(...names, null) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const parents = new Map<string, string | null>();
        for (const { id, parentId } of steps) {
          const isNew = !parents.has(id);
          const tree = new CategoryTree([...parents].map(([node, parent]) => ({ id: node, parentId: parent })));
          const isKnown = parentId === null || parents.has(parentId);
          const next = new Map(parents).set(id, parentId);
          const isRight = isKnown && deepest(next) <= MAX_CATEGORY_LEVELS;
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
