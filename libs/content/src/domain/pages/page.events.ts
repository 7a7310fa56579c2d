import type { DomainEvent } from '@libs/kernel';
import type { Page } from './page';
import type { PageRevision } from './page-revision';

export class LegalPublished implements DomainEvent {
  readonly type = 'legal.published';
  readonly tenantId: string;
  readonly appId: string;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(document: Page, { revision, revisionHash, effectiveAt }: PageRevision) {
    this.tenantId = document.tenantId;
    this.appId = document.appId;
    this.data = {
      document_type: document.key,
      revision,
      revision_hash: revisionHash,
      effective_at: effectiveAt?.toISOString() ?? null,
    };
  }
}
