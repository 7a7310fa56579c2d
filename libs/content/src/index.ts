export { ContentModule } from './content.module';
export { PagesService } from './application/pages.service';
export { DOCUMENT_TYPES, type DocumentType } from './domain/page';
export { pageInLocale, pageLocale, pageLocales } from './domain/page-in-locale';
export { BODY_FORMATS, type BodyFormat } from './domain/rich-text';
export { LegalConsents, type OutstandingConsent } from './infrastructure/legal-consents';
export { type CurrentLegalDocument, PublishedPages, type PublishedPage } from './infrastructure/published-pages';
