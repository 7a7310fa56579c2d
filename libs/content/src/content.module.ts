import { Module } from '@nestjs/common';
import type { EntitySchema } from 'typeorm';
import { PagesService } from './application/pages.service';
import { PageRepository } from './domain/page.repository';
import { LegalConsents } from './infrastructure/legal-consents';
import { ManagedPages } from './infrastructure/managed-pages';
import { PageRevisionSchema, PageSchema } from './infrastructure/page.schema';
import { PersonalConsents } from './infrastructure/personal-consents';
import { PublishedPages } from './infrastructure/published-pages';
import { TypeOrmPageRepository } from './infrastructure/typeorm-page.repository';

@Module({
  providers: [
    LegalConsents,
    ManagedPages,
    PagesService,
    PersonalConsents,
    PublishedPages,
    { provide: PageRepository, useClass: TypeOrmPageRepository },
  ],
  exports: [LegalConsents, ManagedPages, PagesService, PublishedPages],
})
export class ContentModule {
  static readonly entities: EntitySchema[] = [PageSchema, PageRevisionSchema];
}
