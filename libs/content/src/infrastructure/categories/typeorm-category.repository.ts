import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { found, type TreeNode } from '@libs/kernel';
import { Category } from '../../domain/categories/category';
import { CategoryTree } from '../../domain/categories/category-tree';
import type { CategoryRepository } from '../../domain/categories/category.repository';
import type { ContentScope } from '../../domain/content-scope';

const LOCK_TREE = `SELECT pg_advisory_xact_lock(hashtextextended('content categories ' || $1 || $2, 0))`;

const SELECT_NODES = `
  SELECT id, parent_id AS "parentId" FROM content_categories WHERE tenant_id = $1 AND app_id = $2`;

/** An article may be published in another category than the one it is being moved to: both are used. */
const IS_IN_USE = `
  SELECT EXISTS (SELECT FROM content_categories WHERE tenant_id = $1 AND app_id = $2 AND parent_id = $3)
      OR EXISTS (SELECT FROM content_articles
                  WHERE tenant_id = $1 AND app_id = $2 AND category_id = $3 AND deleted_at IS NULL)
      OR EXISTS (SELECT FROM content_published_articles WHERE tenant_id = $1 AND app_id = $2 AND category_id = $3)
      AS "isInUse"`;

@Injectable()
export class TypeOrmCategoryRepository implements CategoryRepository {
  constructor(private readonly database: Database) {}

  async lockTree({ tenantId, appId }: ContentScope): Promise<CategoryTree> {
    await this.database.query(LOCK_TREE, [tenantId, appId]);
    // A statement of its own: it sees what the holder before has committed.
    return new CategoryTree(
      await this.database.query<TreeNode & Record<string, unknown>>(SELECT_NODES, [tenantId, appId]),
    );
  }

  async add(category: Category): Promise<void> {
    await this.database.manager.insert(Category, category);
  }

  async getForUpdate({ tenantId, appId }: ContentScope, id: string): Promise<Category> {
    const category = await this.database.manager.findOne(Category, {
      where: { tenantId, appId, id },
      // The strongest lock: foreign keys of articles wait for it.
      lock: { mode: 'pessimistic_write' },
    });
    return found(category);
  }

  async save(category: Category): Promise<void> {
    await this.database.manager.save(Category, category);
  }

  async isInUse({ tenantId, appId, id }: Category): Promise<boolean> {
    const [row] = await this.database.query<{ isInUse: boolean }>(IS_IN_USE, [tenantId, appId, id]);
    return row?.isInUse ?? false;
  }

  async delete({ tenantId, appId, id }: Category): Promise<void> {
    await this.database.manager.delete(Category, { tenantId, appId, id });
  }
}
