import { ValidationFailedError } from '@libs/kernel';
import { CategoryLimitError } from './category.errors';

/** A category without parent is on the first. */
export const MAX_CATEGORY_LEVELS = 5;

/** In an App: so few that readers and rules look at all of them at once. */
export const MAX_CATEGORIES = 500;

export interface CategoryNode {
  readonly id: string;
  readonly parentId: string | null;
}

/** How the categories of an App lie below each other: the rules that concern more than one of them. */
export class CategoryTree {
  private readonly parents: ReadonlyMap<string, string | null>;

  constructor(nodes: readonly CategoryNode[]) {
    this.parents = new Map(nodes.map(({ id, parentId }) => [id, parentId]));
  }

  /** @throws CategoryLimitError when the App has as many as it may have. */
  expectRoom(): void {
    if (this.parents.size >= MAX_CATEGORIES) throw new CategoryLimitError();
  }

  /**
   * @param id the category to be moved, with all below it; undefined for a new one.
   * @throws ValidationFailedError when it cannot lie there.
   */
  expectPlace(parentId: string | null, id?: string): void {
    if (parentId === null) return;
    if (!this.parents.has(parentId)) throw ValidationFailedError.of('parent_id', 'unknown_category');
    const above = this.lineOf(parentId);
    if (id !== undefined && above.includes(id)) throw ValidationFailedError.of('parent_id', 'below_itself');
    if (above.length + this.heightOf(id) > MAX_CATEGORY_LEVELS) {
      throw ValidationFailedError.of('parent_id', 'too_deep', { max: MAX_CATEGORY_LEVELS });
    }
  }

  /** How many levels a category and all below it take. */
  private heightOf(id: string | undefined): number {
    if (id === undefined) return 1;
    return Math.max(...[...this.parents.keys()].map((below) => this.lineOf(below).indexOf(id) + 1));
  }

  /** The category and those above it, nearest first. */
  private lineOf(id: string): string[] {
    const line: string[] = [];
    let next: string | null | undefined = id;
    for (; next && line.length < MAX_CATEGORY_LEVELS; next = this.parents.get(next)) line.push(next);
    return line;
  }
}
