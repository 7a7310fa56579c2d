import { BODY_FORMATS, DOCUMENT_TYPES, type PublishedPage, type StoredBody, withPictureUrls } from '@libs/content';
import { field, type SupportedLocale } from '@libs/kernel';
import { answer } from '../../http/answers/answer';

/** In what a page is shown: the language, and the URLs of its pictures. */
interface PageView {
  readonly locale: SupportedLocale;
  readonly imageUrl: (fileId: string) => string;
}

/** A published page or legal document in one language. */
export class AppPublicPageResponse extends answer({
  slug: field.text().optional().about('Slug, only for a page').example('about-us'),
  documentType: field
    .one('LegalDocumentType', DOCUMENT_TYPES)
    .as<string>()
    .optional()
    .about('Type, only for a legal document'),
  title: field.text().example('About us'),
  body: field.text().about('The body as it was written, in its `body_format`').example('# Who we are'),
  bodyHtml: field
    .text()
    .about('The body as sanitised HTML, with the URLs of its pictures')
    .example('<h1>Who we are</h1>'),
  bodyFormat: field.one('BodyFormat', BODY_FORMATS),
  locale: field.locale().about('The language of the texts'),
  availableLocales: field.locales().about('The languages in which the revision is available'),
  revision: field.integer(1).example(1),
  revisionHash: field
    .sha256()
    .about('SHA-256 (hex) of the canonical JSON of the revision in all its languages; it never changes'),
  publishedAt: field.instant().example('2026-11-20T08:30:00.000Z'),
  effectiveAt: field.instant().nullable().example('2026-12-01T00:00:00.000Z'),
}) {
  constructor(page: PublishedPage, body: StoredBody, { locale, imageUrl }: PageView) {
    super({
      ...page,
      ...(page.kind === 'page' ? { slug: page.key } : { documentType: page.key }),
      title: page.title[locale] ?? '',
      ...body,
      bodyHtml: withPictureUrls(body.bodyHtml, imageUrl),
      locale,
      availableLocales: page.locales,
    });
  }
}
