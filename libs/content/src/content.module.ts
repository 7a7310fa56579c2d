import { Module } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/foundation';
import type { EntitySchema } from 'typeorm';
import { DeletedAppDictionariesHandler } from './application/dictionaries/deleted-app-dictionaries.handler';
import { DictionariesService } from './application/dictionaries/dictionaries.service';
import { PagesService } from './application/pages/pages.service';
import { DictionaryRepository } from './domain/dictionaries/dictionary.repository';
import { CategoriesService } from './application/categories/categories.service';
import { CategoryRepository } from './domain/categories/category.repository';
import { PageRepository } from './domain/pages/page.repository';
import { RichTextRenderer } from './domain/texts/rich-text-renderer';
import { CategorySchema } from './infrastructure/categories/category.schema';
import { ManagedCategories } from './infrastructure/categories/managed-categories';
import { TypeOrmCategoryRepository } from './infrastructure/categories/typeorm-category.repository';
import { LegalConsents } from './infrastructure/consents/legal-consents';
import { DictionarySchema } from './infrastructure/dictionaries/dictionary.schema';
import { ManagedDictionaries } from './infrastructure/dictionaries/managed-dictionaries';
import { PublicDictionaries } from './infrastructure/dictionaries/public-dictionaries';
import { TypeOrmDictionaryRepository } from './infrastructure/dictionaries/typeorm-dictionary.repository';
import { ManagedPages } from './infrastructure/pages/managed-pages';
import { PageRenderings } from './infrastructure/pages/page-renderings';
import { PageRevisionSchema, PageSchema } from './infrastructure/pages/page.schema';
import { PersonalConsents } from './infrastructure/consents/personal-consents';
import { PublishedPages } from './infrastructure/pages/published-pages';
import { QueuedRichTextRenderer } from './infrastructure/rendering/queued-rich-text-renderer';
import { RenderingThread } from './infrastructure/rendering/rendering-thread';
import { TypeOrmPageRepository } from './infrastructure/pages/typeorm-page.repository';

@Module({
  providers: [
    CategoriesService,
    DeletedAppDictionariesHandler,
    DictionariesService,
    LegalConsents,
    ManagedCategories,
    ManagedDictionaries,
    ManagedPages,
    PageRenderings,
    PagesService,
    PersonalConsents,
    PublicDictionaries,
    PublishedPages,
    { provide: DictionaryRepository, useClass: TypeOrmDictionaryRepository },
    { provide: CategoryRepository, useClass: TypeOrmCategoryRepository },
    { provide: PageRepository, useClass: TypeOrmPageRepository },
    {
      provide: RichTextRenderer,
      inject: [CONFIG],
      useFactory: ({ richText }: Config) => new QueuedRichTextRenderer(new RenderingThread(), richText.timeLimitMs),
    },
  ],
  exports: [
    CategoriesService,
    DictionariesService,
    LegalConsents,
    ManagedCategories,
    ManagedDictionaries,
    ManagedPages,
    PageRenderings,
    PagesService,
    PublicDictionaries,
    PublishedPages,
  ],
})
export class ContentModule {
  static readonly entities: EntitySchema[] = [CategorySchema, DictionarySchema, PageSchema, PageRevisionSchema];
}
