import { Module } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/foundation';
import type { EntitySchema } from 'typeorm';
import { PagesService } from './application/pages/pages.service';
import { PageRepository } from './domain/pages/page.repository';
import { RichTextRenderer } from './domain/texts/rich-text-renderer';
import { LegalConsents } from './infrastructure/consents/legal-consents';
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
    LegalConsents,
    ManagedPages,
    PageRenderings,
    PagesService,
    PersonalConsents,
    PublishedPages,
    { provide: PageRepository, useClass: TypeOrmPageRepository },
    {
      provide: RichTextRenderer,
      inject: [CONFIG],
      useFactory: ({ richText }: Config) => new QueuedRichTextRenderer(new RenderingThread(), richText.timeLimitMs),
    },
  ],
  exports: [LegalConsents, ManagedPages, PageRenderings, PagesService, PublishedPages],
})
export class ContentModule {
  static readonly entities: EntitySchema[] = [PageSchema, PageRevisionSchema];
}
