export { ContentModule } from './content.module';
export { DictionariesService, type DictionaryEditor } from './application/dictionaries/dictionaries.service';
export {
  DICTIONARY_CODE,
  DICTIONARY_KEY,
  DICTIONARY_SCOPES,
  DICTIONARY_STATUSES,
  type DictionaryChanges,
  type DictionaryItem,
  type DictionaryScope,
  type DictionaryStatus,
  type DictionaryValue,
  MAX_DICTIONARY_CODE_LENGTH,
  MAX_DICTIONARY_ITEMS,
  MAX_DICTIONARY_KEY_LENGTH,
  MAX_DICTIONARY_LABEL_LENGTH,
  MAX_DICTIONARY_NAME_LENGTH,
  MAX_DICTIONARY_VALUE_LENGTH,
  MAX_SORT_ORDER,
  type NewDictionary,
} from './domain/dictionaries/dictionary-settings';
export { CategoriesService } from './application/categories/categories.service';
export { PagesService } from './application/pages/pages.service';
export {
  CATEGORY_STATUSES,
  type CategoryChanges,
  type CategoryStatus,
  MAX_CATEGORY_NAME_LENGTH,
  type NewCategory,
} from './domain/categories/category';
export { MAX_CATEGORIES, MAX_CATEGORY_LEVELS } from './domain/categories/category-tree';
export { CategoryInUseError, CategoryLimitError } from './domain/categories/category.errors';
export { DOCUMENT_TYPES, type DocumentType, type PageRef } from './domain/pages/page';
export { pageLocale } from './domain/pages/page-in-locale';
export { BODY_FORMATS, type BodyFormat, MAX_BODY_BYTES } from './domain/texts/rich-text';
export { MAX_TITLE_LENGTH } from './domain/texts/localized-texts';
export { ContentStateError, LegalRevisionStaleError, PageReservedError } from './domain/content.errors';
export { MAX_SLUG_LENGTH, SLUG } from './domain/texts/slug';
export { type LegalConsent, LegalConsents, type OutstandingConsent } from './infrastructure/consents/legal-consents';
export {
  ManagedDictionaries,
  type ManagedDictionary,
  type ManagedDictionarySummary,
} from './infrastructure/dictionaries/managed-dictionaries';
export { PublicDictionaries, type PublicDictionary } from './infrastructure/dictionaries/public-dictionaries';
export {
  type CategoryFilter,
  ManagedCategories,
  type ManagedCategory,
} from './infrastructure/categories/managed-categories';
export {
  type ManagedPage,
  ManagedPages,
  type ManagedPageSummary,
  type ManagedRevision,
  type RevisionPage,
} from './infrastructure/pages/managed-pages';
export { ArticleRenderings } from './infrastructure/articles/article-renderings';
export { PageRenderings } from './infrastructure/pages/page-renderings';
export type { StoredBody } from './infrastructure/rendering/revision-renderings';
export { type CurrentLegalDocument, PublishedPages, type PublishedPage } from './infrastructure/pages/published-pages';
