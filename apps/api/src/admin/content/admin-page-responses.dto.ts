import { BODY_FORMATS, type ManagedPage, type ManagedPageSummary } from '@libs/content';
import { field, type LocalizedText } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { Answer } from '../../http/answers/answer-fields';
import type { PageQuery } from '../common/admin-requests.dto';
import { AdminListResponse, pageOf } from '../common/admin-responses.dto';

const KEY = { description: 'Slug of the page, or type of the legal document', example: 'about-us' };
const BODY = { example: { 'zh-CN': '# 街角小店', 'en-US': '# Corner Shop' } };

export class AdminPageDraftSummaryResponse extends answer({
  title: field.localized().example({ 'zh-CN': '关于我们', 'en-US': 'About us' }),
  bodyFormat: field.one('BodyFormat', BODY_FORMATS),
  effectiveAt: field.instant().nullable().as<string | null>().example('2026-12-01T00:00:00.000Z'),
}) {}

export class AdminPageDraftResponse extends AdminPageDraftSummaryResponse {
  @Answer.Localized(BODY)
  readonly body: LocalizedText;

  constructor(draft: NonNullable<ManagedPage['draft']>) {
    super(draft);
    this.body = draft.body;
  }
}

export class AdminPagePublicationResponse extends answer({
  revision: field.integer(1).example(1),
  revisionHash: field
    .sha256()
    .about('SHA-256 (hex) of the canonical JSON (RFC 8785) of key, revision, title, body, body_format, effective_at'),
  publishedAt: field.instant().example('2026-11-20T08:30:00.000Z'),
}) {}

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

export class AdminPageListResponse extends pageOf(AdminPageSummaryResponse) {}

/** A published revision of a page or legal document. It never changes. */
export class AdminPageRevisionResponse extends answer({
  key: field.text().about('Slug of the page, or type of the legal document').example('about-us'),
  revision: field.integer(1).example(1),
  title: field.localized().example({ 'zh-CN': '关于我们', 'en-US': 'About us' }),
  body: field.localized().example({ 'zh-CN': '# 街角小店', 'en-US': '# Corner Shop' }),
  bodyFormat: field.one('BodyFormat', BODY_FORMATS),
  effectiveAt: field.instant().nullable().example('2026-12-01T00:00:00.000Z'),
  revisionHash: field
    .sha256()
    .about('SHA-256 (hex) of the canonical JSON (RFC 8785) of key, revision, title, body, body_format, effective_at'),
  publishedAt: field.instant().example('2026-11-20T08:30:00.000Z'),
  publishedBy: field
    .uuid()
    .nullable()
    .about('The user who published the revision')
    .example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903'),
}) {}

export class AdminPageRevisionListResponse extends AdminListResponse {
  /** Empty here: they are sent one by one. */
  @Answer.ListOf(() => AdminPageRevisionResponse)
  readonly items: readonly AdminPageRevisionResponse[] = [];

  constructor(query: PageQuery, total: number) {
    super(query, total);
  }
}
