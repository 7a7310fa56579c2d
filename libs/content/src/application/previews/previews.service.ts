import { Injectable } from '@nestjs/common';
import { AuditTrail, Transactions } from '@libs/kernel';
import { ContentStateError } from '../../domain/content.errors';
import type { ContentScope } from '../../domain/content-scope';
import type { PageRef } from '../../domain/pages/page';
import { ManagedArticles } from '../../infrastructure/articles/managed-articles';
import { ManagedPages } from '../../infrastructure/pages/managed-pages';
import { type PreviewLink, PreviewLinks } from './preview-links';

/** Makes links that show a draft to whoever has them. Each is recorded with its end, and without its signature. */
@Injectable()
export class PreviewsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly articles: ManagedArticles,
    private readonly pages: ManagedPages,
    private readonly links: PreviewLinks,
    private readonly audit: AuditTrail,
  ) {}

  /** To the working copy of an article, in any state. @throws ResourceNotFoundError */
  async linkToArticle(scope: ContentScope, id: string): Promise<PreviewLink> {
    const article = await this.articles.get(scope, id);
    return this.create(scope, 'articles', article.id, 'article');
  }

  /** To the draft of a page or legal document. @throws ResourceNotFoundError, ContentStateError without a draft. */
  async linkToPage(scope: ContentScope, ref: PageRef): Promise<PreviewLink> {
    const { id, draft } = await this.pages.get(scope, ref);
    if (!draft) throw new ContentStateError();
    return this.create(scope, 'pages', id, ref.kind === 'legal' ? 'legal_document' : 'page');
  }

  private create(
    { tenantId, appId }: ContentScope,
    kind: 'articles' | 'pages',
    id: string,
    resourceType: string,
  ): Promise<PreviewLink> {
    const link = this.links.create({ kind, appId, id });
    const after = { preview_until: link.expiresAt.toISOString() };
    return this.transactions.run(tenantId, () => {
      this.audit.record({ resourceType, resourceId: id, appId, before: null, after });
      return Promise.resolve(link);
    });
  }
}
