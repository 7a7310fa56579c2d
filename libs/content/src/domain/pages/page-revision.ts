import type { LocalizedText } from '@libs/kernel';
import { revisionHash } from './revision-hash';
import type { BodyFormat } from '../texts/rich-text';

export interface RevisionContent {
  readonly title: LocalizedText;
  readonly body: LocalizedText;
  readonly bodyFormat: BodyFormat;
  readonly effectiveAt: Date | null;
}

/** One published revision of a page. Never changed afterwards: the database refuses. */
export class PageRevision {
  readonly tenantId: string;
  readonly pageId: string;
  readonly revision: number;
  readonly key: string;
  readonly title: LocalizedText;
  readonly body: LocalizedText;
  readonly bodyFormat: BodyFormat;
  readonly effectiveAt: Date | null;
  readonly revisionHash: string;
  /** Set by the database. */
  readonly publishedAt!: Date;
  /** The user who published it. */
  readonly publishedBy: string | null;

  constructor(
    page: { readonly tenantId: string; readonly id: string; readonly key: string },
    revision: number,
    { title, body, bodyFormat, effectiveAt }: RevisionContent,
    publishedBy: string | null,
  ) {
    this.tenantId = page.tenantId;
    this.pageId = page.id;
    this.revision = revision;
    this.key = page.key;
    this.title = title;
    this.body = body;
    this.bodyFormat = bodyFormat;
    this.effectiveAt = effectiveAt;
    this.revisionHash = revisionHash({
      key: page.key,
      revision,
      title,
      body,
      body_format: bodyFormat,
      effective_at: effectiveAt?.toISOString() ?? null,
    });
    this.publishedBy = publishedBy;
  }
}
