import { Injectable } from '@nestjs/common';
import {
  AuditTrail,
  expectVersion,
  only,
  Outbox,
  Transactions,
  VersionConflictError,
  VersionedChanges,
  wireOf,
} from '@libs/kernel';
import { ContentStateError } from '../../domain/content.errors';
import type { ContentScope, EditorScope } from '../../domain/content-scope';
import { Page, type PageKind, type PageRef } from '../../domain/pages/page';
import { draftOf, type PageDraft, pageDraft, type WrittenPage } from '../../domain/pages/page-draft';
import { pageRevision } from '../../domain/pages/page-revision';
import { LegalPublished } from '../../domain/pages/page.events';
import { PageRepository } from '../../domain/pages/page.repository';
import { RichTextRenderer } from '../../domain/texts/rich-text-renderer';
import { type ManagedPage, ManagedPages } from '../../infrastructure/pages/managed-pages';
import type { BodyPreparation } from '../../domain/texts/localized-texts';
import { renderedBodies } from '../texts/rendered-bodies';

const PUBLICATION = only(pageRevision, 'revision', 'revisionHash', 'publishedAt');

@Injectable()
export class PagesService {
  private readonly changes: Readonly<Record<PageKind, VersionedChanges<Page, ManagedPage>>>;

  constructor(
    private readonly transactions: Transactions,
    private readonly pages: PageRepository,
    private readonly managed: ManagedPages,
    private readonly renderer: RichTextRenderer,
    private readonly outbox: Outbox,
    audit: AuditTrail,
  ) {
    const changesOf = (type: string) =>
      new VersionedChanges<Page, ManagedPage>(audit, {
        type,
        save: (page) => pages.save(page),
        see: (page) => managed.get(page, page),
        record: ({ key, reserved, draft, published }) => ({
          key,
          reserved,
          draft: draft && wireOf(pageDraft, draft),
          published: published && wireOf(PUBLICATION, published),
        }),
      });
    this.changes = { page: changesOf('page'), legal: changesOf('legal_document') };
  }

  /** Gives a new App its reserved pages and legal documents. Joins the transaction that creates the App. */
  reserve(scope: ContentScope): Promise<void> {
    return this.transactions.run(scope.tenantId, () => this.pages.add(Page.reserve(scope)));
  }

  /** @throws ResourceConflictError when a page of the App has the slug. */
  create(scope: ContentScope, slug: string): Promise<ManagedPage> {
    return this.transactions.run(scope.tenantId, async () => {
      const page = Page.create(scope, slug);
      await this.pages.add([page]);
      return this.changes.page.added(page);
    });
  }

  /**
   * @throws ValidationFailedError, ResourceNotFoundError, VersionConflictError, DependencyUnavailableError when texts
   *   cannot be rendered now.
   */
  async saveDraft(scope: EditorScope, ref: PageRef, lockVersion: number, content: WrittenPage): Promise<ManagedPage> {
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
      const page = await this.pages.getForUpdate(scope, ref);
      await this.changes[page.kind].delete(page, lockVersion, async () => {
        page.delete(await this.transactions.now());
        await this.pages.save(page);
      });
      return page.id;
    });
  }

  /** Before the page is locked, as rendering is. */
  private prepared(
    { tenantId, defaultLocale }: EditorScope,
    content: WrittenPage,
    isWanted?: () => Promise<void>,
  ): Promise<PageDraft> {
    const prepare: BodyPreparation = (body, format) => this.renderer.prepare(tenantId, body, format);
    return draftOf(content, defaultLocale, prepare, isWanted);
  }

  private change(
    scope: ContentScope,
    ref: PageRef,
    lockVersion: number,
    happen: (page: Page) => void | Promise<void>,
  ): Promise<ManagedPage> {
    return this.transactions.run(scope.tenantId, async () => {
      const page = await this.pages.getForUpdate(scope, ref);
      return this.changes[page.kind].change(page, lockVersion, () => happen(page));
    });
  }
}

/** The slug may have passed to another page, of the same version, since it was looked up. */
function expectSame(page: Page, id: string): void {
  if (page.id !== id) throw new VersionConflictError({ extra: { current_lock_version: page.lockVersion } });
}
