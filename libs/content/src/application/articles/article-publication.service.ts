import { Injectable } from '@nestjs/common';
import {
  expectAll,
  expectVersion,
  Outbox,
  Transactions,
  ValidationFailedError,
  VersionConflictError,
} from '@libs/kernel';
import {
  type Article,
  expectEndAfter,
  expectPublishable,
  isPublishable,
  movesEndAlone,
  type PublicationTerms,
} from '../../domain/articles/article';
import { ArticlePublished, ArticleUnpublished, waitingFor } from '../../domain/articles/article.events';
import { ArticleRepository } from '../../domain/articles/article.repository';
import type { ContentScope } from '../../domain/content-scope';
import { ArticleSearch } from '../../infrastructure/articles/article-search';
import { type ManagedArticle, ManagedArticles } from '../../infrastructure/articles/managed-articles';
import { TextBodies } from '../pictures/text-bodies';
import type { RenderedBodies } from '../texts/rendered-bodies';
import { draftTexts } from './articles.service';
import { VersionedArticles } from './versioned-articles';

/** A text that nobody waits for at a screen may take longer, as one that was published long ago. */
const PATIENCE_WITH_SCHEDULED = 6;
/** Of the texts of a batch, in characters: all of them are in memory until it is published. */
const MAX_BATCH_LENGTH = 32 * 1024 * 1024;
/** How often a batch is begun, as others change its articles while their texts are rendered. */
const MAX_BATCH_TRIES = 3;

/** The texts of one version of an article. */
interface Rendered {
  readonly lockVersion: number;
  readonly bodies: RenderedBodies;
}

/** When, and until when, readers are to see an article. */
export interface PublicationSchedule extends PublicationTerms {
  /** Null, or a time that is past, for at once. */
  readonly publishAt: Date | null;
}

