import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type ScheduledRow, Schedules } from '@libs/foundation';
import { ResourceNotFoundError, SystemAudit, VersionConflictError } from '@libs/kernel';
import { ArticleDue, ArticleUnpublishDue } from '../../domain/articles/article.events';
import type { ContentScope } from '../../domain/content-scope';
import { ArticlePublicationService } from './article-publication.service';

const MAX_TRIES = 3;

/** Publishes scheduled articles when their time has come, and unpublishes those whose end has. */
@Injectable()
export class ScheduledArticlesHandler implements OnModuleInit {
  constructor(
    private readonly schedules: Schedules,
    private readonly publication: ArticlePublicationService,
    private readonly audit: SystemAudit,
  ) {}

  onModuleInit(): void {
    const articles = { table: 'content_articles', field: 'article_id' };
    this.schedules.register(
      { ...articles, time: 'publish_at', type: ArticleDue.type, sweep: 'articles.overdue' },
      (row, cause) => this.perform(row, cause, (scope, id) => this.publication.publishDue(scope, id)),
    );
    this.schedules.register(
      {
        ...articles,
        ...{ time: 'unpublish_at', where: 'unpublish_at IS NOT NULL' },
        ...{ type: ArticleUnpublishDue.type, sweep: 'articles.unpublish_overdue' },
      },
      (row, cause) => this.perform(row, cause, (scope, id) => this.publication.unpublishDue(scope, id)),
    );
  }

  private async perform(
    { id, ...scope }: ScheduledRow,
    cause: string,
    work: (scope: ContentScope, id: string) => Promise<void>,
  ): Promise<void> {
    const job = { tenantId: scope.tenantId, action: 'articles.publish', name: 'articles.schedule', id: cause };
    for (let tries = 1; ; tries++) {
      try {
        await this.audit.perform(job, () => work(scope, id));
        return;
      } catch (error) {
        // It was changed meanwhile: what is still to be done is done with it as it is now.
        const isOther = error instanceof VersionConflictError || error instanceof ResourceNotFoundError;
        if (!isOther || tries === MAX_TRIES) throw error;
      }
    }
  }
}
