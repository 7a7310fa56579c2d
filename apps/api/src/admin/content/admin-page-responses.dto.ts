import {
  BODY_FORMATS,
  type BodyFormat,
  type ManagedPage,
  type ManagedPageSummary,
  type ManagedRevision,
} from '@libs/content';
import type { LocalizedText, ListPage } from '@libs/kernel';
import { Answer } from '../../http/answers/answer-fields';
import type { PageQuery } from '../common/admin-requests.dto';
import { AdminListResponse } from '../common/admin-responses.dto';

const REVISION_HASH = {
  description:
    'SHA-256 (hex) of the canonical JSON (RFC 8785) of key, revision, title, body, body_format, effective_at',
};
const KEY = { description: 'Slug of the page, or type of the legal document', example: 'about-us' };
const TITLE = { example: { 'zh-CN': '关于我们', 'en-US': 'About us' } };
const BODY = { example: { 'zh-CN': '# 街角小店', 'en-US': '# Corner Shop' } };
const EFFECTIVE_AT = { nullable: true, example: '2026-12-01T00:00:00.000Z' };

export class AdminPageDraftSummaryResponse {
  @Answer.Localized(TITLE)
  readonly title: LocalizedText;

  @Answer.OneOf('BodyFormat', BODY_FORMATS)
  readonly body_format: BodyFormat;

  @Answer.Instant(EFFECTIVE_AT)
  readonly effective_at: string | null;

  constructor(draft: NonNullable<ManagedPageSummary['draft']>) {
    this.title = draft.title;
    this.body_format = draft.bodyFormat;
    this.effective_at = draft.effectiveAt;
  }
}

export class AdminPageDraftResponse extends AdminPageDraftSummaryResponse {
  @Answer.Localized(BODY)
  readonly body: LocalizedText;

  constructor(draft: NonNullable<ManagedPage['draft']>) {
    super(draft);
    this.body = draft.body;
  }
}

export class AdminPagePublicationResponse {
  @Answer.Integer({ min: 1, example: 1 })
  readonly revision: number;

  @Answer.Sha256(REVISION_HASH)
  readonly revision_hash: string;

  @Answer.Instant({ example: '2026-11-20T08:30:00.000Z' })
  readonly published_at: string;

  constructor({ revision, revisionHash, publishedAt }: NonNullable<ManagedPage['published']>) {
    this.revision = revision;
    this.revision_hash = revisionHash;
    this.published_at = publishedAt.toISOString();
  }
}

/** The fields of a page besides its draft. */
abstract class AdminPageIdentity {
  @Answer.Text(KEY)
  readonly key: string;

  @Answer.Flag({ description: 'Whether every App has this page, so that it cannot be deleted' })
  readonly reserved: boolean;

  @Answer.Nested(() => AdminPagePublicationResponse, {
    nullable: true,
    description: 'The revision that readers see; null before the first publication',
  })
  readonly published: AdminPagePublicationResponse | null;

  @Answer.LockVersion()
  readonly lock_version: number;

  @Answer.Instant({ example: '2026-11-20T08:00:00.000Z' })
  readonly created_at: string;

  @Answer.Instant({ example: '2026-11-20T08:30:00.000Z' })
  readonly updated_at: string;

  protected constructor(page: ManagedPageSummary) {
    this.key = page.key;
    this.reserved = page.reserved;
    this.published = page.published && new AdminPagePublicationResponse(page.published);
    this.lock_version = page.lockVersion;
    this.created_at = page.createdAt.toISOString();
    this.updated_at = page.updatedAt.toISOString();
  }
}

/** A page or legal document. */
export class AdminPageResponse extends AdminPageIdentity {
  @Answer.Nested(() => AdminPageDraftResponse, {
    nullable: true,
    description: 'The unpublished draft; null after a publication and until a draft is saved or a revision is restored',
  })
  readonly draft: AdminPageDraftResponse | null;

  constructor(page: ManagedPage) {
    super(page);
    this.draft = page.draft && new AdminPageDraftResponse(page.draft);
  }
}

export class AdminPageSummaryResponse extends AdminPageIdentity {
  @Answer.Nested(() => AdminPageDraftSummaryResponse, {
    nullable: true,
    description: 'The unpublished draft without its body; null if there is none',
  })
  readonly draft: AdminPageDraftSummaryResponse | null;

  constructor(page: ManagedPageSummary) {
    super(page);
    this.draft = page.draft && new AdminPageDraftSummaryResponse(page.draft);
  }
}

export class AdminPageListResponse extends AdminListResponse {
  @Answer.ListOf(() => AdminPageSummaryResponse)
  readonly items: readonly AdminPageSummaryResponse[];

  constructor(query: PageQuery, { items, total }: ListPage<ManagedPageSummary>) {
    super(query, total);
    this.items = items.map((page) => new AdminPageSummaryResponse(page));
  }
}

/** A published revision of a page or legal document. It never changes. */
export class AdminPageRevisionResponse {
  @Answer.Text(KEY)
  readonly key: string;

  @Answer.Integer({ min: 1, example: 1 })
  readonly revision: number;

  @Answer.Localized(TITLE)
  readonly title: LocalizedText;

  @Answer.Localized(BODY)
  readonly body: LocalizedText;

  @Answer.OneOf('BodyFormat', BODY_FORMATS)
  readonly body_format: BodyFormat;

  @Answer.Instant(EFFECTIVE_AT)
  readonly effective_at: string | null;

  @Answer.Sha256(REVISION_HASH)
  readonly revision_hash: string;

  @Answer.Instant({ example: '2026-11-20T08:30:00.000Z' })
  readonly published_at: string;

  @Answer.Uuid({
    nullable: true,
    description: 'The user who published the revision',
    example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903',
  })
  readonly published_by: string | null;

  constructor(revision: ManagedRevision) {
    this.key = revision.key;
    this.revision = revision.revision;
    this.title = revision.title;
    this.body = revision.body;
    this.body_format = revision.bodyFormat;
    this.effective_at = revision.effectiveAt?.toISOString() ?? null;
    this.revision_hash = revision.revisionHash;
    this.published_at = revision.publishedAt.toISOString();
    this.published_by = revision.publishedBy;
  }
}

export class AdminPageRevisionListResponse extends AdminListResponse {
  /** Empty here: they are sent one by one. */
  @Answer.ListOf(() => AdminPageRevisionResponse)
  readonly items: readonly AdminPageRevisionResponse[] = [];

  constructor(query: PageQuery, total: number) {
    super(query, total);
  }
}
