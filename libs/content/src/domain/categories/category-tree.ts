import { Tree, type TreeNode } from '@libs/kernel';
import { CategoryLimitError } from './category.errors';

/** A category without parent is on the first. */
export const MAX_CATEGORY_LEVELS = 5;

/** The limit per App, low enough for readers and rules to load all categories at once. */
export const MAX_CATEGORIES = 500;

/** The categories of an App. */
export class CategoryTree extends Tree {
  constructor(nodes: readonly TreeNode[]) {
    super(nodes, {
      maxLevels: MAX_CATEGORY_LEVELS,
      unknownParent: 'unknown_category',
      belowItself: 'below_itself',
    });
  }

  /** @throws CategoryLimitError when the App has as many as it may have. */
  expectRoom(): void {
    if (this.size >= MAX_CATEGORIES) throw new CategoryLimitError();
  }
}
