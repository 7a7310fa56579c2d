import { field, fields, having, newId } from '@libs/kernel';
import { ContentStateError, PageReservedError } from '../content.errors';
import type { ContentScope } from '../content-scope';
import type { PageDraft } from './page-draft';
import { PageRevision, pageRevision } from './page-revision';

/** Pages are found by their slug, legal documents by their type: two separate namespaces. */
export type PageKind = 'page' | 'legal';

export const DOCUMENT_TYPES = ['privacy-policy', 'terms-of-service'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

const RESERVED_SLUGS = ['about-us', 'contact-us', 'help', 'user-guide'] as const;

export interface PageRef {
  readonly kind: PageKind;
  /** The slug, or the document type. */
  readonly key: string;
}

export const page = fields({
  tenantId: field.uuid(),
  appId: field.uuid(),
  id: field.uuid(),
  kind: field.one('PageKind', ['page', 'legal']),
  key: pageRevision.key,
  reserved: field.flag().about('Whether every App has this page, so that it cannot be deleted'),
  draft: field.json<PageDraft>().nullable().initially(null),
  /** Null before the first publication. */
  publishedRevision: field.count().nullable().initially(null),
  lockVersion: field.lockVersion().initially(1),
  /** A deleted page has no content; its revisions are kept under its id. */
  deletedAt: field.instant().nullable().initially(null),
  /** Set by the database, both. */
  createdAt: field.instant().example('2026-11-20T08:00:00.000Z'),
  updatedAt: field.instant().example('2026-11-20T08:30:00.000Z'),
  updatedBy: field.actor(),
});

/** A page or legal document: its draft, and which revision is published. */
export class Page extends having(page) {
  private constructor({ tenantId, appId }: ContentScope, { kind, key }: PageRef, reserved: boolean) {
    super({ tenantId, appId, id: newId(), kind, key, reserved });
  }

  /** The pages and legal documents that every App has, without content. */
  static reserve(scope: ContentScope): Page[] {
    return [
      ...RESERVED_SLUGS.map((key) => new Page(scope, { kind: 'page', key }, true)),
      ...DOCUMENT_TYPES.map((key) => new Page(scope, { kind: 'legal', key }, true)),
    ];
  }

  /** A further page, without content. */
  static create(scope: ContentScope, slug: string): Page {
    return new Page(scope, { kind: 'page', key: slug }, false);
  }

  /** Replaces the draft. The published revision is unaffected. */
  saveDraft(draft: PageDraft): void {
    this.change({ draft });
  }

  /**
   * Publishes the draft as the next revision, counted from 1. No draft is left afterwards.
   *
   * @throws ContentStateError without a draft.
   */
  publish(publishedBy: string | null): PageRevision {
    if (!this.draft) throw new ContentStateError();
    const { effectiveAt, ...draft } = this.draft;
    const content = { ...draft, effectiveAt: effectiveAt === null ? null : new Date(effectiveAt) };
    const revision = new PageRevision(this, (this.publishedRevision ?? 0) + 1, content, publishedBy);
    this.change({ draft: null, publishedRevision: revision.revision });
    return revision;
  }

  /** @throws PageReservedError for the pages that every App has. */
  delete(now: Date): void {
    if (this.reserved) throw new PageReservedError();
    this.change({ draft: null, publishedRevision: null, deletedAt: now });
  }

  private change(changes: Partial<Pick<Page, 'draft' | 'publishedRevision' | 'deletedAt'>>): void {
    Object.assign(this, changes, { lockVersion: this.lockVersion + 1 });
  }
}
