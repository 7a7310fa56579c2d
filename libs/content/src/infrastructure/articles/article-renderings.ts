import { Injectable } from '@nestjs/common';
import { Database, Logger } from '@libs/foundation';
import { RichTextRenderer } from '../../domain/texts/rich-text-renderer';
import { TextPictures } from '../pictures/text-pictures';
import { RevisionRenderings } from '../rendering/revision-renderings';

/** The HTML of articles. */
@Injectable()
export class ArticleRenderings extends RevisionRenderings {
  constructor(database: Database, renderer: RichTextRenderer, pictures: TextPictures, logger: Logger) {
    super(database, renderer, pictures, logger, {
      revisions: 'content_article_revisions',
      renderings: 'content_article_renderings',
      owner: 'article_id',
      published: '(SELECT tenant_id, article_id AS id, revision FROM content_published_articles)',
    });
  }
}
