import { ApiProperty } from '@nestjs/swagger';
import { BODY_FORMATS, type BodyFormat, DOCUMENT_TYPES, type PageBody, type PublishedPage } from '@libs/content';
import { SUPPORTED_LOCALES, type SupportedLocale } from '@libs/kernel';

/** A published page or legal document in one language. */
export class AppPublicPageResponse {
  @ApiProperty({ required: false, description: 'Of a page', example: 'about-us' })
  readonly slug?: string;

  @ApiProperty({
    required: false,
    enum: [...DOCUMENT_TYPES],
    enumName: 'LegalDocumentType',
    description: 'Of a legal document',
  })
  readonly document_type?: string;

  @ApiProperty({ example: 'About us' })
  readonly title: string;

  @ApiProperty({ description: 'As it was written', example: '# Who we are' })
  readonly body: string;

  @ApiProperty({ description: 'The body as sanitised HTML', example: '<h1>Who we are</h1>' })
  readonly body_html: string;

  @ApiProperty({ enum: [...BODY_FORMATS], enumName: 'BodyFormat' })
  readonly body_format: BodyFormat;

  @ApiProperty({ enum: [...SUPPORTED_LOCALES], enumName: 'SupportedLocale', description: 'The language of the texts' })
  readonly locale: SupportedLocale;

  @ApiProperty({
    enum: [...SUPPORTED_LOCALES],
    enumName: 'SupportedLocale',
    isArray: true,
    description: 'The languages that the revision can be read in',
  })
  readonly available_locales: readonly SupportedLocale[];

  @ApiProperty({ type: 'integer', minimum: 1 })
  readonly revision: number;

  @ApiProperty({
    description: 'SHA-256 (hex) of the canonical JSON of the revision in all its languages; it never changes',
    minLength: 64,
    maxLength: 64,
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  })
  readonly revision_hash: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T08:30:00.000Z' })
  readonly published_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-12-01T00:00:00.000Z' })
  readonly effective_at: string | null;

  constructor(page: PublishedPage, { body, bodyHtml }: PageBody, locale: SupportedLocale) {
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
