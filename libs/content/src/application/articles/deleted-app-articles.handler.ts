import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type OutboxHandler, OutboxHandlers, type OutboxMessage } from '@libs/foundation';
import { ArticlesService } from './articles.service';

/** Releases the pictures of a deleted App's articles, so that they can be deleted, and calls off its schedules. */
@Injectable()
export class DeletedAppArticlesHandler implements OutboxHandler, OnModuleInit {
  constructor(
    private readonly handlers: OutboxHandlers,
    private readonly articles: ArticlesService,
  ) {}

  onModuleInit(): void {
    this.handlers.register('app.deleted', this);
  }

  async handle({ tenantId, appId }: OutboxMessage): Promise<void> {
    if (appId !== null) await this.articles.retire({ tenantId, appId });
  }
}
