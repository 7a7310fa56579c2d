import { Injectable } from '@nestjs/common';
import { expectVersion, Outbox, Transactions } from '@libs/kernel';
import { type Article, expectPublishable } from '../../domain/articles/article';
import { ArticleDue, ArticlePublished, ArticleUnpublished } from '../../domain/articles/article.events';
import { ArticleRepository } from '../../domain/articles/article.repository';
import type { ContentScope } from '../../domain/content-scope';
import { RichTextRenderer } from '../../domain/texts/rich-text-renderer';
import { ArticleSearch } from '../../infrastructure/articles/article-search';
import { type ManagedArticle, ManagedArticles } from '../../infrastructure/articles/managed-articles';
import { type RenderedBodies, renderedBodies } from '../texts/rendered-bodies';
import { draftTexts } from './articles.service';
import { VersionedArticles } from './versioned-articles';

/** A text that nobody waits for at a screen may take longer, as one that was published long ago. */
const PATIENCE_WITH_SCHEDULED = 6;

/** Decides what readers see of an article, and since when. */
@Injectable()
export class ArticlePublicationService {
  constructor(
    private readonly transactions: Transactions,
    private readonly articles: ArticleRepository,
    private readonly versioned: VersionedArticles,
    private readonly managed: ManagedArticles,
    private readonly search: ArticleSearch,
    private readonly renderer: RichTextRenderer,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Publishes the working copy as the next revision: at once, or at a later time. Until then readers see what they see.
   *
   * @param publishAt null, or a time that is past, for at once.
   * @throws ResourceNotFoundError, VersionConflictError
   * @throws ContentStateError for an archived article, and for a published one without changes.
   * @throws ValidationFailedError for a body that is too expensive to render, DependencyUnavailableError when texts
   *   cannot be rendered now.
   */
  async publish(
    scope: ContentScope,
    id: string,
    lockVersion: number,
    publishAt: Date | null,
    publishedBy: string | null,
  ): Promise<ManagedArticle> {
    if (publishAt && (await this.managed.isAhead(scope, publishAt))) {
      return this.change(scope, id, lockVersion, async (article) => {
        article.schedule(publishAt, publishedBy);
        await this.outbox.add(new ArticleDue(article, publishAt));
      });
    }
    // Before the article is locked: rendering takes seconds, in which nobody else should wait.
    const rendered = await this.managed.get(scope, id);
    expectVersion(rendered, lockVersion);
    expectPublishable(rendered);
    const bodies = await renderedBodies(this.renderer, scope.tenantId, rendered);
    // The version proves that the text is still the rendered one.
    return this.change(scope, id, lockVersion, (article) => this.show(article, bodies, publishedBy));
  }

  /**
   * Publishes a scheduled article whose time has come; does nothing to another one.
   *
   * @throws VersionConflictError when it was changed meanwhile, DependencyUnavailableError when texts cannot be rendered
   *   now.
   */
  async publishDue(scope: ContentScope, id: string): Promise<void> {
    const rendered = await this.managed.findDue(scope, id);
    if (!rendered) return;
    const bodies = await renderedBodies(this.renderer, scope.tenantId, rendered, PATIENCE_WITH_SCHEDULED);
    await this.change(scope, id, rendered.lockVersion, (article) => this.show(article, bodies, article.scheduledBy));
  }

  /** Calls a scheduled publication off. @throws as `unpublish`. */
  unschedule(scope: ContentScope, id: string, lockVersion: number): Promise<ManagedArticle> {
    return this.change(scope, id, lockVersion, (article) => article.unschedule());
  }

  /**
   * Makes it a draft that readers do not see.
   *
   * @throws ResourceNotFoundError, VersionConflictError
   * @throws ContentStateError where it is in no state for that.
   */
  unpublish(scope: ContentScope, id: string, lockVersion: number): Promise<ManagedArticle> {
    return this.change(scope, id, lockVersion, (article) => {
      article.unpublish();
      return this.hide(article);
    });
  }

  /** Puts it away: readers do not see it. @throws as `unpublish`. */
  archive(scope: ContentScope, id: string, lockVersion: number): Promise<ManagedArticle> {
    return this.change(scope, id, lockVersion, (article) => {
      article.archive();
      return this.hide(article);
    });
  }

  /** Whatever happens here ends the schedule that there is: its message would wait for as long as it said. */
  private change(
    scope: ContentScope,
    id: string,
    lockVersion: number,
    happen: (article: Article) => void | Promise<void>,
  ): Promise<ManagedArticle> {
    return this.versioned.change(scope, id, lockVersion, async (article) => {
      if (article.publishAt) await this.outbox.withdraw(new ArticleDue(article, article.publishAt));
      await happen(article);
    });
  }

  private async show(article: Article, { html, texts }: RenderedBodies, publishedBy: string | null): Promise<void> {
    const revision = article.publish(await this.transactions.now(), publishedBy);
    await this.articles.show(article, revision, html);
    const published = {
      titles: Object.values(article.title),
      others: [...Object.values(article.summary), ...article.tags, ...texts],
    };
    await this.search.write(article, article.id, { draft: draftTexts(article), published });
    await this.outbox.add(new ArticlePublished(article, revision));
  }

  private async hide(article: Article): Promise<void> {
    const seen = await this.articles.hide(article);
    if (!seen) return;
    await this.search.write(article, article.id, { draft: draftTexts(article), published: null });
    await this.outbox.add(new ArticleUnpublished(article, seen));
  }
}
