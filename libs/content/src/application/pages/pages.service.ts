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
import { draftOf, pageDraft, type WrittenPage } from '../../domain/pages/page-draft';
import { pageRevision } from '../../domain/pages/page-revision';
import { LegalPublished } from '../../domain/pages/page.events';
import { PageRepository } from '../../domain/pages/page.repository';
import { type ManagedPage, ManagedPages } from '../../infrastructure/pages/managed-pages';
import { type Saved, TextBodies, type WrittenBodies } from '../pictures/text-bodies';

const PUBLICATION = only(pageRevision, 'revision', 'revisionHash', 'publishedAt');

@Injectable()
export class PagesService {
  private readonly changes: Readonly<Record<PageKind, VersionedChanges<Page, ManagedPage>>>;

  constructor(
    private readonly transactions: Transactions,
    private readonly pages: PageRepository,
    private readonly managed: ManagedPages,
    private readonly bodies: TextBodies,
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
  async saveDraft(
    scope: EditorScope,
    ref: PageRef,
    lockVersion: number,
    content: WrittenPage,
  ): Promise<Saved<ManagedPage>> {
    // Again behind the lock, but a draft for another version is not worth what rendering takes.
    const isWanted = async () => expectVersion(await this.managed.version(scope, ref), lockVersion);
    const bodies = await this.bodies.begin(scope, 'page');
    const draft = await draftOf(content, scope.defaultLocale, bodies.prepare, isWanted);
    return this.save(scope, ref, lockVersion, bodies, (page) => page.saveDraft(draft));
  }

  /**
   * Puts what was published as that revision into the draft, in place of one that is there: from here on it is written
   * as any other. Readers go on seeing what they see.
   *
   * @throws ResourceNotFoundError for an unknown revision, too. Otherwise as `saveDraft`, by the rules of today.
   */
  async restore(scope: EditorScope, ref: PageRef, revision: number, lockVersion: number): Promise<Saved<ManagedPage>> {
    const found = await this.managed.revision(scope, ref, revision);
    expectVersion(found, lockVersion);
    const bodies = await this.bodies.begin(scope, 'page');
    const draft = await draftOf(found.content, scope.defaultLocale, bodies.prepare);
    return this.save(scope, ref, lockVersion, bodies, (page) => {
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
    const bodies = await this.bodies.rendered(scope, { id: rendered.id, ...rendered.draft });
    return this.change(scope, ref, lockVersion, async (page) => {
      // The version proves that the draft is still the rendered one.
      expectSame(page, rendered.id);
      const revision = page.publish(publishedBy);
      await this.pages.addRevision(revision, bodies);
      await this.bodies.publish(page, 'page');
      await this.bodies.forgetDraft(page, 'page');
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
        await this.bodies.forget(scope, 'page', [page.id]);
      });
      return page.id;
    });
  }

  /** Saves a draft whose bodies were prepared before the page is locked, as they are rendered for it. */
  private async save(
    scope: ContentScope,
    ref: PageRef,
    lockVersion: number,
    bodies: WrittenBodies,
    write: (page: Page) => void,
  ): Promise<Saved<ManagedPage>> {
    const saved = await this.change(scope, ref, lockVersion, async (page) => {
      write(page);
      await bodies.keep(page);
    });
    return { ...saved, removed: bodies.removed };
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
  if (page.id !== id) throw new VersionConflictError(page);
}
