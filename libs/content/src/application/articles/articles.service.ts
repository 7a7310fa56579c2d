import { Injectable } from '@nestjs/common';
import { FILE_PROBLEMS, FileUsages } from '@libs/files';
import { AuditTrail, expectAll, expectVersion, Transactions, ValidationFailedError } from '@libs/kernel';
import { Article, contentOf } from '../../domain/articles/article';
import {
  type ArticleChanges,
  type ArticleContent,
  changedContent,
  initialContent,
  type NewArticle,
} from '../../domain/articles/article-content';
import { ArticleRepository } from '../../domain/articles/article.repository';
import { ContentStateError } from '../../domain/content.errors';
import type { ContentScope, EditorScope } from '../../domain/content-scope';
import { ArticleSearch } from '../../infrastructure/articles/article-search';
import { type ManagedArticle, ManagedArticles } from '../../infrastructure/articles/managed-articles';
import { type Saved, TextBodies, type WrittenBodies } from '../pictures/text-bodies';
import { VersionedArticles } from './versioned-articles';

/** Writes and deletes articles. Readers see none of it: a publication shows them what was written. */
@Injectable()
export class ArticlesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly articles: ArticleRepository,
    private readonly versioned: VersionedArticles,
    private readonly managed: ManagedArticles,
    private readonly search: ArticleSearch,
    private readonly files: FileUsages,
    private readonly bodies: TextBodies,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Creates a draft.
   *
   * @throws ValidationFailedError for texts, a category or a picture that cannot be used.
   * @throws ResourceConflictError when another article of the App has the slug.
   * @throws DependencyUnavailableError when texts cannot be rendered now.
   */
  async create(app: EditorScope, input: NewArticle): Promise<Saved<ManagedArticle>> {
    const bodies = await this.bodies.begin(app, 'article');
    const content = await this.changed(app, bodies, initialContent(input), input);
    return this.transactions.run(app.tenantId, async () => {
      const article = new Article(app, await this.asWritten(app, content));
      await this.expectCategory(article);
      await this.expectUsableCover(article);
      await bodies.keep(article);
      const created = await this.versioned.add(article);
      await this.searchDraft(article);
      return { ...created, removed: bodies.removed };
    });
  }

  /**
   * Changes the working copy, in any state.
   *
   * @throws ResourceNotFoundError, VersionConflictError
   * @throws ValidationFailedError, ResourceConflictError, DependencyUnavailableError as `create`.
   */
  async update(
    app: EditorScope,
    id: string,
    lockVersion: number,
    changes: ArticleChanges,
  ): Promise<Saved<ManagedArticle>> {
    // Before the article is locked: preparing texts takes seconds, in which nobody else should wait. The version proves
    // that what they were prepared for is still there.
    const present = await this.managed.get(app, id);
    expectVersion(present, lockVersion);
    const bodies = await this.bodies.begin(app, 'article');
    const content = await this.changed(app, bodies, contentOf(present), changes);
    const changed = await this.versioned.change(app, id, lockVersion, async (article) => {
      const { categoryId, coverFileId } = article;
      article.write(await this.asWritten(app, content));
      if (article.categoryId !== categoryId) await this.expectCategory(article);
      if (article.coverFileId !== coverFileId) await this.expectUsableCover(article);
      await bodies.keep(article);
      await this.searchDraft(article);
    });
    return { ...changed, removed: bodies.removed };
  }

  /**
   * Goes on from a former revision: its content becomes the working copy, in any state. A category or picture of it that
   * is gone is not restored.
   *
   * @throws ResourceNotFoundError without such an article or revision, VersionConflictError
   * @throws ResourceConflictError when another article has its slug now.
   * @throws ValidationFailedError, DependencyUnavailableError for its texts, as `create`.
   */
  async restore(app: EditorScope, id: string, revision: number, lockVersion: number): Promise<Saved<ManagedArticle>> {
    const present = await this.managed.get(app, id);
    const former = await this.articles.getRevision({ tenantId: app.tenantId, id }, revision);
    expectVersion(present, lockVersion);
    const bodies = await this.bodies.begin(app, 'article');
    const prepared = await this.changed(app, bodies, contentOf(former), contentOf(former));
    const restored = await this.versioned.change(app, id, lockVersion, async (article) => {
      const hasCategory = await this.articles.keepsCategory(app, prepared.categoryId);
      const hasCover = (await this.coverProblem(app, prepared)) === null;
      article.restore(former, {
        ...(await this.asWritten(app, prepared)),
        categoryId: hasCategory ? prepared.categoryId : article.categoryId,
        coverFileId: hasCover ? prepared.coverFileId : null,
      });
      await bodies.keep(article);
      await this.searchDraft(article);
    });
    return { ...restored, removed: bodies.removed };
  }

  /** @throws ResourceNotFoundError, VersionConflictError, ContentStateError unless it is a draft. */
  async delete(scope: ContentScope, id: string, lockVersion: number): Promise<void> {
    await this.transactions.run(scope.tenantId, async () => {
      const article = await this.articles.getForUpdate(scope, id);
      expectVersion(article, lockVersion);
      if (!article.isDeletable) throw new ContentStateError();
      await this.deleteAllOf(scope, [article]);
      const { appId } = scope;
      this.audit.record({ resourceType: 'article', resourceId: id, appId, before: briefOf(article), after: null });
    });
  }

  /**
   * All of them, or none.
   *
   * @param ids in lower case; duplicates count once.
   * @throws ResourceConflictError naming in `ids` those that are unknown or no drafts.
   */
  async deleteAll(scope: ContentScope, ids: readonly string[]): Promise<void> {
    await this.transactions.run(scope.tenantId, async () => {
      const articles = await this.articles.findAllForUpdate(scope, ids);
      const deletable = articles.filter(({ isDeletable }) => isDeletable);
      expectAll(ids, deletable);
      await this.deleteAllOf(scope, articles);
      const before = { articles: articles.map(briefOf) };
      const { appId } = scope;
      this.audit.record({ resourceType: 'article', resourceId: null, appId, before, after: null });
    });
  }

  /** Releases what the articles of a deleted App hold, step by step: there may be very many. None is published any more. */
  async retire(scope: ContentScope): Promise<void> {
    let place: string | null = null;
    do place = await this.articles.retire(scope, place);
    while (place !== null);
    await this.files.releaseAll(scope.tenantId, 'article', scope.appId);
  }

  private async deleteAllOf(scope: ContentScope, articles: readonly Article[]): Promise<void> {
    await this.articles.delete(scope, articles);
    const ids = articles.map(({ id }) => id);
    await this.search.forget(scope, ids);
    await this.bodies.forget(scope, 'article', ids);
    for (const id of ids) {
      await this.files.replace(scope.tenantId, { type: 'article', id, appId: scope.appId }, []);
    }
  }

  private changed(
    app: EditorScope,
    bodies: WrittenBodies,
    present: ArticleContent,
    changes: ArticleChanges,
  ): Promise<ArticleContent> {
    return changedContent(present, changes, app.defaultLocale, bodies.prepare);
  }

  /** With tags as they were first written in the App. */
  private async asWritten(scope: ContentScope, content: ArticleContent): Promise<ArticleContent> {
    return { ...content, tags: await this.articles.tagsAsWritten(scope, content.tags) };
  }

  private async expectCategory(article: Article): Promise<void> {
    const isThere = await this.articles.keepsCategory(article, article.categoryId);
    if (!isThere) throw ValidationFailedError.of('category_id', 'unknown_category');
  }

  private async expectUsableCover(article: Article): Promise<void> {
    const problem = await this.coverProblem(article, article);
    if (problem) throw ValidationFailedError.of('cover_file_id', problem);
  }

  private async coverProblem(
    { tenantId, appId }: ContentScope,
    { coverFileId }: Pick<ArticleContent, 'coverFileId'>,
  ): Promise<string | null> {
    if (coverFileId === null) return null;
    const [fitness] = (await this.files.check(tenantId, [coverFileId], 'content_image', appId)).values();
    return fitness ? FILE_PROBLEMS[fitness] : null;
  }

  private searchDraft(article: Article): Promise<void> {
    return this.search.writeDraft(article, article.id, draftTexts(article));
  }
}

/** What editors find an article by. */
export function draftTexts({ slug, title }: Pick<Article, 'slug' | 'title'>): string[] {
  return [slug, ...Object.values(title)];
}

/** What tells which article it was. */
function briefOf({ id, slug, title }: Article): object {
  return { id, slug, title };
}
