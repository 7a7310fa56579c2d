import { Injectable } from '@nestjs/common';
import { FileUsages } from '@libs/files';
import { AuditTrail, Transactions } from '@libs/kernel';
import type { Article } from '../../domain/articles/article';
import { ArticleRepository } from '../../domain/articles/article.repository';
import type { ContentScope } from '../../domain/content-scope';
import { type ManagedArticle, ManagedArticles } from '../../infrastructure/articles/managed-articles';
import { recordOf } from './article-record';

/** What all changes of one article have in common: its lock and version, its files, its record. */
@Injectable()
export class VersionedArticles {
  constructor(
    private readonly transactions: Transactions,
    private readonly articles: ArticleRepository,
    private readonly managed: ManagedArticles,
    private readonly files: FileUsages,
    private readonly audit: AuditTrail,
  ) {}

  /** In the current transaction. @throws ResourceConflictError when another article of the App has the slug. */
  async add(article: Article): Promise<ManagedArticle> {
    await this.articles.add(article);
    await this.useFiles(article);
    const after = await this.managed.get(article, article.id);
    this.record(article, null, after);
    return after;
  }

  /** @throws ResourceNotFoundError, VersionConflictError, ResourceConflictError as `add`. */
  change(
    scope: ContentScope,
    id: string,
    lockVersion: number,
    happen: (article: Article) => void | Promise<void>,
  ): Promise<ManagedArticle> {
    return this.transactions.run(scope.tenantId, async () => {
      const article = await this.articles.getForUpdate(scope, id);
      article.expectVersion(lockVersion);
      const before = await this.managed.get(scope, id);
      await happen(article);
      await this.articles.save(article);
      await this.useFiles(article);
      const after = await this.managed.get(scope, id);
      this.record(article, before, after);
      return after;
    });
  }

  private async useFiles(article: Article): Promise<void> {
    const { tenantId, appId, id } = article;
    await this.files.replace(tenantId, { type: 'article', id, appId }, await this.articles.coversOf(article));
  }

  private record({ id, appId }: Article, before: ManagedArticle | null, after: ManagedArticle): void {
    this.audit.record({
      resourceType: 'article',
      resourceId: id,
      appId,
      before: before && recordOf(before),
      after: recordOf(after),
    });
  }
}
