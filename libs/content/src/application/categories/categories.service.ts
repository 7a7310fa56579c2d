import { Injectable } from '@nestjs/common';
import { AuditTrail, Transactions } from '@libs/kernel';
import { Category, type CategoryChanges, type NewCategory } from '../../domain/categories/category';
import { CategoryInUseError } from '../../domain/categories/category.errors';
import { CategoryRepository } from '../../domain/categories/category.repository';
import type { ContentScope, EditorScope } from '../../domain/content-scope';
import { ManagedCategories, type ManagedCategory } from '../../infrastructure/categories/managed-categories';

/** Whoever changes how categories lie below each other locks the tree first, and then the category. */
@Injectable()
export class CategoriesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly categories: CategoryRepository,
    private readonly managed: ManagedCategories,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * @throws ValidationFailedError for the name, or a parent below which it cannot lie.
   * @throws CategoryLimitError, ResourceConflictError when the slug is taken.
   */
  create(scope: EditorScope, input: NewCategory): Promise<ManagedCategory> {
    const category = new Category(scope, input);
    return this.transactions.run(scope.tenantId, async () => {
      const tree = await this.categories.lockTree(scope);
      tree.expectPlace(category.parentId);
      tree.expectRoom();
      await this.categories.add(category);
      this.record(category, null, recordOf(category));
      return this.managed.get(scope, category.id);
    });
  }

  /**
   * @throws ResourceNotFoundError, VersionConflictError
   * @throws ValidationFailedError for the name, or a parent below which it cannot lie with all below it.
   * @throws ResourceConflictError when the slug is taken.
   */
  update(scope: EditorScope, id: string, lockVersion: number, changes: CategoryChanges): Promise<ManagedCategory> {
    return this.transactions.run(scope.tenantId, async () => {
      const tree = changes.parentId === undefined ? null : await this.categories.lockTree(scope);
      const category = await this.categories.getForUpdate(scope, id);
      category.expectVersion(lockVersion);
      const before = recordOf(category);
      category.update(scope, changes);
      tree?.expectPlace(category.parentId, id);
      await this.categories.save(category);
      this.record(category, before, recordOf(category));
      return this.managed.get(scope, id);
    });
  }

  /** @throws ResourceNotFoundError, VersionConflictError, CategoryInUseError */
  delete(scope: ContentScope, id: string, lockVersion: number): Promise<void> {
    return this.transactions.run(scope.tenantId, async () => {
      await this.categories.lockTree(scope);
      const category = await this.categories.getForUpdate(scope, id);
      category.expectVersion(lockVersion);
      if (await this.categories.isInUse(category)) throw new CategoryInUseError();
      await this.categories.delete(category);
      this.record(category, recordOf(category), null);
    });
  }

  private record({ id, appId }: Category, before: object | null, after: object | null): void {
    this.audit.record({ resourceType: 'category', resourceId: id, appId, before, after });
  }
}

/** The fields of a category that administrators change, with the keys of the wire. */
function recordOf({ slug, name, parentId, sortOrder, status }: Category): object {
  return { slug, name, parent_id: parentId, sort_order: sortOrder, status };
}
