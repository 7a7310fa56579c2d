import { Injectable } from '@nestjs/common';
import { ChangeFeed, Database, InvalidatedCache } from '@libs/foundation';
import type { LocalizedText } from '@libs/kernel';
import type { ContentScope, DocumentType, PageKind } from '../domain/page';
import type { BodyFormat } from '../domain/rich-text';

/** The published revision of a page or legal document, in all its languages. Never altered. */
export interface PublishedPage {
  readonly kind: PageKind;
  readonly key: string;
  readonly revision: number;
  readonly revisionHash: string;
  readonly title: LocalizedText;
  readonly body: LocalizedText;
  readonly bodyFormat: BodyFormat;
  readonly publishedAt: Date;
  readonly effectiveAt: Date | null;
}

/** A legal document that is published now, as clients learn of it. */
export interface CurrentLegalDocument {
  readonly document_type: DocumentType;
  readonly revision_hash: string;
  /** ISO 8601 UTC with milliseconds, null where the document names no date. */
  readonly effective_at: string | null;
}

/** Which revisions of an App are published. Small, so that what does not exist is known without asking again. */
interface PublishedIndex {
  readonly revisions: ReadonlyMap<string, { readonly pageId: string; readonly revision: number }>;
  readonly legal: readonly CurrentLegalDocument[];
}

interface IndexRow {
  kind: PageKind;
  key: string;
  page_id: string;
  revision: number;
  revision_hash: string;
  effective_at: Date | null;
}

const SELECT_INDEX = `
  SELECT p.kind, p.key, p.id AS page_id, r.revision, r.revision_hash, r.effective_at
    FROM content_pages p
    JOIN content_page_revisions r
      ON r.tenant_id = p.tenant_id AND r.page_id = p.id AND r.revision = p.published_revision
   WHERE p.tenant_id = $1 AND p.app_id = $2 AND p.deleted_at IS NULL
   ORDER BY p.kind, p.key COLLATE "C"`;

const SELECT_REVISION = `
  SELECT p.kind, p.key, r.revision, r.revision_hash AS "revisionHash", r.title, r.body,
         r.body_format AS "bodyFormat", r.published_at AS "publishedAt", r.effective_at AS "effectiveAt"
    FROM content_pages p
    JOIN content_page_revisions r ON r.tenant_id = p.tenant_id AND r.page_id = p.id
   WHERE p.tenant_id = $1 AND p.app_id = $2 AND p.id = $3 AND r.revision = $4`;

const MAX_INDEX_BYTES = 16 * 1024 * 1024;
const INDEX_BYTES_PER_PAGE = 500;

const MAX_PAGE_BYTES = 64 * 1024 * 1024;
/** Characters take up to two bytes, and each text lives on as HTML and in the answers, one a language. */
const PAGE_BYTES_PER_CHARACTER = 6;

/** The published pages and legal documents, from memory where it can. */
@Injectable()
export class PublishedPages {
  private readonly indexes: InvalidatedCache<PublishedIndex>;
  private readonly pages: InvalidatedCache<PublishedPage>;

  constructor(
    private readonly database: Database,
    feed: ChangeFeed,
  ) {
    this.indexes = new InvalidatedCache(feed, {
      subject: 'content',
      maxBytes: MAX_INDEX_BYTES,
      sizeOf: ({ revisions }) => (revisions.size + 1) * INDEX_BYTES_PER_PAGE,
    });
    this.pages = new InvalidatedCache(feed, {
      subject: 'content',
      maxBytes: MAX_PAGE_BYTES,
      sizeOf: (page) => JSON.stringify(page).length * PAGE_BYTES_PER_CHARACTER,
      // Kept by page and revision, and revisions never change: which of them is the current one, the index knows.
      maxAgeMs: Infinity,
    });
  }

  /**
   * The page with the slug, or the legal document of the type, as it is published now. Any text may be asked for.
   *
   * @throws DependencyUnavailableError when the database is away.
   */
  async find(scope: ContentScope, kind: PageKind, key: string): Promise<PublishedPage | null> {
    const published = (await this.index(scope))?.revisions.get(`${kind}/${key}`);
    if (!published) return null;
    const { pageId, revision } = published;
    return this.pages.get(scope.appId, `${scope.tenantId} ${pageId} ${revision}`, () =>
      this.readRevision(scope, pageId, revision),
    );
  }

  /** The published legal documents by type: the same list for as long as nothing about them changes. */
  async currentLegal(tenantId: string, appId: string): Promise<readonly CurrentLegalDocument[]> {
    return (await this.index({ tenantId, appId }))?.legal ?? [];
  }

  private index(scope: ContentScope): Promise<PublishedIndex | null> {
    // The tenant is part of the key: an App named together with another tenant than its own has no pages.
    return this.indexes.get(scope.appId, scope.tenantId, () => this.readIndex(scope));
  }

  private async readIndex({ tenantId, appId }: ContentScope): Promise<PublishedIndex> {
    const rows = await this.database.read<IndexRow>(tenantId, SELECT_INDEX, [tenantId, appId]);
    return {
      revisions: new Map(
        rows.map((row) => [`${row.kind}/${row.key}`, { pageId: row.page_id, revision: row.revision }]),
      ),
      legal: rows
        .filter(({ kind }) => kind === 'legal')
        .map((row) => ({
          document_type: row.key as DocumentType,
          revision_hash: row.revision_hash,
          effective_at: row.effective_at?.toISOString() ?? null,
        })),
    };
  }

  private async readRevision(scope: ContentScope, pageId: string, revision: number): Promise<PublishedPage | null> {
    const values = [scope.tenantId, scope.appId, pageId, revision];
    const [page] = await this.database.read<PublishedPage>(scope.tenantId, SELECT_REVISION, values);
    return page ?? null;
  }
}
