import { Injectable } from '@nestjs/common';
import { FileUsages } from '@libs/files';
import { AuditTrail, expectAll, Transactions, VersionedChanges } from '@libs/kernel';
import type { Article } from '../../domain/articles/article';
import { ArticleRepository } from '../../domain/articles/article.repository';
import type { ContentScope } from '../../domain/content-scope';
import { type ManagedArticle, ManagedArticles } from '../../infrastructure/articles/managed-articles';
import { recordOf } from './article-record';

/** Changes of one article, with the files that it uses. */
@Injectable()
export class VersionedArticles {
  private readonly changes: VersionedChanges<Article, ManagedArticle>;

  constructor(
    private readonly transactions: Transactions,
    private readonly articles: ArticleRepository,
    managed: ManagedArticles,
    private readonly files: FileUsages,
    audit: AuditTrail,
  ) {
    this.changes = new VersionedChanges(audit, {
      type: 'article',
      save: async (article) => {
        await articles.save(article);
        await this.useFiles(article);
      },
      see: (article) => managed.get(article, article.id),
      record: recordOf,
      hasOwnRecord: true,
    });
  }

  /** In the current transaction. @throws ResourceConflictError when another article of the App has the slug. */
  async add(article: Article): Promise<ManagedArticle> {
    await this.articles.add(article);
    await this.useFiles(article);
    return this.changes.added(article);
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
      return this.changes.change(article, lockVersion, () => happen(article));
    });
  }

  /**
   * Changes all of the articles, or none.
   *
   * @param isPossible of an article at this time. It does not change before that.
   * @throws ResourceConflictError naming in `ids` those that are unknown, or with which it is not possible.
   */
  changeAll(
    scope: ContentScope,
    ids: readonly string[],
    isPossible: (article: Article, now: Date) => boolean,
    happen: (article: Article) => void | Promise<void>,
  ): Promise<void> {
    return this.transactions.run(scope.tenantId, async () => {
      const articles = await this.articles.findAllForUpdate(scope, ids);
      const now = await this.transactions.now();
      expectAll(
        ids,
        articles.filter((article) => isPossible(article, now)),
      );
      for (const article of articles) await this.changes.change(article, null, () => happen(article));
    });
  }

  private async useFiles(article: Article): Promise<void> {
    const { tenantId, appId, id } = article;
    await this.files.replace(tenantId, { type: 'article', id, appId }, await this.articles.coversOf(article));
  }
}
