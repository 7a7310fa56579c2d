import { Injectable } from '@nestjs/common';
import {
  columnsOf,
  Database,
  fieldsOf,
  listPage,
  ListOrder,
  nullable,
  sorted,
  sortedCode,
  sortedText,
} from '@libs/foundation';
import {
  found,
  likePattern,
  type ListPage,
  type ListRequest,
  type PageRequest,
  type PresentVersion,
  ResourceNotFoundError,
} from '@libs/kernel';
import type { ContentScope } from '../../domain/content-scope';
import type { Page as ContentPage, PageKind, PageRef } from '../../domain/pages/page';
import type { PageDraft } from '../../domain/pages/page-draft';
import type { PageRevision, RevisionContent } from '../../domain/pages/page-revision';
import { isSlug } from '../../domain/texts/slug';
import { type RevisionPage, revisionPage } from '../texts/revision-page';
import { PageRevisionSchema, PageSchema } from './page.schema';

/** The published revision of a page. */
export type PagePublication = Pick<PageRevision, 'revision' | 'revisionHash' | 'publishedAt'>;

const VERSION_FIELDS = ['lockVersion', 'updatedAt', 'updatedBy'] as const;
const PAGE_FIELDS = ['id', 'key', 'reserved', 'createdAt', ...VERSION_FIELDS] as const;

interface ManagedPageOf<Draft> extends Pick<ContentPage, (typeof PAGE_FIELDS)[number]> {
  /** Of the draft, else of what is published; null before the first draft. */
  readonly title: RevisionContent['title'] | null;
  readonly draft: Draft | null;
  readonly published: PagePublication | null;
}

/** A page or legal document as administrators see it. */
export type ManagedPage = ManagedPageOf<PageDraft>;

/** The same for lists: without the body of its draft, which can be long. */
export type ManagedPageSummary = ManagedPageOf<Omit<PageDraft, 'body'>>;

const OF_THE_PAGE = ['tenantId', 'pageId'] as const;

export type ManagedRevision = Omit<PageRevision, (typeof OF_THE_PAGE)[number]>;

/** A revision that a draft is made of, and the page that it is of. */
export interface RevisionOfPage extends Pick<ContentPage, 'id'>, PresentVersion {
  readonly content: RevisionContent;
}

interface PageRow<Draft> extends Omit<ManagedPageOf<Draft>, 'published'> {
  readonly revision: number | null;
  readonly revision_hash: string;
  readonly published_at: Date;
}

const TITLE = "coalesce(p.draft_summary -> 'title', r.title)";

const columns = (draft: 'draft' | 'draft_summary') => `
  ${columnsOf(PageSchema, 'p', PAGE_FIELDS)}, ${TITLE} AS title, p.${draft} AS draft,
  r.revision, r.revision_hash, r.published_at`;

const PAGES = `
  content_pages p
  LEFT JOIN content_page_revisions r
    ON r.tenant_id = p.tenant_id AND r.page_id = p.id AND r.revision = p.published_revision
 WHERE p.tenant_id = $1 AND p.app_id = $2 AND p.kind = $3 AND p.deleted_at IS NULL`;

const MATCHING = `${PAGES} AND
  ($5::uuid[] IS NULL OR p.id = ANY ($5)) AND
  ($4::text IS NULL OR p.key ILIKE $4
   OR EXISTS (SELECT FROM jsonb_each_text(p.draft_summary -> 'title') t WHERE t.value ILIKE $4)
   OR EXISTS (SELECT FROM jsonb_each_text(r.title) t WHERE t.value ILIKE $4))`;

const SELECT_REVISION = `
  SELECT ${columnsOf(PageRevisionSchema, 'r', fieldsOf(PageRevisionSchema, { without: OF_THE_PAGE }))}
    FROM content_page_revisions r WHERE tenant_id = $1 AND page_id = $2 AND revision = $3`;

/** The pages and legal documents of an App, as their administrators see them. */
@Injectable()
export class ManagedPages {
  static readonly order = new ListOrder(
    {
      key: sortedCode('p.key'),
      title: sortedText(TITLE),
      published_at: nullable(sorted('r.published_at')),
      created_at: sorted('p.created_at'),
      updated_at: sorted('p.updated_at'),
    },
    { usual: 'p.created_at DESC, p.id DESC', tie: 'p.id' },
  );

