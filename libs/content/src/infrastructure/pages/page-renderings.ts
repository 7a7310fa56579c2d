import { Injectable } from '@nestjs/common';
import { Database, Logger } from '@libs/foundation';
import { RichTextRenderer } from '../../domain/texts/rich-text-renderer';
import { TextPictures } from '../pictures/text-pictures';
import { RevisionRenderings } from '../rendering/revision-renderings';

/** The HTML of pages and legal documents. */
@Injectable()
export class PageRenderings extends RevisionRenderings {
  constructor(database: Database, renderer: RichTextRenderer, pictures: TextPictures, logger: Logger) {
    super(database, renderer, pictures, logger, {
      revisions: 'content_page_revisions',
      renderings: 'content_page_renderings',
      owner: 'page_id',
      published: '(SELECT tenant_id, id, published_revision AS revision FROM content_pages WHERE deleted_at IS NULL)',
    });
  }
}
