import type { ContentScope } from '../content-scope';
import type { ShownBodies } from '../texts/rich-text-renderer';
import type { Article } from './article';
import type { SeenRevision } from './article.events';
import type { ArticleRevision } from './article-revision';

/** The articles of an App that are not deleted. */
export abstract class ArticleRepository {
  /** @throws ResourceConflictError when another article of the App has the slug. */
  abstract add(article: Article): Promise<void>;

  /**
   * Claims the slugs of the working copy and of the published revision, and gives up others; so with their tags, which
   * several articles may have.
   *
   * @throws ResourceConflictError as `add`.
   */
  abstract save(article: Article): Promise<void>;

  /** The tags as they were first written in the App, those that are new as they are given. */
  abstract tagsAsWritten(scope: ContentScope, tags: readonly string[]): Promise<string[]>;

  /** @throws ResourceNotFoundError when the App has no such article. */
  abstract getForUpdate(scope: ContentScope, id: string): Promise<Article>;

  /** Those of the articles that exist, locked in an order that is the same for all callers. */
  abstract findAllForUpdate(scope: ContentScope, ids: readonly string[]): Promise<Article[]>;

  /** @throws ResourceNotFoundError when there is no such revision. */
  abstract getRevision(article: Pick<Article, 'tenantId' | 'id'>, revision: number): Promise<ArticleRevision>;

  /** Adds the revision, and shows it to readers in place of the one before. */
  abstract show(article: Article, revision: ArticleRevision, bodies: ShownBodies): Promise<void>;

  /** Shows nothing of the article any more. @returns what readers saw until then, if anything. */
  abstract hide(article: Article): Promise<SeenRevision | null>;

  /** The pictures of the working copy and of the published revision. */
  abstract coversOf(article: Article): Promise<string[]>;

  /** Whether the App has the category; it then stays until the end of the transaction. */
  abstract keepsCategory(scope: ContentScope, categoryId: string): Promise<boolean>;

  /** Removes their texts, slugs, tags, bookmarks and figures. Their revisions are kept. */
  abstract delete(scope: ContentScope, articles: readonly Article[]): Promise<void>;

  /**
   * Removes pictures and schedules of some articles of a deleted App.
   *
   * @param after where the step before ended; null for the first.
   * @returns where this one did; null when there are no more.
   */
  abstract retire(scope: ContentScope, after: string | null): Promise<string | null>;
}
