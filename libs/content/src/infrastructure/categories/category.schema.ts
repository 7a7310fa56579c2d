import { entityOf } from '@libs/foundation';
import { Category, category } from '../../domain/categories/category';

export const CategorySchema = entityOf(Category, category, {
  table: 'content_categories',
  key: ['tenantId', 'id'],
  columns: { createdAt: { createDate: true }, updatedAt: { updateDate: true } },
});
