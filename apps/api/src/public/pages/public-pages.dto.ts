import { BODY_FORMATS, type BodyFormat, DOCUMENT_TYPES, type PublishedPage, type StoredBody } from '@libs/content';
import type { SupportedLocale } from '@libs/kernel';
import { Answer } from '../../http/answers/answer-fields';

/** A published page or legal document in one language. */
export class AppPublicPageResponse {
  @Answer.Text({ optional: true, description: 'Slug, only for a page', example: 'about-us' })
  readonly slug?: string;

  @Answer.OneOf('LegalDocumentType', DOCUMENT_TYPES, { optional: true, description: 'Type, only for a legal document' })
  readonly document_type?: string;

  @Answer.Text({ example: 'About us' })
  readonly title: string;

  @Answer.Text({ description: 'The body as it was written, in its `body_format`', example: '# Who we are' })
  readonly body: string;

  @Answer.Text({ description: 'The body as sanitised HTML', example: '<h1>Who we are</h1>' })
  readonly body_html: string;

  @Answer.OneOf('BodyFormat', BODY_FORMATS)
  readonly body_format: BodyFormat;

  @Answer.Locale({ description: 'The language of the texts' })
  readonly locale: SupportedLocale;

  @Answer.Locales({ description: 'The languages in which the revision is available' })
  readonly available_locales: readonly SupportedLocale[];

  @Answer.Integer({ min: 1, example: 1 })
  readonly revision: number;

  @Answer.Sha256({
    description: 'SHA-256 (hex) of the canonical JSON of the revision in all its languages; it never changes',
  })
  readonly revision_hash: string;

  @Answer.Instant({ example: '2026-11-20T08:30:00.000Z' })
  readonly published_at: string;

  @Answer.Instant({ nullable: true, example: '2026-12-01T00:00:00.000Z' })
  readonly effective_at: string | null;

  constructor(page: PublishedPage, { body, bodyHtml }: StoredBody, locale: SupportedLocale) {
    if (page.kind === 'page') this.slug = page.key;
    else this.document_type = page.key;
    this.title = page.title[locale] ?? '';
    this.body = body;
    this.body_html = bodyHtml;
    this.body_format = page.bodyFormat;
    this.locale = locale;
    this.available_locales = page.locales;
    this.revision = page.revision;
    this.revision_hash = page.revisionHash;
    this.published_at = page.publishedAt.toISOString();
    this.effective_at = page.effectiveAt?.toISOString() ?? null;
  }
}