/** Decides what readers see of an article, and since when. */
@Injectable()
export class ArticlePublicationService {
  constructor(
    private readonly transactions: Transactions,
    private readonly articles: ArticleRepository,
    private readonly versioned: VersionedArticles,
    private readonly managed: ManagedArticles,
    private readonly search: ArticleSearch,
    private readonly bodies: TextBodies,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Publishes the working copy as the next revision: at once, or at a later time. Until then readers see what they see.
   * Of a published article without changes, the end alone can be moved.
   *
   * @throws ResourceNotFoundError, VersionConflictError
   * @throws ContentStateError for an archived article, and for a published one without changes.
   * @throws ValidationFailedError for an end that is not later than the publication, and for a body that is too expensive
   *   to render; DependencyUnavailableError when texts cannot be rendered now.
   */
  async publish(
    scope: ContentScope,
    id: string,
    lockVersion: number,
    { publishAt, ...terms }: PublicationSchedule,
  ): Promise<ManagedArticle> {
    const now = await this.managed.now(scope);
    const isLater = publishAt !== null && publishAt > now;
    expectEndAfter(isLater ? publishAt : now, terms.unpublishAt ?? null);
    if (isLater) return this.change(scope, id, lockVersion, (article) => article.schedule(publishAt, terms));
    // Before the article is locked: rendering takes seconds, in which nobody else should wait.
    const present = await this.managed.get(scope, id);
    expectVersion(present, lockVersion);
    if (movesEndAlone(present, terms)) {
      return this.change(scope, id, lockVersion, async (article) =>
        article.moveEnd(await this.transactions.now(), terms),
      );
    }
    expectPublishable(present);
    const bodies = await this.bodies.rendered(scope, present);
    // The version proves that the text is still the rendered one.
    return this.change(scope, id, lockVersion, (article) => this.show(article, bodies, terms));
  }

  /**
   * Publishes all of the articles at once, or none. What has an end keeps it.
   *
   * @param ids in lower case; duplicates count once.
   * @throws ResourceConflictError naming in `ids` those that are unknown, cannot be published, or are being changed.
   * @throws ValidationFailedError for bodies that are too expensive to render, alone or together;
   *   DependencyUnavailableError when texts cannot be rendered now.
   */
  async publishAll(scope: ContentScope, ids: readonly string[], by: string | null): Promise<void> {
    const rendered = new Map<string, Rendered>();
    const isRendered = (article: Article) => rendered.get(article.id)?.lockVersion === article.lockVersion;
    for (let tries = 1; ; tries++) {
      await this.renderAll(scope, ids, rendered);
      const isLast = tries === MAX_BATCH_TRIES;
      const isPossible = (article: Article, now: Date) =>
        isPublishable(article) && !article.hasEnded(now) && (isRendered(article) || !isLast);
      try {
        return await this.changeAll(scope, ids, isPossible, async (article) => {
          const texts = rendered.get(article.id);
          if (!texts || !isRendered(article)) throw new VersionConflictError(article);
          await this.show(article, texts.bodies, { by });
        });
      } catch (error) {
        if (!(error instanceof VersionConflictError)) throw error;
      }
    }
  }

  /**
   * Publishes a scheduled article whose time has come; does nothing to another one.
   *
   * @throws VersionConflictError when it was changed meanwhile, DependencyUnavailableError when texts cannot be rendered
   *   now.
   */
  async publishDue(scope: ContentScope, id: string): Promise<void> {
    const due = await this.managed.findDue(scope, id);
    if (!due) return;
    const bodies = await this.bodies.rendered(scope, due, PATIENCE_WITH_SCHEDULED);
    await this.change(scope, id, due.lockVersion, (article) => this.show(article, bodies, { by: article.scheduledBy }));
  }

  /**
   * Makes an article a draft whose end has come; does nothing to another one.
   *
   * @throws VersionConflictError when it was changed meanwhile.
   */
  async unpublishDue(scope: ContentScope, id: string): Promise<void> {
    const ended = await this.managed.findEnded(scope, id);
    if (ended) await this.unpublish(scope, id, ended.lockVersion);
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

  /** `unpublish` for all of the articles, or none. @throws ResourceConflictError as `publishAll`. */
  unpublishAll(scope: ContentScope, ids: readonly string[]): Promise<void> {
    return this.changeAll(
      scope,
      ids,
      ({ isUnpublishable }) => isUnpublishable,
      (article) => {
        article.unpublish();
        return this.hide(article);
      },
    );
  }

  /** `archive` for all of the articles, or none. @throws ResourceConflictError as `publishAll`. */
  archiveAll(scope: ContentScope, ids: readonly string[]): Promise<void> {
    return this.changeAll(
      scope,
      ids,
      ({ isArchivable }) => isArchivable,
      (article) => {
        article.archive();
        return this.hide(article);
      },
    );
  }

  /** Renders those of which there are no texts of the present version. */
  private async renderAll(scope: ContentScope, ids: readonly string[], rendered: Map<string, Rendered>): Promise<void> {
    const seen = await this.managed.all(scope, ids);
    expectAll(ids, seen.filter(isPublishable));
    for (const { id, lockVersion } of seen) {
      if (rendered.get(id)?.lockVersion === lockVersion) continue;
      rendered.delete(id);
      const article = await this.managed.get(scope, id);
      const bodies = await this.bodies.rendered(scope, article);
      rendered.set(id, { lockVersion: article.lockVersion, bodies });
      const length = [...rendered.values()].reduce((sum, one) => sum + lengthOf(one.bodies), 0);
      if (length > MAX_BATCH_LENGTH) throw ValidationFailedError.of('ids', 'texts_too_long');
    }
  }

  private change(
    scope: ContentScope,
    id: string,
    lockVersion: number,
    happen: (article: Article) => void | Promise<void>,
  ): Promise<ManagedArticle> {
    return this.versioned.change(scope, id, lockVersion, (article) => this.rescheduling(article, happen));
  }

  private changeAll(
    scope: ContentScope,
    ids: readonly string[],
    isPossible: (article: Article, now: Date) => boolean,
    happen: (article: Article) => void | Promise<void>,
  ): Promise<void> {
    return this.versioned.changeAll(scope, ids, isPossible, (article) => this.rescheduling(article, happen));
  }

  /** Messages of the schedule that there was are taken back: they would wait for as long as it said. */
  private async rescheduling(article: Article, happen: (article: Article) => void | Promise<void>): Promise<void> {
    for (const message of waitingFor(article)) await this.outbox.withdraw(message);
    await happen(article);
    for (const message of waitingFor(article)) await this.outbox.add(message);
  }

  private async show(article: Article, bodies: RenderedBodies, terms: PublicationTerms): Promise<void> {
    const revision = article.publish(await this.transactions.now(), terms);
    await this.articles.show(article, revision, bodies);
    await this.bodies.publish(article, 'article');
    const published = {
      titles: Object.values(article.title),
      others: [...Object.values(article.summary), ...article.tags, ...bodies.texts],
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

function lengthOf({ html, texts }: RenderedBodies): number {
  return [...Object.values(html), ...texts].reduce((sum, text) => sum + text.length, 0);
}
