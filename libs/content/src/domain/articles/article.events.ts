import { type DelayedEvent, domainEvent } from '@libs/kernel';
import type { Article } from './article';
import type { ArticleRevision } from './article-revision';

/** A revision that readers see, or saw. */
export type SeenRevision = Pick<ArticleRevision, 'slug' | 'revision' | 'revisionHash'>;

function factsOf({ id }: Article, { slug, revision, revisionHash }: SeenRevision) {
  return { article_id: id, slug, revision, revision_hash: revisionHash };
}

export class ArticlePublished extends domainEvent('article.published', factsOf) {}

/** Readers see the article no more. Tells what they saw until then. */
export class ArticleUnpublished extends domainEvent('article.unpublished', factsOf) {}

/**
 * Has a scheduled article published. Delivered when it is to be. Whether it still is, its row decides then: the message
 * of a schedule that was changed or called off meanwhile does nothing.
 */
export class ArticleDue extends domainEvent(
  'articles.due',
  ({ id }: Article, _deliverAt: Date) => ({ article_id: id }),
  (_article, deliverAt) => ({ deliverAt }),
) {}

/** Has an article unpublished when its end has come, in the same way. */
export class ArticleUnpublishDue extends domainEvent(
  'articles.unpublish_due',
  ({ id }: Article, _deliverAt: Date) => ({ article_id: id }),
  (_article, deliverAt) => ({ deliverAt }),
) {}

/** What the schedule of an article has waiting. */
export function waitingFor(article: Article): DelayedEvent[] {
  const { publishAt, unpublishAt } = article;
  return [
    ...(publishAt ? [new ArticleDue(article, publishAt)] : []),
    ...(unpublishAt ? [new ArticleUnpublishDue(article, unpublishAt)] : []),
  ];
}
