import type { ContentScope } from '../content-scope';
import type { Category } from './category';
import type { CategoryTree } from './category-tree';

export abstract class CategoryRepository {
  /**
   * The tree of the App as it is until the end of the transaction: one at a time changes it. To be taken before any
   * category is.
   */
  abstract lockTree(scope: ContentScope): Promise<CategoryTree>;

  /** @throws ResourceConflictError when a category of the App has the slug. */
  abstract add(category: Category): Promise<void>;

  /**
   * Until the end of the transaction nothing is put into it.
   *
   * @throws ResourceNotFoundError when the App has no such category.
   */
  abstract getForUpdate(scope: ContentScope, id: string): Promise<Category>;

  /** @throws ResourceConflictError when another category of the App has the slug. */
  abstract save(category: Category): Promise<void>;

  /** Whether an article, as written or as published, or another category lies in it. */
  abstract isInUse(category: Category): Promise<boolean>;

  abstract delete(category: Category): Promise<void>;
}
