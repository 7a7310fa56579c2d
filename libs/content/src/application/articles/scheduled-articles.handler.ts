import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  Logger,
  type OutboxHandler,
  OutboxHandlers,
  type OutboxMessage,
  type SweepBatch,
  Sweeps,
} from '@libs/foundation';
import { newId, ResourceNotFoundError, SystemAudit, VersionConflictError } from '@libs/kernel';
import { ARTICLE_DUE } from '../../domain/articles/article.events';
import type { ContentScope } from '../../domain/content-scope';
import { ManagedArticles } from '../../infrastructure/articles/managed-articles';
import { ArticlePublicationService } from './article-publication.service';

const MAX_TRIES = 3;

/** Publishes scheduled articles when their time has come, and those whose message was lost or given up. */
@Injectable()
export class ScheduledArticlesHandler implements OutboxHandler, OnModuleInit {
  constructor(
    private readonly handlers: OutboxHandlers,
    private readonly sweeps: Sweeps,
    private readonly managed: ManagedArticles,
    private readonly publication: ArticlePublicationService,
    private readonly audit: SystemAudit,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.handlers.register(ARTICLE_DUE, this);
    this.sweeps.register('articles.overdue', (position) => this.publishOverdue(position));
  }

  async handle({ id, tenantId, appId, data }: OutboxMessage): Promise<void> {
    if (appId === null) return;
    await this.publish({ tenantId, appId }, String(data['article_id']), id);
  }

  /** One by one: an article that cannot be published does not hold up the others. */
  private async publishOverdue(from: string | null): Promise<SweepBatch> {
    const { due, full, position } = await this.managed.overdue(from);
    for (const { tenantId, appId, id } of due) {
      await this.publish({ tenantId, appId }, id, newId()).catch((error: unknown) => {
        // By name only: an error's message may quote the text.
        const reason = error instanceof Error ? error.name : typeof error;
        this.logger.warn({ tenant_id: tenantId, article_id: id, reason }, 'an overdue article was not published');
      });
    }
    return { rows: 0, full, ...(position === null ? {} : { position }) };
  }

  /** @param cause names the trigger in the audit log. */
  private async publish(scope: ContentScope, id: string, cause: string): Promise<void> {
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