  constructor(private readonly database: Database) {}

  /** @throws ResourceNotFoundError when the App has no such page. The key may be any text. */
  async get(scope: ContentScope, ref: PageRef): Promise<ManagedPage> {
    const [row] = await this.database.read<PageRow<PageDraft>>(
      scope.tenantId,
      `SELECT ${columns('draft')} FROM ${PAGES} AND p.key = $4`,
      valuesOf(scope, ref),
    );
    return managedPage(found(row));
  }

  /** Without what there is to read of it. @throws as `get`. */
  async version(scope: ContentScope, ref: PageRef): Promise<PresentVersion> {
    const [row] = await this.database.read<PresentVersion & Record<string, unknown>>(
      scope.tenantId,
      `SELECT ${columnsOf(PageSchema, 'p', VERSION_FIELDS)} FROM content_pages p
        WHERE p.tenant_id = $1 AND p.app_id = $2 AND p.kind = $3 AND p.deleted_at IS NULL AND p.key = $4`,
      valuesOf(scope, ref),
    );
    return found(row);
  }

  /** Newest first, unless the request says otherwise. @param q a part of the key, or of a title in any language. */
  async list(
    { tenantId, appId }: ContentScope,
    kind: PageKind,
    q: string | undefined,
    request: ListRequest,
  ): Promise<ListPage<ManagedPageSummary>> {
    const { items, total } = await listPage<PageRow<Omit<PageDraft, 'body'>>>(this.database, tenantId, request, {
      matching: MATCHING,
      values: [tenantId, appId, kind, likePattern(q), request.ids ?? null],
      select: (limit) =>
        `SELECT ${columns('draft_summary')} FROM ${MATCHING} ORDER BY ${ManagedPages.order.of(request)} ${limit}`,
    });
    return { items: items.map(managedPage), total };
  }

  /**
   * All published revisions of the key, latest first unless the request says otherwise.
   *
   * @throws ResourceNotFoundError as `get`.
   */
  async revisions(scope: ContentScope, ref: PageRef, request: PageRequest): Promise<RevisionPage<ManagedRevision>> {
    const [page] = await this.database.read<{ id: string; total: number }>(
      scope.tenantId,
      // The last one is the published one.
      `SELECT p.id, COALESCE(p.published_revision, 0) AS total FROM ${PAGES} AND p.key = $4`,
      valuesOf(scope, ref),
    );
    const { id, total } = found(page);
    const { tenantId } = scope;
    return revisionPage(total, request, (revision) =>
      this.database.read<ManagedRevision>(tenantId, SELECT_REVISION, [tenantId, id, revision]),
    );
  }

  /**
   * @param revision any positive integer of PostgreSQL.
   * @throws ResourceNotFoundError as `get`, and when the page has no such revision: those of a deleted one are not its own.
   */
  async revision(scope: ContentScope, ref: PageRef, revision: number): Promise<RevisionOfPage> {
    const [row] = await this.database.read<Omit<RevisionOfPage, 'content'> & RevisionContent>(
      scope.tenantId,
      `SELECT ${columnsOf(PageSchema, 'p', ['id', ...VERSION_FIELDS])},
              ${columnsOf(PageRevisionSchema, 'v', ['title', 'body', 'bodyFormat', 'effectiveAt'])}
         FROM content_pages p
         JOIN content_page_revisions v ON v.tenant_id = p.tenant_id AND v.page_id = p.id AND v.revision = $5
        WHERE p.tenant_id = $1 AND p.app_id = $2 AND p.kind = $3 AND p.key = $4 AND p.deleted_at IS NULL`,
      [...valuesOf(scope, ref), revision],
    );
    const { id, lockVersion, updatedAt, updatedBy, ...content } = found(row);
    return { id, lockVersion, updatedAt, updatedBy, content };
  }
}

function valuesOf({ tenantId, appId }: ContentScope, { kind, key }: PageRef): unknown[] {
  // PostgreSQL accepts only storable text as a parameter.
  if (!isSlug(key)) throw new ResourceNotFoundError();
  return [tenantId, appId, kind, key];
}

function managedPage<Draft>(row: PageRow<Draft>): ManagedPageOf<Draft> {
  const { revision, revision_hash: revisionHash, published_at: publishedAt, ...page } = row;
  return { ...page, published: revision === null ? null : { revision, revisionHash, publishedAt } };
}
