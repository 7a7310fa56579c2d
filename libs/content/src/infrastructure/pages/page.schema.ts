import { entityOf } from '@libs/foundation';
import { Page, page } from '../../domain/pages/page';
import { PageRevision, pageRevision } from '../../domain/pages/page-revision';

export const PageSchema = entityOf(Page, page, {
  table: 'content_pages',
  key: ['tenantId', 'id'],
  columns: { createdAt: { createDate: true }, updatedAt: { updateDate: true } },
});

export const PageRevisionSchema = entityOf(PageRevision, pageRevision, {
  table: 'content_page_revisions',
  key: ['tenantId', 'pageId', 'revision'],
  columns: { publishedAt: { createDate: true } },
});
