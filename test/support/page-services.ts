import { FileUsages } from '@libs/files';
import type { Database } from '@libs/foundation';
import type { AuditTrail, Outbox } from '@libs/kernel';
import { PagesService } from '../../libs/content/src/application/pages/pages.service';
import { TextBodies } from '../../libs/content/src/application/pictures/text-bodies';
import type { RichTextRenderer } from '../../libs/content/src/domain/texts/rich-text-renderer';
import { ManagedPages } from '../../libs/content/src/infrastructure/pages/managed-pages';
import { PageRenderings } from '../../libs/content/src/infrastructure/pages/page-renderings';
import { TypeOrmPageRepository } from '../../libs/content/src/infrastructure/pages/typeorm-page.repository';
import { ImagePolicy } from '../../libs/content/src/infrastructure/pictures/image-policy';
import { TextPictures } from '../../libs/content/src/infrastructure/pictures/text-pictures';
import { silent } from './database';

/** What pages are written and read by, on a database without an api. */
export function pageServices(database: Database, renderer: RichTextRenderer, outbox: Outbox, audit: AuditTrail) {
  const pictures = new TextPictures(database);
  const renderings = new PageRenderings(database, renderer, pictures, silent);
  const managed = new ManagedPages(database);
  const bodies = new TextBodies(renderer, new ImagePolicy(database), pictures, new FileUsages(database));
  const pages = new TypeOrmPageRepository(database, renderings);
  return { managed, renderings, service: new PagesService(database, pages, managed, bodies, outbox, audit) };
}
