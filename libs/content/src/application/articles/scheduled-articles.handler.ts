import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type ScheduledRow, Schedules } from '@libs/foundation';
import { ResourceNotFoundError, SystemAudit, VersionConflictError } from '@libs/kernel';
import { ArticleDue } from '../../domain/articles/article.events';
import { ArticlePublicationService } from './article-publication.service';

const MAX_TRIES = 3;

/** Publishes scheduled articles when their time has come. */
@Injectable()
export class ScheduledArticlesHandler implements OnModuleInit {
  constructor(
    private readonly schedules: Schedules,
    private readonly publication: ArticlePublicationService,
    private readonly audit: SystemAudit,
  ) {}

  onModuleInit(): void {
    this.schedules.register(
      {
        ...{ table: 'content_articles', time: 'publish_at' },
        ...{ type: ArticleDue.type, field: 'article_id', sweep: 'articles.overdue' },
      },
      (row, cause) => this.publish(row, cause),
    );
  }

  private async publish({ id, ...scope }: ScheduledRow, cause: string): Promise<void> {
    const job = { tenantId: scope.tenantId, action: 'articles.publish', name: 'articles.schedule', id: cause };
    for (let tries = 1; ; tries++) {
      try {
        await this.audit.perform(job, () => this.publication.publishDue(scope, id));
        return;
      } catch (error) {
        // It was changed while its text was rendered: it is published as it is now, if it is still to be published.
        const isOther = error instanceof VersionConflictError || error instanceof ResourceNotFoundError;
        if (!isOther || tries === MAX_TRIES) throw error;
      }
    }
  }
}
