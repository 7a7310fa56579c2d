export { ContentModule } from './content.module';
export {
  ArticlePublicationService,
  type PublicationSchedule,
} from './application/articles/article-publication.service';
export { ArticlesService } from './application/articles/articles.service';
export { CategoriesService } from './application/categories/categories.service';
export { DictionariesService, type DictionaryEditor } from './application/dictionaries/dictionaries.service';
export { PagesService } from './application/pages/pages.service';
export type { RemovedImage, RemovedImages } from './application/pictures/text-bodies';
export { BodyPreviews } from './application/previews/body-previews';
export { type Preview, type PreviewKind, type PreviewLink, PreviewLinks } from './application/previews/preview-links';
export { PreviewsService } from './application/previews/previews.service';
export { article, ARTICLE_STATUSES, type ArticleStatus } from './domain/articles/article';
export { articleContent, VISIBILITIES, type Visibility } from './domain/articles/article-content';
export { articleRevision } from './domain/articles/article-revision';
export { CATEGORY_STATUSES, category, categorySettings, type CategoryStatus } from './domain/categories/category';
export { MAX_CATEGORIES, MAX_CATEGORY_LEVELS } from './domain/categories/category-tree';
export { CategoryInUseError, CategoryLimitError } from './domain/categories/category.errors';
export type { ReadableCategory } from './domain/categories/readable-categories';
export {
  ArticleBookmarkLimitError,
  ContentStateError,
  LegalRevisionStaleError,
  PageReservedError,
} from './domain/content.errors';
export {
  dictionary,
  DICTIONARY_CODE,
  DICTIONARY_SCOPES,
  type DictionaryScope,
  dictionarySettings,
  MAX_DICTIONARIES,
  MAX_DICTIONARY_CODE_LENGTH,
  MAX_DICTIONARY_ITEMS,
} from './domain/dictionaries/dictionary';
export {
  DICTIONARY_STATUSES,
  type DictionaryItem,
  dictionaryItem,
  type DictionaryStatus,
  MAX_DICTIONARY_VALUE_LENGTH,
  type NewDictionaryItem,
  newDictionaryItem,
} from './domain/dictionaries/dictionary-item';
export { DictionaryLimitError } from './domain/dictionaries/dictionary.errors';
export { DOCUMENT_TYPES, type DocumentType, page, type PageRef } from './domain/pages/page';
export { pageDraft } from './domain/pages/page-draft';
export { pageLocale } from './domain/pages/page-in-locale';
export { pageContent, pageRevision } from './domain/pages/page-revision';
export { contentImageUrl } from './domain/texts/content-image-url';
export { withPictureUrls } from './domain/texts/images';
export { MAX_TITLE_LENGTH } from './domain/texts/localized-texts';
export { BODY_FORMATS, type BodyFormat, MAX_BODY_BYTES } from './domain/texts/rich-text';
export { RichTextRefusedError } from './domain/texts/rich-text-problem';
export { RichTextRenderer } from './domain/texts/rich-text-renderer';
export { MAX_SLUG_LENGTH, SLUG } from './domain/texts/slug';
export { ArticleBookmarks, type BookmarkedArticle, MAX_BOOKMARKS } from './infrastructure/articles/article-bookmarks';
export { ArticleFigures, type ArticleStatistics, MAX_STATISTICS_DAYS } from './infrastructure/articles/article-figures';
export {
  ArticleLists,
  type ArticlePage,
  type ListedArticle,
  type Reader,
} from './infrastructure/articles/article-lists';
export { ArticleReads } from './infrastructure/articles/article-reads';
export { ArticleRenderings } from './infrastructure/articles/article-renderings';
export { ArticleTags, MAX_LISTED_TAGS, type TagCount } from './infrastructure/articles/article-tags';
export { ContentSearch } from './infrastructure/articles/content-search';
export { ContentTargets } from './infrastructure/articles/content-targets';
export {
  type ManagedArticle,
  type ManagedArticleRevision,
  ManagedArticles,
  type ManagedArticleSummary,
} from './infrastructure/articles/managed-articles';
export { type PublishedArticle, PublishedArticles } from './infrastructure/articles/published-articles';
export { ArticleCategories } from './infrastructure/categories/article-categories';
export {
  type CategoryFilter,
  ManagedCategories,
  type ManagedCategory,
} from './infrastructure/categories/managed-categories';
export { LegalConsents, type OutstandingConsent } from './infrastructure/consents/legal-consents';
export { ManagedDictionaries } from './infrastructure/dictionaries/managed-dictionaries';
export {
  type ListedDictionary,
  PublicDictionaries,
  type PublicDictionary,
} from './infrastructure/dictionaries/public-dictionaries';
export {
  type ManagedPage,
  ManagedPages,
  type ManagedPageSummary,
  type ManagedRevision,
} from './infrastructure/pages/managed-pages';
export { PageRenderings } from './infrastructure/pages/page-renderings';
export { REVISION_ORDER } from './infrastructure/texts/revision-page';
export { type CurrentLegalDocument, type PublishedPage, PublishedPages } from './infrastructure/pages/published-pages';
export { ShownPictures } from './infrastructure/pictures/shown-pictures';
export { type ArticlePreview, DraftPreviews, type PagePreview } from './infrastructure/previews/draft-previews';
export type { StoredBody } from './infrastructure/rendering/revision-renderings';
