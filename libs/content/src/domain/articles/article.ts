import { isDeepStrictEqual } from 'node:util';
import { field, fields, having, namesOf, newId, picked, ValidationFailedError } from '@libs/kernel';
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
const NO_END: Pick<Article, 'unpublishAt' | 'unpublishBy'> = { unpublishAt: null, unpublishBy: null };

/** What readers are to see of an article, as one administrator wants it. */
export interface PublicationTerms {
  /** Null where nobody is known. */
  readonly by: string | null;
  /** Until when readers see it; null for without an end. Undefined keeps the end that there is. */
  readonly unpublishAt?: Date | null | undefined;
}

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
  unpublishAt: field
    .instant()
    .nullable()
    .initially(null)
    .about('Time at which the article becomes a draft again by itself; null if it is published without an end'),
  /** Who set that time. */
  unpublishBy: field.uuid().nullable().initially(null),
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
  updatedBy: field.actor(),
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
   * @throws ValidationFailedError for an end that is not later.
   */
  publish(now: Date, { by, unpublishAt }: PublicationTerms): ArticleRevision {
    expectPublishable(this);
    const end = this.endAfter(now, by, unpublishAt);
    const revision = new ArticleRevision(this, this.lastRevision + 1, this.content, by);
    this.change({
      ...NO_SCHEDULE,
      ...end,
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
   * @throws ContentStateError, ValidationFailedError as `publish`.
   */
  schedule(publishAt: Date, { by, unpublishAt }: PublicationTerms): void {
    expectPublishable(this);
    this.change({ ...this.endAfter(publishAt, by, unpublishAt), status: 'scheduled', publishAt, scheduledBy: by });
  }

  /** Sets until when readers see what they see, and nothing else. @throws ValidationFailedError as `publish`. */
  moveEnd(now: Date, { by, unpublishAt }: PublicationTerms): void {
    this.change(this.endAfter(now, by, unpublishAt));
  }

  /** Calls a scheduled publication off. What readers see keeps its end. @throws ContentStateError unless there is one. */
  unschedule(): void {
    if (this.status !== 'scheduled') throw new ContentStateError();
    this.change(this.isLive ? { ...NO_SCHEDULE, status: 'published' } : { ...NO_SCHEDULE, ...NO_END, status: 'draft' });
  }

  /** Back to a draft that readers do not see. @throws ContentStateError for a draft. */
  unpublish(): void {
    if (!this.isUnpublishable) throw new ContentStateError();
    this.change({ ...NO_SCHEDULE, ...NO_END, ...NOTHING_LIVE, status: 'draft' });
  }

  /** Puts it away: readers do not see it. @throws ContentStateError when it is archived. */
  archive(): void {
    if (!this.isArchivable) throw new ContentStateError();
    this.change({ ...NO_SCHEDULE, ...NO_END, ...NOTHING_LIVE, status: 'archived' });
  }

  /** Whether the time has come until which readers were to see it. */
  hasEnded(now: Date): boolean {
    return this.unpublishAt !== null && this.unpublishAt <= now;
  }

  get isDeletable(): boolean {
    return this.status === 'draft';
  }

  get isUnpublishable(): boolean {
    return UNPUBLISHABLE.includes(this.status);
  }

  get isArchivable(): boolean {
    return ARCHIVABLE.includes(this.status);
  }

  private endAfter(begin: Date, by: string | null, wanted: PublicationTerms['unpublishAt']) {
    const unpublishAt = wanted === undefined ? this.unpublishAt : wanted;
    expectEndAfter(begin, unpublishAt);
    if (unpublishAt === null) return NO_END;
    return { unpublishAt, unpublishBy: wanted === undefined ? this.unpublishBy : by };
  }

  private change(changes: Partial<Omit<Article, 'change' | 'lockVersion'>>): void {
    Object.assign(this, changes, { lockVersion: this.lockVersion + 1 });
  }
}

/** Not an archived article, and not a published one without changes: a repeated click makes no second revision. */
export function isPublishable({ status, hasChanges }: Pick<Article, 'status' | 'hasChanges'>): boolean {
  return status !== 'archived' && (status !== 'published' || hasChanges);
}

/** @throws ContentStateError unless it is publishable. */
export function expectPublishable(article: Pick<Article, 'status' | 'hasChanges'>): void {
  if (!isPublishable(article)) throw new ContentStateError();
}

/** @throws ValidationFailedError for an end that is not later than the publication. */
export function expectEndAfter(begin: Date, unpublishAt: Date | null): void {
  if (unpublishAt && unpublishAt <= begin) throw ValidationFailedError.of('unpublish_at', 'not_after_publication');
}

/** Whether the terms of a publication change nothing but its end: no further revision is made then. */
export function movesEndAlone(
  { status, hasChanges, unpublishAt: present }: Pick<Article, 'status' | 'hasChanges' | 'unpublishAt'>,
  { unpublishAt }: PublicationTerms,
): boolean {
  if (status !== 'published' || hasChanges || unpublishAt === undefined) return false;
  return unpublishAt?.getTime() !== present?.getTime();
}

/** The fields of a content alone, of an article or a revision. */
export function contentOf(content: ArticleContent): ArticleContent {
  return picked(content, namesOf(articleContent));
}
