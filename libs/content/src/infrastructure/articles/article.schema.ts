import { entityOf } from '@libs/foundation';
import { Article, article } from '../../domain/articles/article';
import { ArticleRevision, articleRevision } from '../../domain/articles/article-revision';

export const ArticleSchema = entityOf(Article, article, {
  table: 'content_articles',
  key: ['tenantId', 'id'],
  columns: { createdAt: { createDate: true }, updatedAt: { updateDate: true } },
});

export const ArticleRevisionSchema = entityOf(ArticleRevision, articleRevision, {
  table: 'content_article_revisions',
  key: ['tenantId', 'articleId', 'revision'],
  columns: { publishedAt: { createDate: true } },
});
