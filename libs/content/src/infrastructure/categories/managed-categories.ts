import { Injectable } from '@nestjs/common';
import { columnsOf, Database, fieldsOf, ListOrder, listPage, sorted, sortedCode, sortedText } from '@libs/foundation';
import { found, likePattern, type ListPage, type ListRequest } from '@libs/kernel';
import type { Category, CategoryStatus } from '../../domain/categories/category';
import type { ContentScope } from '../../domain/content-scope';
import { CategorySchema } from './category.schema';

const FIELDS = fieldsOf(CategorySchema, { without: ['tenantId'] });

/** A category as administrators see it. */
export interface ManagedCategory extends Pick<Category, (typeof FIELDS)[number]> {
  /** Of the articles in itself, that are not deleted. */
  readonly articleCount: number;
}

export interface CategoryFilter {
  /** A part of the slug, or of the name in any language. */
  readonly q?: string | undefined;
  readonly status?: CategoryStatus | undefined;
}

/** Counted from the index content_articles_by_category alone. */
const SELECT_CATEGORIES = `
  SELECT ${columnsOf(CategorySchema, 'c', FIELDS)},
         (SELECT count(*)::integer FROM content_articles a
           WHERE a.tenant_id = c.tenant_id AND a.app_id = c.app_id AND a.category_id = c.id AND a.deleted_at IS NULL)
         AS "articleCount"`;

const MATCHING = `content_categories c
   WHERE c.tenant_id = $1 AND c.app_id = $2 AND ($3::text IS NULL OR c.status = $3)
     AND ($4::text IS NULL OR c.slug ILIKE $4
          OR EXISTS (SELECT FROM jsonb_each_text(c.name) t WHERE t.value ILIKE $4))
     AND ($5::uuid[] IS NULL OR c.id = ANY ($5))`;

/** The categories of an App, as its administrators see them. */
@Injectable()
export class ManagedCategories {
  static readonly order = new ListOrder(
    {
      name: sortedText('c.name'),
      slug: sortedCode('c.slug'),
      status: sortedCode('c.status'),
      sort_order: sorted('c.sort_order'),
      created_at: sorted('c.created_at'),
      updated_at: sorted('c.updated_at'),
    },
    { usual: 'c.created_at DESC, c.id DESC', tie: 'c.id' },
  );

  constructor(private readonly database: Database) {}

  /** @throws ResourceNotFoundError when the App has no such category. */
  async get({ tenantId, appId }: ContentScope, id: string): Promise<ManagedCategory> {
    const [category] = await this.database.read<ManagedCategory>(
      tenantId,
      `${SELECT_CATEGORIES} FROM content_categories c WHERE c.tenant_id = $1 AND c.app_id = $2 AND c.id = $3`,
      [tenantId, appId, id],
    );
    return found(category);
  }

  /** Newest first, unless the request says otherwise. */
  list(
    { tenantId, appId }: ContentScope,
    { q, status }: CategoryFilter,
    request: ListRequest,
  ): Promise<ListPage<ManagedCategory>> {
    const order = ManagedCategories.order.of(request);
    return listPage<ManagedCategory>(this.database, tenantId, request, {
      matching: MATCHING,
      values: [tenantId, appId, status, likePattern(q), request.ids],
      // Articles are counted for one page alone, after it was found.
      select: (limit) => `${SELECT_CATEGORIES}
         FROM (SELECT c.* FROM ${MATCHING} ORDER BY ${order} ${limit}) c
        ORDER BY ${order}`,
    });
  }
}
