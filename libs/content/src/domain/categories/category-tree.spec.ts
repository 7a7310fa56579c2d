import { newId } from '@libs/kernel';
import { aLine, refusal } from '../../../../../test/support/trees';
import { CategoryLimitError } from './category.errors';
import { CategoryTree, MAX_CATEGORIES, MAX_CATEGORY_LEVELS } from './category-tree';

describe('The tree of categories', () => {
  it('takes a new category on each of five levels, and none on the sixth', () => {
    const tree = new CategoryTree(aLine(MAX_CATEGORY_LEVELS));
    expect([null, '1', '2', '3', '4', '5'].map((parentId) => refusal(tree, parentId))).toEqual([
      ...[null, null, null, null, null],
      'too_deep',
    ]);
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
});
