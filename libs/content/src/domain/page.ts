import {
  type FieldError,
  isSupportedLocale,
  type LocalizedText,
  newId,
  type SupportedLocale,
  ValidationFailedError,
  VersionConflictError,
} from '@libs/kernel';
import { ContentStateError } from './content.errors';
import { PageRevision, type RevisionContent } from './page-revision';
import { type BodyFormat, bodyToStore } from './rich-text';

/** Pages are found by their slug, legal documents by their type: two spaces of names. */
export type PageKind = 'page' | 'legal';

export const DOCUMENT_TYPES = ['privacy-policy', 'terms-of-service'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

const RESERVED_SLUGS = ['about-us', 'contact-us', 'help', 'user-guide'] as const;

/** The App that content belongs to. */
export interface ContentScope {
  readonly tenantId: string;
  readonly appId: string;
}

export interface PageRef {
  readonly kind: PageKind;
  /** The slug, or the document type. */
  readonly key: string;
}

export interface PageDraft {
  readonly title: LocalizedText;
  readonly body: LocalizedText;
  readonly bodyFormat: BodyFormat;
  /** ISO 8601 UTC with milliseconds: a draft is kept as JSON. */
  readonly effectiveAt: string | null;
}

/** The identity of a page or legal document: what is being written, and which revision is published. */
export class Page {
  readonly tenantId: string;
  readonly appId: string;
  readonly id: string;
  readonly kind: PageKind;
  readonly key: string;
  /** Made with the App and not to be deleted. */
  readonly reserved: boolean;
  readonly draft: PageDraft | null;
  /** Null before the first publication. */
  readonly publishedRevision: number | null;
  readonly lockVersion: number;
  /** Set by the database. */
  readonly createdAt!: Date;
  readonly updatedAt!: Date;

  private constructor(scope: ContentScope, { kind, key }: PageRef) {
    this.tenantId = scope.tenantId;
    this.appId = scope.appId;
    this.id = newId();
    this.kind = kind;
    this.key = key;
    this.reserved = true;
    this.draft = null;
    this.publishedRevision = null;
    this.lockVersion = 1;
  }

  /** The pages and legal documents that every App has, without content. */
  static reserve(scope: ContentScope): Page[] {
    return [
      ...RESERVED_SLUGS.map((key) => new Page(scope, { kind: 'page', key })),
      ...DOCUMENT_TYPES.map((key) => new Page(scope, { kind: 'legal', key })),
    ];
  }

  expectVersion(lockVersion: number): void {
    if (lockVersion === this.lockVersion) return;
    throw new VersionConflictError({ extra: { current_lock_version: this.lockVersion } });
  }

  /**
   * Replaces the draft. HTML is sanitised here, so that nothing else is ever stored.
   *
   * @param defaultLocale of the App: title and body must at least be there in it.
   * @throws ValidationFailedError naming the locales that are missing or unknown.
   */
  saveDraft({ title, body, bodyFormat, effectiveAt }: RevisionContent, defaultLocale: SupportedLocale): void {
    const stored: LocalizedText = Object.fromEntries(
      Object.entries(body).map(([locale, text]) => [locale, bodyToStore(text, bodyFormat)]),
    );
    const errors = [...textErrors('title', title, defaultLocale), ...textErrors('body', stored, defaultLocale)];
    if (errors.length > 0) throw new ValidationFailedError(errors);
    this.change({ draft: { title, body: stored, bodyFormat, effectiveAt: effectiveAt?.toISOString() ?? null } });
  }

  /**
   * Makes the draft the next revision, counted from 1, and the published one. No draft is left: what would follow
   * has to be written first.
   *
   * @throws ContentStateError without a draft.
   */
  publish(publishedBy: string | null): PageRevision {
    if (!this.draft) throw new ContentStateError();
    const { effectiveAt, ...draft } = this.draft;
    const content = { ...draft, effectiveAt: effectiveAt === null ? null : new Date(effectiveAt) };
    const revision = new PageRevision(this, (this.publishedRevision ?? 0) + 1, content, publishedBy);
    this.change({ draft: null, publishedRevision: revision.revision });
    return revision;
  }

  private change(changes: Partial<Pick<Page, 'draft' | 'publishedRevision'>>): void {
    Object.assign(this, changes, { lockVersion: this.lockVersion + 1 });
  }
}

function textErrors(field: string, text: LocalizedText, defaultLocale: SupportedLocale): FieldError[] {
  const errors: FieldError[] = Object.keys(text)
    .filter((locale) => !isSupportedLocale(locale))
    .map((locale) => ({ field: `${field}.${locale}`, code: 'not_supported_locale' }));
  const isMissing = (text[defaultLocale] ?? '').trim() === '';
  return isMissing ? [...errors, { field: `${field}.${defaultLocale}`, code: 'required' }] : errors;
}
