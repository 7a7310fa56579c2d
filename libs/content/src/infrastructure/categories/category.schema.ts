import { EntitySchema } from 'typeorm';
import { Category } from '../../domain/categories/category';

export const CategorySchema = new EntitySchema<Category>({
  name: 'Category',
  target: Category,
  tableName: 'content_categories',
  columns: {
    tenantId: { type: 'uuid', name: 'tenant_id', primary: true },
    id: { type: 'uuid', primary: true },
    appId: { type: 'uuid', name: 'app_id' },
    parentId: { type: 'uuid', name: 'parent_id', nullable: true },
    slug: { type: 'text' },
    name: { type: 'jsonb' },
    sortOrder: { type: 'integer', name: 'sort_order' },
    status: { type: 'text' },
    lockVersion: { type: 'integer', name: 'lock_version' },
    createdAt: { type: 'timestamptz', name: 'created_at', createDate: true },
    updatedAt: { type: 'timestamptz', name: 'updated_at', updateDate: true },
  },
});
