import { only, withWireNames, wireOf } from '@libs/kernel';
import { article } from '../../domain/articles/article';
import { articleContent } from '../../domain/articles/article-content';
import type { ManagedArticle } from '../../infrastructure/articles/managed-articles';

const RECORDED = { ...articleContent, ...only(article, 'status', 'publishAt', 'unpublishAt', 'unpublishBy') };

/** The fields of an article that administrators change, with the keys of the wire. */
export function recordOf(seen: ManagedArticle): object {
  const published = seen.published && {
    ...withWireNames(seen.published, ['revision', 'revisionHash', 'publishedAt', 'publishedBy']),
  };
  return { ...wireOf(RECORDED, seen), published };
}
