export { ContentModule } from './content.module';
export { PagesService } from './application/pages/pages.service';
export { DOCUMENT_TYPES, type DocumentType, type PageRef } from './domain/pages/page';
export { pageLocale } from './domain/pages/page-in-locale';
export { BODY_FORMATS, type BodyFormat, MAX_BODY_BYTES } from './domain/texts/rich-text';
export { MAX_TITLE_LENGTH } from './domain/pages/page-draft';
export { ContentStateError, LegalRevisionStaleError, PageReservedError } from './domain/content.errors';
export { MAX_SLUG_LENGTH, SLUG } from './domain/texts/slug';
export { type LegalConsent, LegalConsents, type OutstandingConsent } from './infrastructure/consents/legal-consents';
export {
  type ManagedPage,
  ManagedPages,
  type ManagedPageSummary,
  type ManagedRevision,
  type RevisionPage,
} from './infrastructure/pages/managed-pages';
export { type PageBody, PageRenderings } from './infrastructure/pages/page-renderings';
export { type CurrentLegalDocument, PublishedPages, type PublishedPage } from './infrastructure/pages/published-pages';
