import { Injectable } from '@nestjs/common';
import { AuditTrail, expectVersion, Outbox, Transactions, VersionConflictError } from '@libs/kernel';
import { ContentStateError } from '../../domain/content.errors';
import type { ContentScope, EditorScope } from '../../domain/content-scope';
import { Page, type PageRef } from '../../domain/pages/page';
import { type PageDraft, pageDraft } from '../../domain/pages/page-draft';
import type { RevisionContent } from '../../domain/pages/page-revision';
import { LegalPublished } from '../../domain/pages/page.events';
import { PageRepository } from '../../domain/pages/page.repository';
import { RichTextRenderer } from '../../domain/texts/rich-text-renderer';
import { type ManagedPage, ManagedPages } from '../../infrastructure/pages/managed-pages';
import type { BodyPreparation } from '../../domain/texts/localized-texts';
import { renderedBodies } from '../texts/rendered-bodies';

@Injectable()
export class PagesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly pages: PageRepository,
    private readonly managed: ManagedPages,
    private readonly renderer: RichTextRenderer,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
  ) {}

  /** Gives a new App its reserved pages and legal documents. Joins the transaction that creates the App. */
  reserve(scope: ContentScope): Promise<void> {
    return this.transactions.run(scope.tenantId, () => this.pages.add(Page.reserve(scope)));
  }

  /** @throws ResourceConflictError when a page of the App has the slug. */
  create(scope: ContentScope, slug: string): Promise<ManagedPage> {
    return this.transactions.run(scope.tenantId, async () => {
      const page = Page.create(scope, slug);
      await this.pages.add([page]);
      const after = await this.managed.get(scope, page);
      this.record(page, null, after);
      return after;
    });
  }

  /**
   * @throws ValidationFailedError, ResourceNotFoundError, VersionConflictError, DependencyUnavailableError when texts
   *   cannot be rendered now.
   */
  async saveDraft(
    scope: EditorScope,
    ref: PageRef,
    lockVersion: number,
    content: RevisionContent,
  ): Promise<ManagedPage> {
    // Again behind the lock, but a draft for another version is not worth what rendering takes.
    const isWanted = async () => expectVersion(await this.managed.version(scope, ref), lockVersion);
    const draft = await this.prepared(scope, content, isWanted);
    return this.change(scope, ref, lockVersion, (page) => page.saveDraft(draft));
  }

  /**
   * Puts what was published as that revision into the draft, in place of one that is there: from here on it is written
   * as any other. Readers go on seeing what they see.
   *
   * @throws ResourceNotFoundError for an unknown revision, too. Otherwise as `saveDraft`, by the rules of today.
   */
  async restore(scope: EditorScope, ref: PageRef, revision: number, lockVersion: number): Promise<ManagedPage> {
    const found = await this.managed.revision(scope, ref, revision);
    expectVersion(found, lockVersion);
    const draft = await this.prepared(scope, found.content);
    return this.change(scope, ref, lockVersion, (page) => {
      expectSame(page, found.id);
      page.saveDraft(draft);
    });
  }

  /**
   * @throws ResourceNotFoundError, VersionConflictError, ContentStateError without a draft, ValidationFailedError for a
   *   body that is too expensive to render, DependencyUnavailableError when texts cannot be rendered now.
   */
  async publish(
    scope: ContentScope,
    ref: PageRef,
    lockVersion: number,
    publishedBy: string | null,
  ): Promise<ManagedPage> {
    // Before the page is locked: rendering takes seconds, in which nobody else should wait.
    const rendered = await this.managed.get(scope, ref);
    expectVersion(rendered, lockVersion);
    if (!rendered.draft) throw new ContentStateError();
    const { html } = await renderedBodies(this.renderer, scope.tenantId, rendered.draft);
    return this.change(scope, ref, lockVersion, async (page) => {
      // The version proves that the draft is still the rendered one.
      expectSame(page, rendered.id);
      const revision = page.publish(publishedBy);
      await this.pages.addRevision(revision, html);
      if (page.kind === 'legal') await this.outbox.add(new LegalPublished(page, revision));
    });
  }

  /**
   * Permanently removes a page from the App; its slug becomes free again.
   *
   * @returns the id of the page.
   * @throws ResourceNotFoundError, VersionConflictError, PageReservedError
   */
  delete(scope: ContentScope, ref: PageRef, lockVersion: number): Promise<string> {
    return this.transactions.run(scope.tenantId, async () => {
      const page = await this.getForUpdate(scope, ref, lockVersion);
      const before = await this.managed.get(scope, ref);
      page.delete(await this.transactions.now());
      await this.pages.save(page);
      this.record(page, before, null);
      return page.id;
    });
  }

  /** Before the page is locked, as rendering is. */
  private prepared(
    { tenantId, defaultLocale }: EditorScope,
    content: RevisionContent,
    isWanted?: () => Promise<void>,
  ): Promise<PageDraft> {
    const prepare: BodyPreparation = (body, format) => this.renderer.prepare(tenantId, body, format);
    return pageDraft(content, defaultLocale, prepare, isWanted);
  }

  private change(
    scope: ContentScope,
    ref: PageRef,
    lockVersion: number,
    happen: (page: Page) => void | Promise<void>,
  ): Promise<ManagedPage> {
    return this.transactions.run(scope.tenantId, async () => {
      const page = await this.getForUpdate(scope, ref, lockVersion);
      const before = await this.managed.get(scope, ref);
      await happen(page);
      await this.pages.save(page);
      const after = await this.managed.get(scope, ref);
      this.record(page, before, after);
      return after;
    });
  }

  private async getForUpdate(scope: ContentScope, ref: PageRef, lockVersion: number): Promise<Page> {
    const page = await this.pages.getForUpdate(scope, ref);
    page.expectVersion(lockVersion);
    return page;
  }

  private record({ id, kind, appId }: Page, before: ManagedPage | null, after: ManagedPage | null): void {
    this.audit.record({
      resourceType: kind === 'legal' ? 'legal_document' : 'page',
      resourceId: id,
      appId,
      before: before && recordOf(before),
      after: after && recordOf(after),
    });
  }
}

/** The slug may have passed to another page, of the same version, since it was looked up. */
function expectSame(page: Page, id: string): void {
  if (page.id !== id) throw new VersionConflictError({ extra: { current_lock_version: page.lockVersion } });
}

/** The fields of a page that administrators change, with the keys of the wire. */
function recordOf({ key, reserved, draft, published }: ManagedPage): object {
  return {
    key,
    reserved,
    draft: draft && {
      title: draft.title,
      body: draft.body,
      body_format: draft.bodyFormat,
      effective_at: draft.effectiveAt,
    },
    published: published && {
      revision: published.revision,
      revision_hash: published.revisionHash,
      published_at: published.publishedAt.toISOString(),
    },
  };
}
