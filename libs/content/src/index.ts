export { ContentModule } from './content.module';
export { PagesService } from './application/pages.service';
export { DOCUMENT_TYPES, type DocumentType, type PageRef } from './domain/page';
export { pageLocale } from './domain/page-in-locale';
export { BODY_FORMATS, type BodyFormat, MAX_BODY_BYTES } from './domain/rich-text';
export { MAX_TITLE_LENGTH } from './domain/page-draft';
export { ContentStateError, LegalRevisionStaleError, PageReservedError } from './domain/content.errors';
export { MAX_SLUG_LENGTH, SLUG } from './domain/slug';
export { type LegalConsent, LegalConsents, type OutstandingConsent } from './infrastructure/legal-consents';
export {
  type ManagedPage,
  ManagedPages,
  type ManagedPageSummary,
  type ManagedRevision,
  type RevisionPage,
} from './infrastructure/managed-pages';
export { type PageBody, PageRenderings } from './infrastructure/page-renderings';
export { type CurrentLegalDocument, PublishedPages, type PublishedPage } from './infrastructure/published-pages';
