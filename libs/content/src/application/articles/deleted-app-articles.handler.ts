import { Handles, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { ArticleFigures } from '../../infrastructure/articles/article-figures';
import { ArticlesService } from './articles.service';

/**
 * Releases the pictures of a deleted App's articles, so that they can be deleted, calls off its schedules, and removes the
 * figures of its articles.
 */
@Handles('app.deleted')
export class DeletedAppArticlesHandler implements OutboxHandler {
  constructor(
    private readonly articles: ArticlesService,
    private readonly figures: ArticleFigures,
  ) {}

  async handle({ tenantId, appId }: OutboxMessage): Promise<void> {
    if (appId === null) return;
    await this.articles.retire({ tenantId, appId });
    await this.figures.retire({ tenantId, appId });
  }
}
