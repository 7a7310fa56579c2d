import { domainEvent } from '@libs/kernel';
import type { Page } from './page';
import type { PageRevision } from './page-revision';

export class LegalPublished extends domainEvent(
  'legal.published',
  ({ key }: Page, { revision, revisionHash, effectiveAt }: PageRevision) => ({
    document_type: key,
    revision,
    revision_hash: revisionHash,
    effective_at: effectiveAt?.toISOString() ?? null,
  }),
) {}
