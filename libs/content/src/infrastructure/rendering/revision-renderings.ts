import type { Database, Logger } from '@libs/foundation';
import { NIL_UUID } from '@libs/kernel';
import { type BodyFormat, RENDERER_VERSION } from '../../domain/texts/rich-text';
import type { RichTextRenderer, ShownBodies } from '../../domain/texts/rich-text-renderer';
import type { TextPictures } from '../pictures/text-pictures';
import { HeldOffRenderings } from './held-off-renderings';
import { shownHtml } from './shown-html';

/** A revision of a page or of an article. */
export interface RevisionRef {
  readonly tenantId: string;
  /** The page or the article. */
  readonly ownerId: string;
  readonly revision: number;
}

/** The body of a revision in one language. */
export interface StoredBody {
  readonly body: string;
  /** Pictures stand in it as `file:<id>`. */
  readonly bodyHtml: string;
}

/** The tables of a kind of content. */
interface RevisionTables {
  readonly revisions: string;
  readonly renderings: string;
  /** The column in both that names the owner of a revision. */
  readonly owner: string;
  /** What is published: a table, or a query in brackets, with `tenant_id`, the owner as `id`, and `revision`. */
  readonly published: string;
}

interface BodyRow {
  body: string;
  format: BodyFormat;
  html: string | null;
  /** Whether it had images of other sites when it was published, or could have. */
  externalImages: boolean;
}

interface MissingRow extends RevisionRef {
  locales: string[];
}

/** The text cannot be changed any more: it was published long ago, under other limits. */
const PATIENCE_WITH_PUBLISHED = 6;
const BATCH_SIZE = 50;

/**
 * The HTML of revisions, stored beside them when they are published. HTML that is missing, because an older version of
 * the program published the revision, or that was made by older rules, is rendered again and stored.
 */
export abstract class RevisionRenderings {
  private readonly heldOff = new HeldOffRenderings();
  private readonly statements: ReturnType<typeof statementsFor>;

  protected constructor(
    private readonly database: Database,
    private readonly renderer: RichTextRenderer,
    private readonly pictures: TextPictures,
    private readonly logger: Logger,
    private readonly tables: RevisionTables,
  ) {
    this.statements = statementsFor(tables);
  }

  /**
   * Null if the revision does not have the language. Must not be called within a transaction.
   *
   * @throws DependencyUnavailableError if there is no HTML and none can be made; then again for some minutes.
   */
  async read(ref: RevisionRef, locale: string): Promise<StoredBody | null> {
    const stored = await this.find(ref, locale);
    if (!stored) return null;
    const key = `${ref.tenantId} ${ref.ownerId} ${ref.revision} ${locale}`;
    const html = stored.html ?? (await this.heldOff.unlessHeld(key, () => this.makeUpFor(ref, locale, stored)));
    return { body: stored.body, bodyHtml: html };
  }

  async storeAll(ref: RevisionRef, { html, externalImages }: ShownBodies): Promise<void> {
    for (const [locale, body] of Object.entries(html)) await this.store(ref, locale, body, externalImages);
  }

  /**
   * Renders published revisions that have no HTML yet, so that no reader has to wait for it. A deployment does not
   * depend on any single text: a failure is left to its first reader.
   */
  async renderMissing(): Promise<void> {
    let place: Pick<RevisionRef, 'tenantId' | 'ownerId'> = { tenantId: NIL_UUID, ownerId: NIL_UUID };
    for (;;) {
      const values = [RENDERER_VERSION, place.tenantId, place.ownerId];
      const batch = await this.database.readAsSystem<MissingRow>(this.statements.selectMissing, values);
      for (const { locales, ...ref } of batch) for (const locale of locales) await this.renderAhead(ref, locale);
      const last = batch.at(-1);
      if (!last) return;
      place = last;
    }
  }

