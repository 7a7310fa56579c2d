import { EntitySchema } from 'typeorm';
import { Page } from '../../domain/pages/page';
import { PageRevision } from '../../domain/pages/page-revision';

export const PageSchema = new EntitySchema<Page>({
  name: 'Page',
  target: Page,
  tableName: 'content_pages',
  columns: {
    tenantId: { type: 'uuid', name: 'tenant_id', primary: true },
    id: { type: 'uuid', primary: true },
    appId: { type: 'uuid', name: 'app_id' },
    kind: { type: 'text' },
    key: { type: 'text' },
    reserved: { type: 'boolean' },
    draft: { type: 'jsonb', nullable: true },
    publishedRevision: { type: 'integer', name: 'published_revision', nullable: true },
    lockVersion: { type: 'integer', name: 'lock_version' },
    deletedAt: { type: 'timestamptz', name: 'deleted_at', nullable: true },
    createdAt: { type: 'timestamptz', name: 'created_at', createDate: true },
    updatedAt: { type: 'timestamptz', name: 'updated_at', updateDate: true },
  },
});

export const PageRevisionSchema = new EntitySchema<PageRevision>({
  name: 'PageRevision',
  target: PageRevision,
  tableName: 'content_page_revisions',
  columns: {
    tenantId: { type: 'uuid', name: 'tenant_id', primary: true },
    pageId: { type: 'uuid', name: 'page_id', primary: true },
    revision: { type: 'integer', primary: true },
    key: { type: 'text' },
    title: { type: 'jsonb' },
    body: { type: 'jsonb' },
    bodyFormat: { type: 'text', name: 'body_format' },
    effectiveAt: { type: 'timestamptz', name: 'effective_at', nullable: true },
    revisionHash: { type: 'text', name: 'revision_hash' },
    publishedAt: { type: 'timestamptz', name: 'published_at', createDate: true },
    publishedBy: { type: 'uuid', name: 'published_by', nullable: true },
  },
});
