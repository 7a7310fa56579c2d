import { Handles, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { ArticlesService } from './articles.service';

/** Releases the pictures of a deleted App's articles, so that they can be deleted, and calls off its schedules. */
@Handles('app.deleted')
export class DeletedAppArticlesHandler implements OutboxHandler {
  constructor(private readonly articles: ArticlesService) {}

  async handle({ tenantId, appId }: OutboxMessage): Promise<void> {
    if (appId !== null) await this.articles.retire({ tenantId, appId });
  }
}
