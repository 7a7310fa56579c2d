import { Injectable } from '@nestjs/common';
import { Outbox, type SupportedLocale, Transactions } from '@libs/kernel';
import { type ContentScope, Page, type PageRef } from '../domain/page';
import type { PageRevision, RevisionContent } from '../domain/page-revision';
import { LegalPublished } from '../domain/page.events';
import { PageRepository } from '../domain/page.repository';

@Injectable()
export class PagesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly pages: PageRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Gives a new App its reserved pages and legal documents. Joins the transaction that creates the App. */
  reserve(scope: ContentScope): Promise<void> {
    return this.transactions.run(scope.tenantId, () => this.pages.add(Page.reserve(scope)));
  }

  /**
   * @param scope with the App's default locale, in which title and body must be there.
   * @throws ResourceNotFoundError, VersionConflictError, ValidationFailedError
   */
  saveDraft(
    scope: ContentScope & { readonly defaultLocale: SupportedLocale },
    ref: PageRef,
    lockVersion: number,
    content: RevisionContent,
  ): Promise<Page> {
    return this.transactions.run(scope.tenantId, async () => {
      const page = await this.pages.getForUpdate(scope, ref);
      page.expectVersion(lockVersion);
      page.saveDraft(content, scope.defaultLocale);
      await this.pages.save(page);
      return page;
    });
  }

  /** @throws ResourceNotFoundError, VersionConflictError, ContentStateError without a draft. */
  publish(scope: ContentScope, ref: PageRef, lockVersion: number, publishedBy: string | null): Promise<PageRevision> {
    return this.transactions.run(scope.tenantId, async () => {
      const page = await this.pages.getForUpdate(scope, ref);
      page.expectVersion(lockVersion);
      const revision = page.publish(publishedBy);
      await this.pages.addRevision(revision);
      await this.pages.save(page);
      if (page.kind === 'legal') await this.outbox.add(new LegalPublished(page, revision));
      return revision;
    });
  }
}
