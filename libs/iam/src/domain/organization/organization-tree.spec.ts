import { newId, ValidationFailedError } from '@libs/kernel';
import fc from 'fast-check';
import { MAX_UNIT_LEVELS, MAX_UNITS, OrganizationTree, type UnitNode } from './organization-tree';
import { OrganizationUnitLimitError } from './organization.errors';

/** One below the other: the first has no parent. */
function aLine(length: number, prefix = ''): UnitNode[] {
  return Array.from({ length }, (_, index) => ({
    id: `${prefix}${index + 1}`,
    parentId: index === 0 ? null : `${prefix}${index}`,
  }));
}

/** Why a unit cannot lie there; null if it can. */
function refusal(tree: OrganizationTree, parentId: string | null, id?: string): string | null {
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

describe('The tree of organization units', () => {
  it('takes a new unit on each of ten levels, and none on the eleventh', () => {
    const tree = new OrganizationTree(aLine(MAX_UNIT_LEVELS));
    expect(refusal(tree, `${MAX_UNIT_LEVELS - 1}`)).toBeNull();
    expect(refusal(tree, `${MAX_UNIT_LEVELS}`)).toBe('too_deep');
  });

  it('counts the levels below a unit that is moved', () => {
    const tree = new OrganizationTree([...aLine(6), ...aLine(5, 'b')]);
    expect(refusal(tree, '5', 'b1')).toBeNull();
    expect(refusal(tree, '6', 'b1')).toBe('too_deep');
    expect(refusal(tree, '6', 'b2')).toBeNull();
  });

  it('knows the units of the tenant only, and their children', () => {
    const tree = new OrganizationTree(aLine(2));
    expect(refusal(tree, newId())).toBe('unknown_unit');
    expect([tree.hasChildren('1'), tree.hasChildren('2')]).toEqual([true, false]);
  });

  it('has a limited number of them', () => {
    const nodes = Array.from({ length: MAX_UNITS }, () => ({ id: newId(), parentId: null }));
    expect(() => new OrganizationTree(nodes.slice(1)).expectRoom()).not.toThrow();
    expect(() => new OrganizationTree(nodes).expectRoom()).toThrow(OrganizationUnitLimitError);
  });

  it('refuses what would make a circle or an eleventh level, and nothing else, whatever is tried', () => {
    const names = Array.from({ length: 16 }, (_, index) => `${index}`);
    const step = fc.record({ id: fc.constantFrom(...names), parentId: fc.constantFrom(...names, null) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const parents = new Map<string, string | null>();
        for (const { id, parentId } of steps) {
          const isNew = !parents.has(id);
          const tree = new OrganizationTree([...parents].map(([node, parent]) => ({ id: node, parentId: parent })));
          const isKnown = parentId === null || parents.has(parentId);
          const next = new Map(parents).set(id, parentId);
          const isRight = isKnown && deepest(next) <= MAX_UNIT_LEVELS;
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
