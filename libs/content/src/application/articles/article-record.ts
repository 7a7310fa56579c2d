import { withWireNames } from '@libs/kernel';
import type { ManagedArticle } from '../../infrastructure/articles/managed-articles';

const FIELDS = [
  'categoryId',
  'slug',
  'title',
  'summary',
  'body',
  'bodyFormat',
  'coverFileId',
  'tags',
  'visibility',
  'pinned',
  'status',
] as const;

/** The fields of an article that administrators change, with the keys of the wire. */
export function recordOf(article: ManagedArticle): object {
  const { publishAt, published } = article;
  return {
    ...withWireNames(article, FIELDS),
    publish_at: publishAt?.toISOString() ?? null,
    published: published && {
      revision: published.revision,
      revision_hash: published.revisionHash,
      published_at: published.publishedAt.toISOString(),
      published_by: published.publishedBy,
    },
  };
}
