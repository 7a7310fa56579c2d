import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import { Article } from '../../domain/articles/article';
import type { ArticleContent } from '../../domain/articles/article-content';
import { ArticleRevision } from '../../domain/articles/article-revision';

const CONTENT: Readonly<Record<keyof ArticleContent, EntitySchemaColumnOptions>> = {
  categoryId: { type: 'uuid', name: 'category_id' },
  slug: { type: 'text' },
  title: { type: 'jsonb' },
  summary: { type: 'jsonb' },
  body: { type: 'jsonb' },
  bodyFormat: { type: 'text', name: 'body_format' },
  coverFileId: { type: 'uuid', name: 'cover_file_id', nullable: true },
  tags: { type: 'text', array: true },
  visibility: { type: 'text' },
  pinned: { type: 'boolean' },
};

export const ArticleSchema = new EntitySchema<Article>({
  name: 'Article',
  target: Article,
  tableName: 'content_articles',
  columns: {
    tenantId: { type: 'uuid', name: 'tenant_id', primary: true },
    id: { type: 'uuid', primary: true },
    appId: { type: 'uuid', name: 'app_id' },
    ...CONTENT,
    status: { type: 'text' },
    publishAt: { type: 'timestamptz', name: 'publish_at', nullable: true },
    scheduledBy: { type: 'uuid', name: 'scheduled_by', nullable: true },
    hasChanges: { type: 'boolean', name: 'has_changes' },
    lastRevision: { type: 'integer', name: 'last_revision' },
    publishedRevision: { type: 'integer', name: 'published_revision', nullable: true },
    publishedAt: { type: 'timestamptz', name: 'published_at', nullable: true },
    lockVersion: { type: 'integer', name: 'lock_version' },
    deletedAt: { type: 'timestamptz', name: 'deleted_at', nullable: true },
    createdAt: { type: 'timestamptz', name: 'created_at', createDate: true },
    updatedAt: { type: 'timestamptz', name: 'updated_at', updateDate: true },
  },
});

export const ArticleRevisionSchema = new EntitySchema<ArticleRevision>({
  name: 'ArticleRevision',
  target: ArticleRevision,
  tableName: 'content_article_revisions',
  columns: {
    tenantId: { type: 'uuid', name: 'tenant_id', primary: true },
    articleId: { type: 'uuid', name: 'article_id', primary: true },
    revision: { type: 'integer', primary: true },
    ...CONTENT,
    revisionHash: { type: 'text', name: 'revision_hash' },
    publishedAt: { type: 'timestamptz', name: 'published_at', createDate: true },
    publishedBy: { type: 'uuid', name: 'published_by', nullable: true },
  },
});
