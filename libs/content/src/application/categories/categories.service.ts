import { Injectable } from '@nestjs/common';
import { AuditTrail, Transactions, VersionedChanges, wireOf } from '@libs/kernel';
import { Category, type CategoryChanges, categorySettings, type NewCategory } from '../../domain/categories/category';
import { CategoryInUseError } from '../../domain/categories/category.errors';
import { CategoryRepository } from '../../domain/categories/category.repository';
import type { ContentScope, EditorScope } from '../../domain/content-scope';
import { ManagedCategories, type ManagedCategory } from '../../infrastructure/categories/managed-categories';

/** Whoever changes how categories lie below each other locks the tree first, and then the category. */
@Injectable()
export class CategoriesService {
  private readonly changes: VersionedChanges<Category>;

  constructor(
    private readonly transactions: Transactions,
    private readonly categories: CategoryRepository,
    private readonly managed: ManagedCategories,
    audit: AuditTrail,
  ) {
    this.changes = new VersionedChanges(audit, {
      type: 'category',
      save: (category) => categories.save(category),
      see: (category) => category,
      record: (category) => wireOf(categorySettings, category),
    });
  }

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
      await this.changes.added(category);
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
      await this.changes.change(category, lockVersion, () => {
        category.update(scope, changes);
        tree?.expectPlace(category.parentId, id);
      });
      return this.managed.get(scope, id);
    });
  }

  /** @throws ResourceNotFoundError, VersionConflictError, CategoryInUseError */
  delete(scope: ContentScope, id: string, lockVersion: number): Promise<void> {
    return this.transactions.run(scope.tenantId, async () => {
      await this.categories.lockTree(scope);
      const category = await this.categories.getForUpdate(scope, id);
      await this.changes.delete(category, lockVersion, async () => {
        if (await this.categories.isInUse(category)) throw new CategoryInUseError();
        await this.categories.delete(category);
      });
    });
  }
}
