import { field, fields, having, type ValuesOf, wireNameOf, wireOf } from '@libs/kernel';
import { contentHash } from '../texts/content-hash';
import { ABOUT_IMAGES } from '../texts/images';
import { MAX_TITLE_LENGTH } from '../texts/localized-texts';
import { BODY_FORMATS, MAX_BODY_BYTES } from '../texts/rich-text';

/** What editors write. All of it belongs to a revision. */
export const pageContent = fields({
  title: field
    .localized(MAX_TITLE_LENGTH)
    .about('At least in the default locale of the App')
    .example({ 'zh-CN': '关于我们', 'en-US': 'About us' }),
  body: field
    .localized(MAX_BODY_BYTES)
    .about(
      `At least in the default locale of the App; at most ${MAX_BODY_BYTES} bytes in each language. HTML is sanitised. ${ABOUT_IMAGES}`,
    )
    .example({ 'zh-CN': '# 街角小店', 'en-US': '# Corner Shop' }),
  bodyFormat: field.one('BodyFormat', BODY_FORMATS),
  effectiveAt: field
    .instant()
    .nullable()
    .initially(null)
    .about('Effective date as shown to readers; null for none')
    .example('2026-12-01T00:00:00.000Z'),
});

export type RevisionContent = ValuesOf<typeof pageContent>;

export const pageRevision = fields({
  tenantId: field.uuid(),
  pageId: field.uuid(),
  key: field.text().about('Slug of the page, or type of the legal document').example('about-us'),
  /** Counted from 1. */
  revision: field.integer(1).example(1),
  ...pageContent,
  revisionHash: field
    .sha256()
    .about(
      `SHA-256 (hex) of the canonical JSON (RFC 8785) of key, revision, ${Object.keys(pageContent).map(wireNameOf).join(', ')}`,
    ),
  /** Set by the database. */
  publishedAt: field.instant().example('2026-11-20T08:30:00.000Z'),
  publishedBy: field
    .uuid()
    .nullable()
    .about('The user or API client who published the revision')
    .example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903'),
});

/** One published revision of a page. Never changed afterwards: the database refuses. */
export class PageRevision extends having(pageRevision) {
  constructor(
    { tenantId, id, key }: { readonly tenantId: string; readonly id: string; readonly key: string },
    revision: number,
    content: RevisionContent,
    publishedBy: string | null,
  ) {
    super({
      tenantId,
      pageId: id,
      key,
      revision,
      ...content,
      // The keys are those of the wire, so that anyone can compute the hash from an answer.
      revisionHash: contentHash({ key, revision, ...wireOf(pageContent, content) }),
      publishedBy,
    });
  }
}
