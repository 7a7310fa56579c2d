import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { ContentScope } from '../domain/page';
import { PublishedPages } from './published-pages';

/** A legal document whose current revision a member has yet to accept. */
export interface OutstandingConsent {
  readonly document_type: string;
  readonly revision_hash: string;
}

/** Which revisions of the legal documents members have accepted. */
@Injectable()
export class LegalConsents {
  constructor(
    private readonly database: Database,
    private readonly pages: PublishedPages,
  ) {}

  /** Whether the revision is the one that is published now. */
  async isCurrent(scope: ContentScope, documentType: string, revisionHash: string): Promise<boolean> {
    const current = await this.pages.currentLegal(scope.tenantId, scope.appId);
    return current.some(
      (document) => document.document_type === documentType && document.revision_hash === revisionHash,
    );
  }

  /** Records an acceptance, in the transaction under way. The first time is the one that stands. */
  async record(scope: ContentScope, userId: string, documentType: string, revisionHash: string): Promise<void> {
    await this.database.query(
      `INSERT INTO legal_consents (tenant_id, app_id, user_id, document_type, revision_hash)
       VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
      [scope.tenantId, scope.appId, userId, documentType, revisionHash],
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
