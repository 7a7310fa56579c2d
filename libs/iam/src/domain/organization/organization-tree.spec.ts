import { newId } from '@libs/kernel';
import { aLine, refusal } from '../../../../../test/support/trees';
import { MAX_UNIT_LEVELS, MAX_UNITS, OrganizationTree } from './organization-tree';
import { OrganizationUnitLimitError } from './organization.errors';

describe('The tree of organization units', () => {
  it('takes a new unit on each of ten levels, and none on the eleventh', () => {
    const tree = new OrganizationTree(aLine(MAX_UNIT_LEVELS));
    expect(refusal(tree, `${MAX_UNIT_LEVELS - 1}`)).toBeNull();
    expect(refusal(tree, `${MAX_UNIT_LEVELS}`)).toBe('too_deep');
  });

  it('does not let a unit lie below itself', () => {
    expect(refusal(new OrganizationTree(aLine(3)), '3', '2')).toBe('unit_below_itself');
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
});
