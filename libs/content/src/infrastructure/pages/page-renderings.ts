import { Injectable } from '@nestjs/common';
import { Database, Logger } from '@libs/foundation';
import { type BodyFormat, plainBody, RENDERER_VERSION, RichTextRefusedError } from '../../domain/texts/rich-text';
import { RichTextRenderer } from '../../domain/texts/rich-text-renderer';
import { HeldOffRenderings } from '../rendering/held-off-renderings';

/** A revision of a page. */
export interface RevisionRef {
  readonly tenantId: string;
  readonly pageId: string;
  readonly revision: number;
}

/** The body of a revision in one language. */
export interface PageBody {
  readonly body: string;
  readonly bodyHtml: string;
}

interface StoredBody {
  body: string;
  format: BodyFormat;
  html: string | null;
}

interface MissingRow extends RevisionRef {
  locales: string[];
}

/** The text cannot be changed any more: it was published long ago, under other limits. */
const PATIENCE_WITH_PUBLISHED = 6;
const BATCH_SIZE = 50;

const SELECT_BODY = `
  SELECT r.body ->> $4 AS body, r.body_format AS format, h.body_html AS html
    FROM content_page_revisions r
    LEFT JOIN content_page_renderings h
      ON h.tenant_id = r.tenant_id AND h.page_id = r.page_id AND h.revision = r.revision AND h.locale = $4
     AND h.renderer_version >= $5
   WHERE r.tenant_id = $1 AND r.page_id = $2 AND r.revision = $3 AND r.body ? $4`;

/** During a rolling update two versions run: what the newer one stored is kept. */
const STORE = `
  INSERT INTO content_page_renderings AS h (tenant_id, page_id, revision, locale, body_html, renderer_version)
  VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (tenant_id, page_id, revision, locale)
  DO UPDATE SET body_html = $5, renderer_version = $6, rendered_at = now() WHERE h.renderer_version < $6`;

/** Page after page, whether or not anything is missing: each statement looks at a limited number. */
const SELECT_MISSING = `
  SELECT p.tenant_id AS "tenantId", p.id AS "pageId", r.revision,
         ARRAY(
           SELECT b.locale FROM jsonb_object_keys(r.body) AS b (locale)
            WHERE NOT EXISTS (
              SELECT FROM content_page_renderings h
               WHERE h.tenant_id = r.tenant_id AND h.page_id = r.page_id AND h.revision = r.revision
                 AND h.locale = b.locale AND h.renderer_version >= $1)) AS locales
    FROM content_pages p
    JOIN content_page_revisions r
      ON r.tenant_id = p.tenant_id AND r.page_id = p.id AND r.revision = p.published_revision
   WHERE p.deleted_at IS NULL AND (p.tenant_id, p.id) > ($2, $3)
   ORDER BY p.tenant_id, p.id
   LIMIT ${BATCH_SIZE}`;

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * The HTML of revisions, stored beside them when they are published. HTML that is missing, because an older version of
 * the program published the revision, or that was made by older rules, is rendered again and stored.
 */
@Injectable()
export class PageRenderings {
  private readonly heldOff = new HeldOffRenderings();

  constructor(
    private readonly database: Database,
    private readonly renderer: RichTextRenderer,
    private readonly logger: Logger,
  ) {}

  /**
   * Null if the revision does not have the language. Must not be called within a transaction.
   *
   * @throws DependencyUnavailableError if there is no HTML and none can be made; then again for some minutes.
   */
  async read(ref: RevisionRef, locale: string): Promise<PageBody | null> {
    const stored = await this.find(ref, locale);
    if (!stored) return null;
    const key = `${ref.tenantId} ${ref.pageId} ${ref.revision} ${locale}`;
    const html = stored.html ?? (await this.heldOff.unlessHeld(key, () => this.makeUpFor(ref, locale, stored)));
    return { body: stored.body, bodyHtml: html };
  }

  async store({ tenantId, pageId, revision }: RevisionRef, locale: string, html: string): Promise<void> {
    await this.database.write(tenantId, STORE, [tenantId, pageId, revision, locale, html, RENDERER_VERSION]);
  }

  /**
   * Renders published revisions that have no HTML yet, so that no reader has to wait for it. A deployment does not
   * depend on any single text: a failure is left to its first reader.
   */
  async renderMissing(): Promise<void> {
    let place: Pick<RevisionRef, 'tenantId' | 'pageId'> = { tenantId: BEFORE_ALL, pageId: BEFORE_ALL };
    for (;;) {
      const values = [RENDERER_VERSION, place.tenantId, place.pageId];
      const batch = await this.database.readAsSystem<MissingRow>(SELECT_MISSING, values);
      for (const { locales, ...ref } of batch) for (const locale of locales) await this.renderAhead(ref, locale);
      const last = batch.at(-1);
      if (!last) return;
      place = last;
    }
  }

  private async renderAhead(ref: RevisionRef, locale: string): Promise<void> {
    try {
      const stored = await this.find(ref, locale);
      if (stored && stored.html === null) await this.makeUpFor(ref, locale, stored);
    } catch (error) {
      const { tenantId: tenant_id, pageId: page_id, revision } = ref;
      // By name only: an error's message may quote the text.
      const reason = error instanceof Error ? error.name : typeof error;
      this.logger.warn({ tenant_id, page_id, revision, locale, reason }, 'a published page was not rendered');
    }
  }

  private async find({ tenantId, pageId, revision }: RevisionRef, locale: string): Promise<StoredBody | undefined> {
    const values = [tenantId, pageId, revision, locale, RENDERER_VERSION];
    const [stored] = await this.database.read<StoredBody>(tenantId, SELECT_BODY, values);
    return stored;
  }

  /** A published page is always shown: as plain text, if it cannot be rendered. */
  private async makeUpFor(ref: RevisionRef, locale: string, { body, format }: StoredBody): Promise<string> {
    const html = await this.renderer
      .render(ref.tenantId, body, format, PATIENCE_WITH_PUBLISHED)
      .then((rendered) => rendered.html)
      .catch((error: unknown) => {
        if (error instanceof RichTextRefusedError) return plainBody(body);
        throw error;
      });
    await this.store(ref, locale, html);
    return html;
  }
}
