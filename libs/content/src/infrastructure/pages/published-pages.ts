import { Injectable } from '@nestjs/common';
import { ChangeFeed, columnsOf, Database, InvalidatedCache } from '@libs/foundation';
import type { SupportedLocale } from '@libs/kernel';
import type { ContentScope } from '../../domain/content-scope';
import type { DocumentType, Page, PageKind } from '../../domain/pages/page';
import { pageLocales } from '../../domain/pages/page-in-locale';
import type { PageRevision } from '../../domain/pages/page-revision';
import { PageRevisionSchema, PageSchema } from './page.schema';
import { PageRenderings } from './page-renderings';
import type { StoredBody } from '../rendering/revision-renderings';

const PAGE_FIELDS = ['tenantId', 'kind', 'key'] as const;
const REVISION_FIELDS = [
  'pageId',
  'revision',
  'revisionHash',
  'title',
  'bodyFormat',
  'publishedAt',
  'effectiveAt',
] as const;

/** The published revision of a page or legal document, without its bodies, which can be long. Never modified. */
export interface PublishedPage
  extends Pick<Page, (typeof PAGE_FIELDS)[number]>, Pick<PageRevision, (typeof REVISION_FIELDS)[number]> {
  /** The languages in which it can be read. */
  readonly locales: readonly SupportedLocale[];
}

/** A legal document that is currently published, as clients see it. */
export interface CurrentLegalDocument {
  readonly document_type: DocumentType;
  readonly revision_hash: string;
  /** ISO 8601 UTC with milliseconds, null if the document names no date. */
  readonly effective_at: string | null;
}

/** The published revisions of an App. Small, so that a missing page is known without another query. */
interface PublishedIndex {
  readonly revisions: ReadonlyMap<string, { readonly pageId: string; readonly revision: number }>;
  readonly legal: readonly CurrentLegalDocument[];
}

type IndexRow = Pick<PublishedPage, 'kind' | 'key' | 'pageId' | 'revision' | 'revisionHash' | 'effectiveAt'>;

type PageRow = Omit<PublishedPage, 'locales'> & { readonly bodyLocales: readonly string[] };

const SELECT_INDEX = `
  SELECT p.kind, p.key, ${columnsOf(PageRevisionSchema, 'r', ['pageId', 'revision', 'revisionHash', 'effectiveAt'])}
    FROM content_pages p
    JOIN content_page_revisions r
      ON r.tenant_id = p.tenant_id AND r.page_id = p.id AND r.revision = p.published_revision
   WHERE p.tenant_id = $1 AND p.app_id = $2 AND p.deleted_at IS NULL
   ORDER BY p.kind, p.key COLLATE "C"`;

const SELECT_REVISION = `
  SELECT ${columnsOf(PageSchema, 'p', PAGE_FIELDS)}, ${columnsOf(PageRevisionSchema, 'r', REVISION_FIELDS)},
         ARRAY(SELECT jsonb_object_keys(r.body)) AS "bodyLocales"
    FROM content_pages p
    JOIN content_page_revisions r ON r.tenant_id = p.tenant_id AND r.page_id = p.id
   WHERE p.tenant_id = $1 AND p.app_id = $2 AND p.id = $3 AND r.revision = $4`;

const MAX_INDEX_BYTES = 16 * 1024 * 1024;
const INDEX_BYTES_PER_PAGE = 500;

const MAX_PAGE_BYTES = 16 * 1024 * 1024;
/** With the longest title in each language. */
const BYTES_PER_PAGE = 4_096;

/** The published pages and legal documents, from memory if possible. */
@Injectable()
export class PublishedPages {
  private readonly indexes: InvalidatedCache<PublishedIndex>;
  private readonly pages: InvalidatedCache<PublishedPage>;

  constructor(
    private readonly database: Database,
    private readonly renderings: PageRenderings,
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
      sizeOf: () => BYTES_PER_PAGE,
      // Kept by page and revision, and revisions never change: the index decides which one is current.
      maxAgeMs: Infinity,
    });
  }

  /**
   * The published page with the slug, or the published legal document of the type. The key may be any text.
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

  /** The body of a page in one of its languages. Not from memory: the caller keeps the answer it makes of it. */
  body({ tenantId, pageId, revision }: PublishedPage, locale: SupportedLocale): Promise<StoredBody | null> {
    return this.renderings.read({ tenantId, ownerId: pageId, revision }, locale);
  }

  /** The published legal documents by type: the same list as long as nothing about them changes. */
  async currentLegal(tenantId: string, appId: string): Promise<readonly CurrentLegalDocument[]> {
    return (await this.index({ tenantId, appId }))?.legal ?? [];
  }

  /** The same list, if it is in memory: null says nothing. */
  knownLegal(tenantId: string, appId: string): readonly CurrentLegalDocument[] | null {
    return this.indexes.known(appId, tenantId)?.legal ?? null;
  }

  private index(scope: ContentScope): Promise<PublishedIndex | null> {
    // The tenant is part of the key: an App has no pages under another tenant.
    return this.indexes.get(scope.appId, scope.tenantId, () => this.readIndex(scope));
  }

  private async readIndex({ tenantId, appId }: ContentScope): Promise<PublishedIndex> {
    const rows = await this.database.read<IndexRow>(tenantId, SELECT_INDEX, [tenantId, appId]);
    return {
      revisions: new Map(rows.map(({ kind, key, pageId, revision }) => [`${kind}/${key}`, { pageId, revision }])),
      legal: rows
        .filter(({ kind }) => kind === 'legal')
        .map((row) => ({
          document_type: row.key as DocumentType,
          revision_hash: row.revisionHash,
          effective_at: row.effectiveAt?.toISOString() ?? null,
        })),
    };
  }

  private async readRevision(scope: ContentScope, pageId: string, revision: number): Promise<PublishedPage | null> {
    const values = [scope.tenantId, scope.appId, pageId, revision];
    const [row] = await this.database.read<PageRow>(scope.tenantId, SELECT_REVISION, values);
    if (!row) return null;
    const { bodyLocales, ...page } = row;
    return { ...page, locales: pageLocales(Object.keys(page.title), bodyLocales) };
  }
}
