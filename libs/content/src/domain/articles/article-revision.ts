import { field, fields, having, wireNameOf, wireOf } from '@libs/kernel';
import { contentHash } from '../texts/content-hash';
import { type ArticleContent, articleContent } from './article-content';

export const articleRevision = fields({
  tenantId: field.uuid(),
  articleId: field.uuid(),
  /** Counted from 1. */
  revision: field.integer(1).example(1),
  ...articleContent,
  revisionHash: field
    .sha256()
    .about(
      `SHA-256 (hex) of the canonical JSON (RFC 8785) of article_id, revision, ${Object.keys(articleContent).map(wireNameOf).join(', ')}`,
    ),
  /** Set by the database. */
  publishedAt: field.instant().example('2026-11-20T08:30:00.000Z'),
  publishedBy: field
    .uuid()
    .nullable()
    .about('The user or API client who published the revision or scheduled its publication')
    .example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903'),
});

/** One published revision of an article. Never changed afterwards: the database refuses. */
export class ArticleRevision extends having(articleRevision) {
  constructor(
    { tenantId, id }: { readonly tenantId: string; readonly id: string },
    revision: number,
    content: ArticleContent,
    publishedBy: string | null,
  ) {
    super({
      tenantId,
      articleId: id,
      revision,
      ...content,
      // The keys are those of the wire, so that anyone can compute the hash from an answer.
      revisionHash: contentHash({ article_id: id, revision, ...wireOf(articleContent, content) }),
      publishedBy,
    });
  }
}
