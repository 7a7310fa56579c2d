import { isDeepStrictEqual } from 'node:util';
import { expectVersion, type LocalizedText, namesOf, newId, picked } from '@libs/kernel';
import { ContentStateError } from '../content.errors';
import type { ContentScope } from '../content-scope';
import type { BodyFormat } from '../texts/rich-text';
import { type ArticleContent, initialContent, type Visibility } from './article-content';
import { ArticleRevision } from './article-revision';

export const ARTICLE_STATUSES = ['draft', 'scheduled', 'published', 'archived'] as const;
export type ArticleStatus = (typeof ARTICLE_STATUSES)[number];

const UNPUBLISHABLE: readonly ArticleStatus[] = ['scheduled', 'published', 'archived'];
const ARCHIVABLE: readonly ArticleStatus[] = ['draft', 'scheduled', 'published'];

/** What readers see of an article. */
type Live = Pick<Article, 'publishedRevision' | 'publishedAt'>;

const NOTHING_LIVE: Live = { publishedRevision: null, publishedAt: null };
const NO_SCHEDULE: Pick<Article, 'publishAt' | 'scheduledBy'> = { publishAt: null, scheduledBy: null };

/**
 * The working copy of an article, and which revision readers see. It is never empty: after a publication it goes on
 * from what was published.
 */
export class Article implements ArticleContent {
  readonly tenantId: string;
  readonly id: string;
  readonly appId: string;
  readonly categoryId!: string;
  readonly slug!: string;
  readonly title!: LocalizedText;
  readonly summary!: LocalizedText;
  readonly body!: LocalizedText;
  readonly bodyFormat!: BodyFormat;
  readonly coverFileId!: string | null;
  readonly tags!: readonly string[];
  readonly visibility!: Visibility;
  readonly pinned!: boolean;
  readonly status: ArticleStatus;
  /** When it is to be published; null unless it is scheduled. */
  readonly publishAt: Date | null;
  /** Who scheduled it, and will have published it. */
  readonly scheduledBy: string | null;
  /** Whether it was changed since its latest revision. */
  readonly hasChanges: boolean;
  /** How many revisions there are. */
  readonly lastRevision: number;
  /** What readers see; null while they see nothing. */
  readonly publishedRevision: number | null;
  /** Since when readers have seen it without interruption. */
  readonly publishedAt: Date | null;
  readonly lockVersion: number;
  readonly deletedAt: Date | null;
  /** Set by the database. */
  readonly createdAt!: Date;
  readonly updatedAt!: Date;

  constructor(scope: ContentScope, content: ArticleContent) {
    this.tenantId = scope.tenantId;
    this.id = newId();
    this.appId = scope.appId;
    Object.assign(this, content);
    this.status = 'draft';
    this.publishAt = null;
    this.scheduledBy = null;
    this.hasChanges = true;
    this.lastRevision = 0;
    this.publishedRevision = null;
    this.publishedAt = null;
    this.lockVersion = 1;
    this.deletedAt = null;
  }

  expectVersion(lockVersion: number): void {
    expectVersion(this, lockVersion);
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
  return picked(content, namesOf(initialContent(content)));
}
