import { isDeepStrictEqual } from 'node:util';
import { field, fields, having, namesOf, newId, picked } from '@libs/kernel';
import { ContentStateError } from '../content.errors';
import type { ContentScope } from '../content-scope';
import { type ArticleContent, articleContent } from './article-content';
import { ArticleRevision } from './article-revision';

export const ARTICLE_STATUSES = ['draft', 'scheduled', 'published', 'archived'] as const;
export type ArticleStatus = (typeof ARTICLE_STATUSES)[number];

const UNPUBLISHABLE: readonly ArticleStatus[] = ['scheduled', 'published', 'archived'];
const ARCHIVABLE: readonly ArticleStatus[] = ['draft', 'scheduled', 'published'];

/** What readers see of an article. */
type Live = Pick<Article, 'publishedRevision' | 'publishedAt'>;

const NOTHING_LIVE: Live = { publishedRevision: null, publishedAt: null };
const NO_SCHEDULE: Pick<Article, 'publishAt' | 'scheduledBy'> = { publishAt: null, scheduledBy: null };

export const article = fields({
  tenantId: field.uuid(),
  id: field.uuid(),
  appId: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be907'),
  ...articleContent,
  status: field.one('ArticleStatus', ARTICLE_STATUSES).initially('draft'),
  publishAt: field
    .instant()
    .nullable()
    .initially(null)
    .about('Scheduled time of publication; null unless the article is scheduled'),
  /** Who scheduled it, and will have published it. */
  scheduledBy: field.uuid().nullable().initially(null),
  hasChanges: field.flag().initially(true).about('Whether the working copy was changed since the latest revision'),
  /** How many revisions there are. */
  lastRevision: field.count().initially(0),
  /** What readers see; null while they see nothing. */
  publishedRevision: field.count().nullable().initially(null),
  /** Since when readers have seen it without interruption. */
  publishedAt: field.instant().nullable().initially(null),
  lockVersion: field.lockVersion().initially(1),
  deletedAt: field.instant().nullable().initially(null),
  /** Set by the database, both. */
  createdAt: field.instant().example('2026-11-20T08:00:00.000Z'),
  updatedAt: field.instant().example('2026-11-20T08:30:00.000Z'),
});

/**
 * The working copy of an article, and which revision readers see. It is never empty: after a publication it goes on
 * from what was published.
 */
export class Article extends having(article) {
  constructor({ tenantId, appId }: ContentScope, content: ArticleContent) {
    super({ tenantId, id: newId(), appId, ...content });
  }

  get content(): ArticleContent {
    return contentOf(this);
  }

  get isLive(): boolean {
    return this.publishedRevision !== null;
  }

  /** Replaces the working copy, in any state. Readers go on seeing the published revision. */
  write(content: ArticleContent): void {
    this.change({ ...content, hasChanges: this.hasChanges || !isDeepStrictEqual(content, this.content) });
  }

  /** Goes on from a former revision. @param content that of the revision, as far as it can still be had. */
  restore(revision: ArticleRevision, content: ArticleContent): void {
    const isLatest = revision.revision === this.lastRevision && isDeepStrictEqual(content, contentOf(revision));
    this.change({ ...content, hasChanges: !isLatest });
  }

  /**
   * Publishes the working copy as the next revision, at once.
   *
   * @throws ContentStateError for an archived article, and for a published one without changes.
   */
  publish(now: Date, publishedBy: string | null): ArticleRevision {
    expectPublishable(this);
    const revision = new ArticleRevision(this, this.lastRevision + 1, this.content, publishedBy);
    this.change({
      ...NO_SCHEDULE,
      status: 'published',
      hasChanges: false,
      lastRevision: revision.revision,
      publishedRevision: revision.revision,
      publishedAt: this.publishedAt ?? now,
    });
    return revision;
  }

  /**
   * Has the working copy published later, as it will be then. Until then readers see what they see now.
   *
   * @throws ContentStateError as `publish`.
   */
  schedule(publishAt: Date, scheduledBy: string | null): void {
    expectPublishable(this);
    this.change({ status: 'scheduled', publishAt, scheduledBy });
  }

  /** Calls a scheduled publication off. @throws ContentStateError unless there is one. */
  unschedule(): void {
    if (this.status !== 'scheduled') throw new ContentStateError();
    this.change({ ...NO_SCHEDULE, status: this.isLive ? 'published' : 'draft' });
  }

  /** Back to a draft that readers do not see. @throws ContentStateError for a draft. */
  unpublish(): void {
    if (!UNPUBLISHABLE.includes(this.status)) throw new ContentStateError();
    this.change({ ...NO_SCHEDULE, ...NOTHING_LIVE, status: 'draft' });
  }

  /** Puts it away: readers do not see it. @throws ContentStateError when it is archived. */
  archive(): void {
    if (!ARCHIVABLE.includes(this.status)) throw new ContentStateError();
    this.change({ ...NO_SCHEDULE, ...NOTHING_LIVE, status: 'archived' });
  }

  get isDeletable(): boolean {
    return this.status === 'draft';
  }

  private change(changes: Partial<Omit<Article, 'change' | 'lockVersion'>>): void {
    Object.assign(this, changes, { lockVersion: this.lockVersion + 1 });
  }
}

/** @throws ContentStateError for an archived article, and for a published one without changes. */
export function expectPublishable({ status, hasChanges }: Pick<Article, 'status' | 'hasChanges'>): void {
  // A repeated click makes no second revision.
  const isUnchanged = status === 'published' && !hasChanges;
  if (status === 'archived' || isUnchanged) throw new ContentStateError();
}

/** The fields of a content alone, of an article or a revision. */
export function contentOf(content: ArticleContent): ArticleContent {
  return picked(content, namesOf(articleContent));
}