  private async store(
    { tenantId, ownerId, revision }: RevisionRef,
    locale: string,
    html: string,
    externalImages: boolean,
  ): Promise<void> {
    const values = [tenantId, ownerId, revision, locale, html, RENDERER_VERSION, externalImages];
    await this.database.write(tenantId, this.statements.store, values);
  }

  private async renderAhead(ref: RevisionRef, locale: string): Promise<void> {
    try {
      const stored = await this.find(ref, locale);
      if (stored && stored.html === null) await this.makeUpFor(ref, locale, stored);
    } catch (error) {
      const { tenantId: tenant_id, ownerId, revision } = ref;
      // By name only: an error's message may quote the text.
      const reason = error instanceof Error ? error.name : typeof error;
      const fields = { tenant_id, [this.tables.owner]: ownerId, revision, locale, reason };
      this.logger.warn(fields, 'a published text was not rendered');
    }
  }

  private async find({ tenantId, ownerId, revision }: RevisionRef, locale: string): Promise<BodyRow | undefined> {
    const values = [tenantId, ownerId, revision, locale, RENDERER_VERSION];
    const [stored] = await this.database.read<BodyRow>(tenantId, this.statements.selectBody, values);
    return stored;
  }

  /** What is published is always shown: as plain text, if it cannot be rendered. */
  private async makeUpFor(
    ref: RevisionRef,
    locale: string,
    { body, format, externalImages }: BodyRow,
  ): Promise<string> {
    const sizes = await this.pictures.sizesOf({ ...ref, id: ref.ownerId }, 'published');
    const images = { external: externalImages, pictures: true };
    const shown = { tenantId: ref.tenantId, body, format, images, sizes, patience: PATIENCE_WITH_PUBLISHED };
    const html = await shownHtml(this.renderer, shown);
    await this.store(ref, locale, html, externalImages);
    return html;
  }
}

function statementsFor({ revisions, renderings, owner, published }: RevisionTables) {
  return {
    selectBody: `
      SELECT r.body ->> $4 AS body, r.body_format AS format, coalesce(h.external_images, true) AS "externalImages",
             CASE WHEN h.renderer_version >= $5 THEN h.body_html END AS html
        FROM ${revisions} r
        LEFT JOIN ${renderings} h
          ON h.tenant_id = r.tenant_id AND h.${owner} = r.${owner} AND h.revision = r.revision AND h.locale = $4
       WHERE r.tenant_id = $1 AND r.${owner} = $2 AND r.revision = $3 AND r.body ? $4`,
    // During a rolling update two versions run: what the newer one stored is kept.
    store: `
      INSERT INTO ${renderings} AS h (tenant_id, ${owner}, revision, locale, body_html, renderer_version, external_images)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      ON CONFLICT (tenant_id, ${owner}, revision, locale)
      DO UPDATE SET body_html = $5, renderer_version = $6, rendered_at = now() WHERE h.renderer_version < $6`,
    // One after the other, whether or not anything is missing: each statement looks at a limited number. Revisions are
    // told the place as well, so that no plan reads all before it.
    selectMissing: `
      SELECT p.tenant_id AS "tenantId", p.id AS "ownerId", r.revision,
             ARRAY(
               SELECT b.locale FROM jsonb_object_keys(r.body) AS b (locale)
                WHERE NOT EXISTS (
                  SELECT FROM ${renderings} h
                   WHERE h.tenant_id = r.tenant_id AND h.${owner} = r.${owner} AND h.revision = r.revision
                     AND h.locale = b.locale AND h.renderer_version >= $1)) AS locales
        FROM ${published} p
        JOIN ${revisions} r ON r.tenant_id = p.tenant_id AND r.${owner} = p.id AND r.revision = p.revision
       WHERE (p.tenant_id, p.id) > ($2, $3) AND (r.tenant_id, r.${owner}) > ($2, $3)
       ORDER BY p.tenant_id, p.id
       LIMIT ${BATCH_SIZE}`,
  };
}
