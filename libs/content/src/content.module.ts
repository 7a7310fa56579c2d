import { FilesModule } from '@libs/files';
import { CONFIG, type Config } from '@libs/foundation';
import { OperationsModule } from '@libs/operations';
import { Module } from '@nestjs/common';
import type { EntitySchema } from 'typeorm';
import { ArticlePublicationService } from './application/articles/article-publication.service';
import { ArticlesService } from './application/articles/articles.service';
import { DeletedAppArticlesHandler } from './application/articles/deleted-app-articles.handler';
import { ScheduledArticlesHandler } from './application/articles/scheduled-articles.handler';
import { VersionedArticles } from './application/articles/versioned-articles';
import { CategoriesService } from './application/categories/categories.service';
import { DeletedAppDictionariesHandler } from './application/dictionaries/deleted-app-dictionaries.handler';
import { DictionariesService } from './application/dictionaries/dictionaries.service';
import { PagesService } from './application/pages/pages.service';
import { DeletedAppPicturesHandler } from './application/pictures/deleted-app-pictures.handler';
import { TextBodies } from './application/pictures/text-bodies';
import { BodyPreviews } from './application/previews/body-previews';
import { PreviewLinks } from './application/previews/preview-links';
import { PreviewsService } from './application/previews/previews.service';
import { ArticleRepository } from './domain/articles/article.repository';
import { CategoryRepository } from './domain/categories/category.repository';
import { DictionaryRepository } from './domain/dictionaries/dictionary.repository';
import { PageRepository } from './domain/pages/page.repository';
import { RichTextRenderer } from './domain/texts/rich-text-renderer';
import { ArticleBookmarks } from './infrastructure/articles/article-bookmarks';
import { ArticleFigures } from './infrastructure/articles/article-figures';
import { ArticleLists } from './infrastructure/articles/article-lists';
import { ArticleReads } from './infrastructure/articles/article-reads';
import { ArticleRenderings } from './infrastructure/articles/article-renderings';
import { ArticleSearch } from './infrastructure/articles/article-search';
import { ArticleTags } from './infrastructure/articles/article-tags';
import { ArticleRevisionSchema, ArticleSchema } from './infrastructure/articles/article.schema';
import { ContentSearch } from './infrastructure/articles/content-search';
import { ContentTargets } from './infrastructure/articles/content-targets';
import { ManagedArticles } from './infrastructure/articles/managed-articles';
import { PersonalBookmarks } from './infrastructure/articles/personal-bookmarks';
import { PersonalReads } from './infrastructure/articles/personal-reads';
import { PublishedArticles } from './infrastructure/articles/published-articles';
import { TypeOrmArticleRepository } from './infrastructure/articles/typeorm-article.repository';
import { ArticleCategories } from './infrastructure/categories/article-categories';
import { CategorySchema } from './infrastructure/categories/category.schema';
import { ManagedCategories } from './infrastructure/categories/managed-categories';
import { TypeOrmCategoryRepository } from './infrastructure/categories/typeorm-category.repository';
import { LegalConsents } from './infrastructure/consents/legal-consents';
import { PersonalConsents } from './infrastructure/consents/personal-consents';
import { DictionarySchema } from './infrastructure/dictionaries/dictionary.schema';
import { ManagedDictionaries } from './infrastructure/dictionaries/managed-dictionaries';
import { PublicDictionaries } from './infrastructure/dictionaries/public-dictionaries';
import { TypeOrmDictionaryRepository } from './infrastructure/dictionaries/typeorm-dictionary.repository';
import { ManagedPages } from './infrastructure/pages/managed-pages';
import { PageRenderings } from './infrastructure/pages/page-renderings';
import { PageRevisionSchema, PageSchema } from './infrastructure/pages/page.schema';
import { PublishedPages } from './infrastructure/pages/published-pages';
import { TypeOrmPageRepository } from './infrastructure/pages/typeorm-page.repository';
import { ImagePolicy } from './infrastructure/pictures/image-policy';
import { ShownPictures } from './infrastructure/pictures/shown-pictures';
import { TextPictures } from './infrastructure/pictures/text-pictures';
import { DraftBodies } from './infrastructure/previews/draft-bodies';
import { DraftPreviews } from './infrastructure/previews/draft-previews';
import { QueuedRichTextRenderer } from './infrastructure/rendering/queued-rich-text-renderer';
import { largeTexts, smallTexts } from './infrastructure/rendering/rendering-thread';

const PROVIDERS = [
  ArticleBookmarks,
  ArticleCategories,
  ArticleFigures,
  ArticleLists,
  ArticlePublicationService,
  ArticleReads,
  ArticleRenderings,
  ArticleSearch,
  ArticleTags,
  ArticlesService,
  BodyPreviews,
  CategoriesService,
  ContentSearch,
  ContentTargets,
  DeletedAppArticlesHandler,
  DeletedAppDictionariesHandler,
  DeletedAppPicturesHandler,
  DictionariesService,
  DraftBodies,
  DraftPreviews,
  ImagePolicy,
  LegalConsents,
  ManagedArticles,
  ManagedCategories,
  ManagedDictionaries,
  ManagedPages,
  PageRenderings,
  PagesService,
  PersonalBookmarks,
  PersonalConsents,
  PersonalReads,
  PreviewLinks,
  PreviewsService,
  PublicDictionaries,
  PublishedArticles,
  PublishedPages,
  ScheduledArticlesHandler,
  ShownPictures,
  TextBodies,
  TextPictures,
  VersionedArticles,
  { provide: DictionaryRepository, useClass: TypeOrmDictionaryRepository },
  { provide: CategoryRepository, useClass: TypeOrmCategoryRepository },
  { provide: PageRepository, useClass: TypeOrmPageRepository },
  {
    provide: RichTextRenderer,
    inject: [CONFIG],
    useFactory: ({ richText: { timeLimitMs } }: Config) =>
      new QueuedRichTextRenderer({ small: smallTexts(), large: largeTexts() }, timeLimitMs),
  },
  { provide: ArticleRepository, useClass: TypeOrmArticleRepository },
];

@Module({ imports: [FilesModule, OperationsModule], providers: PROVIDERS, exports: PROVIDERS })
export class ContentModule {
  static readonly entities: EntitySchema[] = [
    ArticleRevisionSchema,
    ArticleSchema,
    CategorySchema,
    DictionarySchema,
    PageRevisionSchema,
    PageSchema,
  ];
}
