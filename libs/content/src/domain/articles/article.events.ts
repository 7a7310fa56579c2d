import type { DelayedEvent, DomainEvent } from '@libs/kernel';
import type { Article } from './article';
import type { ArticleRevision } from './article-revision';

/** A revision that readers see, or saw. */
export type SeenRevision = Pick<ArticleRevision, 'slug' | 'revision' | 'revisionHash'>;

abstract class ArticleEvent implements DomainEvent {
  abstract readonly type: string;
  readonly tenantId: string;
  readonly appId: string;
  readonly data: Readonly<Record<string, unknown>>;

  constructor({ tenantId, appId, id }: Article, { slug, revision, revisionHash }: SeenRevision) {
    this.tenantId = tenantId;
    this.appId = appId;
    this.data = { article_id: id, slug, revision, revision_hash: revisionHash };
  }
}

export class ArticlePublished extends ArticleEvent {
  readonly type = 'article.published';
}

/** Readers see the article no more. Tells what they saw until then. */
export class ArticleUnpublished extends ArticleEvent {
  readonly type = 'article.unpublished';
}

/** The type of outbox message that has a scheduled article published. */
export const ARTICLE_DUE = 'articles.due';

/**
 * Delivered when the article is to be published. Whether it still is, its row decides then: the message of a
 * schedule that was changed or called off meanwhile does nothing.
 */
export class ArticleDue implements DelayedEvent {
  readonly type = ARTICLE_DUE;
  readonly tenantId: string;
  readonly appId: string;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(
    { tenantId, appId, id }: Article,
    readonly deliverAt: Date,
  ) {
    this.tenantId = tenantId;
    this.appId = appId;
    this.data = { article_id: id };
  }
}
