import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { LegalRevisionStaleError } from '../../domain/content.errors';
import type { ContentScope } from '../../domain/content-scope';
import { PublishedPages } from '../pages/published-pages';

/** A legal document whose current revision a member has yet to accept. */
export interface OutstandingConsent {
  readonly document_type: string;
  readonly revision_hash: string;
}

/** A revision of a legal document that a member accepted. */
export interface LegalConsent {
  readonly documentType: string;
  readonly revisionHash: string;
  /** The first time it was accepted. */
  readonly acceptedAt: Date;
}

/** Members' consents to revisions of the legal documents. */
@Injectable()
export class LegalConsents {
  constructor(
    private readonly database: Database,
    private readonly pages: PublishedPages,
  ) {}

  /** Whether the revision is currently published. */
  async isCurrent(scope: ContentScope, documentType: string, revisionHash: string): Promise<boolean> {
    const current = await this.pages.currentLegal(scope.tenantId, scope.appId);
    return current.some(
      (document) => document.document_type === documentType && document.revision_hash === revisionHash,
    );
  }

  /** Records an acceptance, in the current transaction. The first time is kept. */
  async record(scope: ContentScope, userId: string, documentType: string, revisionHash: string): Promise<void> {
    await this.database.query(
      `INSERT INTO legal_consents (tenant_id, app_id, user_id, document_type, revision_hash)
       VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
      [scope.tenantId, scope.appId, userId, documentType, revisionHash],
    );
  }

  /**
   * Accepts the revision that is published now according to the database. The first time is kept.
   *
   * @throws LegalRevisionStaleError for any other.
   */
  async accept(scope: ContentScope, userId: string, documentType: string, revisionHash: string): Promise<void> {
    const { tenantId, appId } = scope;
    const [row] = await this.database.write<{ is_current: boolean }>(
      tenantId,
      `WITH published AS (
         SELECT p.key, r.revision_hash
           FROM content_pages p
           JOIN content_page_revisions r
             ON r.tenant_id = p.tenant_id AND r.page_id = p.id AND r.revision = p.published_revision
          WHERE p.tenant_id = $1 AND p.app_id = $2 AND p.kind = 'legal' AND p.key = $4 AND p.deleted_at IS NULL
            AND r.revision_hash = $5
       ), recorded AS (
         INSERT INTO legal_consents (tenant_id, app_id, user_id, document_type, revision_hash)
         SELECT $1, $2, $3, key, revision_hash FROM published ON CONFLICT DO NOTHING
       )
       SELECT EXISTS (SELECT FROM published) AS is_current`,
      [tenantId, appId, userId, documentType, revisionHash],
    );
    if (!row?.is_current) throw new LegalRevisionStaleError();
  }

  /** The consents of the member, newest first. @param most how many of them; null for all. */
  async acceptedBy(
    { tenantId, appId }: ContentScope,
    userId: string,
    most: number | null = null,
  ): Promise<LegalConsent[]> {
    return this.database.read<LegalConsent & Record<string, unknown>>(
      tenantId,
      `SELECT document_type AS "documentType", revision_hash AS "revisionHash", accepted_at AS "acceptedAt"
         FROM legal_consents WHERE tenant_id = $1 AND app_id = $2 AND user_id = $3
        ORDER BY accepted_at DESC, document_type, revision_hash LIMIT $4`,
      [tenantId, appId, userId, most],
    );
  }

  /** The current revisions that the member has not accepted, by document type. */
  async outstanding(scope: ContentScope, userId: string): Promise<OutstandingConsent[]> {
    const current = await this.pages.currentLegal(scope.tenantId, scope.appId);
    if (current.length === 0) return [];
    const accepted = await this.database.read<{ revision_hash: string }>(
      scope.tenantId,
      'SELECT revision_hash FROM legal_consents WHERE tenant_id = $1 AND app_id = $2 AND user_id = $3',
      [scope.tenantId, scope.appId, userId],
    );
    const hashes = new Set(accepted.map(({ revision_hash }) => revision_hash));
    return current
      .filter(({ revision_hash }) => !hashes.has(revision_hash))
      .map(({ document_type, revision_hash }) => ({ document_type, revision_hash }));
  }
}
